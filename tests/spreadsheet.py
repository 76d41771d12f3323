"""A spreadsheet as small as one can be, so that tests need no library to write one."""

import zipfile
from xml.sax.saxutils import escape

TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    "{sheets}</Types>"
)
SHEET_TYPE = '<Override PartName="/xl/worksheets/sheet{i}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
RELATIONS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{all}</Relationships>'
RELATION = '<Relationship Id="rId{i}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{target}"/>'
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'


def cell(value, place):
    if value is None:
        return ""
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{place}"><v>{value!r}</v></c>'
    text = f'<t xml:space="preserve">{escape(str(value))}</t>'
    return f'<c r="{place}" t="inlineStr"><is>{text}</is></c>'


def sheet(columns):
    names = list(columns)
    rows = [names, *zip(*columns.values(), strict=True)]
    body = "".join(
        f'<row r="{i}">{"".join(cell(value, f"{chr(65 + j)}{i}") for j, value in enumerate(row))}</row>'
        for i, row in enumerate(rows, 1)
    )
    return f"<worksheet {MAIN}><sheetData>{body}</sheetData></worksheet>"


def write_xlsx(columns, path, **more):
    """Write columns of numbers and texts to the first sheet, and others to sheets of these names."""
    sheets = {"items": columns, **more}
    numbered = list(enumerate(sheets, 1))
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(
            "[Content_Types].xml", TYPES.format(sheets="".join(SHEET_TYPE.format(i=i) for i, _ in numbered))
        )
        file.writestr(
            "_rels/.rels",
            RELATIONS.format(all=RELATION.format(i=1, kind="officeDocument", target="xl/workbook.xml")),
        )
        file.writestr(
            "xl/_rels/workbook.xml.rels",
            RELATIONS.format(
                all="".join(
                    RELATION.format(i=i, kind="worksheet", target=f"worksheets/sheet{i}.xml")
                    for i, _ in numbered
                )
            ),
        )
        named = "".join(f'<sheet name="{escape(name)}" sheetId="{i}" r:id="rId{i}"/>' for i, name in numbered)
        file.writestr("xl/workbook.xml", f"<workbook {MAIN}><sheets>{named}</sheets></workbook>")
        for i, name in numbered:
            file.writestr(f"xl/worksheets/sheet{i}.xml", sheet(sheets[name]))
