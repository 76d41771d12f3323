"""JSON inside a page: data that no browser runs and that cannot end the element that holds it."""

from __future__ import annotations

import json
import re
from typing import Any

from markupsafe import Markup

from abovechance.report.formats.json import json_line

_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}
"""What could end a script or begin markup, as JSON writes it; outside of strings JSON has none of them."""
_NOT_PLAIN = re.compile(r"[<>&]|[^\n -~]")


def embedded(value: Any) -> Markup:
    r"""A value as JSON for the inside of a ``script`` element, in ASCII whatever the encoding of the page.

    Examples
    --------
    >>> print(embedded("</script>"))
    "\u003c/script\u003e"
    """
    text = json_line(value, separators=(",", ":"))
    return Markup(_NOT_PLAIN.sub(lambda sign: _escape(sign[0]), text))  # noqa: S704 - nothing is markup now


def _escape(sign: str) -> str:
    return _ESCAPES.get(sign) or json.dumps(sign)[1:-1]
