// The table of counts: cells to edit, labels to rename, colours that say how far each cell is from chance.
import { make } from "../api.js";
import { isCount, isLabel, LONGEST_LABEL } from "./fragment.js";

const NAMES = [["TP", "FN"], ["FP", "TN"]];

export class CountsTable {
  constructor(holder, { onCell, onRefused, onLabel, onLabelRefused }) {
    Object.assign(this, { holder, onCell, onRefused, onLabel, onLabelRefused, shape: "" });
  }

  // Show a table; its inputs are made anew only for other classes, so that the one in use keeps the focus.
  show(table, labels, cells) {
    this.table = table;
    const shape = JSON.stringify(labels);
    if (shape !== this.shape) this.build(labels, table.length);
    this.shape = shape;
    table.forEach((row, i) => row.forEach((count, j) => {
      const input = this.cells[i][j];
      if (document.activeElement !== input || input.dataset.typing !== "yes") input.value = Math.round(count * 100) / 100;
      if (!cells) return;
      const shade = cells.shades[i][j];
      input.closest("td").className = cells.undefined[i][j] ? "ac-undefined" : shade ? `ac-${shade > 0 ? "p" : "m"}${Math.abs(shade)}` : "";
      input.title = cells.details[i][j];
    }));
    this.fit();
    if (!cells) return;
    cells.rows.forEach((sum, i) => { this.sums[i].textContent = sum; });
    cells.columns.forEach((sum, j) => { this.bottoms[j].textContent = sum; });
    this.total.textContent = cells.total;
    this.fit();
  }

  // Tell the style sheet how long the numbers are: they get smaller, and then the cells wider.
  fit() {
    const longest = (texts) => String(Math.max(2, ...texts.map((text) => text.length)));
    this.holder.style.setProperty("--digits", longest(this.cells.flat().map((input) => input.value)));
    this.holder.style.setProperty("--sum-digits", longest([...this.sums, ...this.bottoms, this.total].map((cell) => cell.textContent)));
    this.holder.style.setProperty("--columns", String(this.sums.length + 2));
  }

  build(labels, size) {
    const caption = this.holder.querySelector("caption");
    const head = make("thead", {}, make("tr", {}, make("td", {}, ""), make("th", { colspan: size, scope: "colgroup", class: "axis-name" }, "predicted"), make("td", {})),
      make("tr", {}, make("th", { scope: "col", class: "axis-name" }, "true"), ...labels.map((label) => make("th", { scope: "col", class: "shown-label" }, label)), make("th", { scope: "col" }, "sum")));
    const body = make("tbody");
    this.cells = [];
    this.sums = [];
    labels.forEach((label, i) => {
      const inputs = labels.map((column, j) => this.cell(i, j, label, column, size));
      const sum = make("td", { class: "sum" });
      this.cells.push(inputs);
      this.sums.push(sum);
      body.append(make("tr", {}, make("th", { scope: "row" }, this.labelInput(label, i, labels)),
        ...inputs.map((input, j) => make("td", {}, input, ...(size === 2 ? [make("span", { class: "cell-name", "aria-hidden": "true" }, NAMES[i][j])] : []))), sum));
    });
    this.bottoms = labels.map(() => make("td", { class: "sum" }));
    this.total = make("td", { class: "sum total" });
    body.append(make("tr", {}, make("th", { scope: "row" }, "sum"), ...this.bottoms, this.total));
    this.holder.replaceChildren(caption, head, body);
    this.holder.classList.toggle("many", size > 3);
  }

  cell(i, j, label, column, size) {
    const input = make("input", {
      type: "text", inputmode: "decimal", autocomplete: "off", class: "count",
      "aria-label": `truth ${label}, predicted ${column}`, "data-cell": `${i},${j}`,
    });
    let before = 0; // the count that an edit began with, which it keeps if it ends in what is none
    const text = () => input.value.trim();
    input.addEventListener("focus", () => { before = this.table[i][j]; });
    input.addEventListener("input", () => {
      input.dataset.typing = "yes";
      const valid = isCount(text());
      input.setAttribute("aria-invalid", String(!valid));
      this.fit();
      this.onCell(i, j, valid ? Number(text()) : before, false);
      if (!valid && text()) this.onRefused(i, j, text(), false); // who empties a cell is about to fill it
    });
    input.addEventListener("change", () => {
      input.dataset.typing = "no";
      input.removeAttribute("aria-invalid");
      const said = text(), valid = isCount(said);
      if (valid) before = Number(said);
      this.onCell(i, j, before, true);
      if (!valid) this.onRefused(i, j, said, true);
    });
    input.addEventListener("blur", () => { input.dataset.typing = "no"; });
    return input;
  }

  labelInput(label, i, labels) {
    const input = make("input", { type: "text", class: "label", maxlength: 40, "aria-label": `Label of class ${i + 1}`, spellcheck: "false" });
    input.value = label;
    input.addEventListener("change", () => {
      const said = input.value.trim(), isTaken = labels.some((other, k) => k !== i && other === said);
      if (isLabel(said) && !isTaken) {
        if (said !== label) this.onLabel(i, said);
        return;
      }
      input.value = label;
      this.onLabelRefused(said, isTaken ? "is that of one class only" : `has 1 to ${LONGEST_LABEL} signs that can be printed`);
    });
    return input;
  }
}
