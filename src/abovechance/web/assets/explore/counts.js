// The table of counts: cells to edit, labels to rename, colours that say how far each cell is from chance.
import { make } from "../api.js";
import { isCount, isLabel, MOST_ITEMS } from "./fragment.js";

const NAMES = [["TP", "FN"], ["FP", "TN"]];

export class CountsTable {
  constructor(holder, { onCell, onRefused, onLabel }) {
    Object.assign(this, { holder, onCell, onRefused, onLabel, shape: "" });
  }

  // Show a table; its inputs are made anew only for other classes, so that the one in use keeps the focus.
  show(table, labels, cells) {
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
      type: "number", min: 0, max: MOST_ITEMS, step: "any", inputmode: "decimal", class: "count",
      "aria-label": `truth ${label}, predicted ${column}`, "data-cell": `${i},${j}`,
    });
    const valid = () => isCount(input.value);
    input.addEventListener("input", () => {
      input.dataset.typing = "yes";
      input.setAttribute("aria-invalid", String(!valid()));
      this.fit();
      if (valid()) this.onCell(i, j, Number(input.value), false);
      else if (input.value) this.onRefused(i, j, input.value, false); // who empties a cell is about to fill it
    });
    input.addEventListener("change", () => {
      input.dataset.typing = "no";
      input.removeAttribute("aria-invalid");
      const { value } = input;
      this.onCell(i, j, valid() ? Number(value) : null, true);
      if (!isCount(value)) this.onRefused(i, j, value, true);
    });
    input.addEventListener("blur", () => { input.dataset.typing = "no"; });
    return input;
  }

  labelInput(label, i, labels) {
    const input = make("input", { type: "text", class: "label", maxlength: 40, "aria-label": `Label of class ${i + 1}`, spellcheck: "false" });
    input.value = label;
    input.addEventListener("change", () => {
      const said = input.value.trim();
      if (!isLabel(said) || labels.some((other, k) => k !== i && other === said)) input.value = label;
      else if (said !== label) this.onLabel(i, said);
    });
    return input;
  }
}
