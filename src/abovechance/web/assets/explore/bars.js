// Measures as bars from chance to value, sortable; and what the bookmaker pays.
import { make } from "../api.js";
import { element } from "./chart.js";

const NUMBER_KEYS = { value: (row) => row.systems[0].value, chance: (row) => row.systems[0].chance };

export class Bars {
  constructor(table) {
    Object.assign(this, { table, rows: [], bounds: [], sort: null, down: true, filter: "", chosen: "" });
    this.body = table.querySelector("tbody");
    for (const button of table.querySelectorAll("[data-sort]")) button.addEventListener("click", () => this.sortBy(button));
  }

  sortBy(button) {
    const key = button.dataset.sort;
    if (this.sort === key && this.down !== (key !== "title")) this.sort = null;
    else [this.sort, this.down] = [key, this.sort === key ? !this.down : key !== "title"];
    for (const one of this.table.querySelectorAll("[data-sort]")) {
      const is = this.sort === one.dataset.sort;
      one.closest("th").setAttribute("aria-sort", is ? (this.down ? "descending" : "ascending") : "none");
    }
    this.draw();
  }

  // Rows of measures, and the intervals of each system once they are known.
  show(rows, names, bounds = null) {
    Object.assign(this, { rows, names, bounds: bounds ?? [] });
    this.draw();
  }

  sorted() {
    const words = this.filter.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = this.rows.filter((row) => words.every((word) => `${row.title} ${row.key} ${row.kind}`.toLowerCase().includes(word)));
    if (!this.sort) return shown;
    const sign = this.down ? -1 : 1, read = NUMBER_KEYS[this.sort];
    const number = (row) => { const value = read(row); return value === null ? null : Number(value); };
    return [...shown].sort((one, other) => {
      if (!read) return sign * one.title.localeCompare(other.title);
      const [a, b] = [number(one), number(other)];
      return a === null || b === null ? (a === null) - (b === null) : sign * (a - b);
    });
  }

  draw() {
    const rows = this.sorted();
    const numbers = rows.filter((row) => row.is_share).flatMap((row) => row.systems.flatMap((one, i) => [one.value, one.chance, this.bounds[i]?.[row.key]?.low ?? 0])).filter((value) => value !== null);
    const least = Math.min(0, ...numbers);
    this.low = [0, -0.25, -0.5].find((low) => least >= low) ?? -1;
    const two = rows[0]?.systems.length === 2;
    this.table.classList.toggle("two", two);
    this.drawAxis();
    this.body.replaceChildren(...rows.map((row) => this.row(row, two)));
    if (!rows.length) this.body.append(make("tr", {}, make("td", { colspan: 4, class: "text quiet" }, "No measure has these words.")));
  }

  at(value) { return Math.round((1000 * (Math.min(Math.max(value, this.low), 1) - this.low)) / (1 - this.low)) / 10; }

  drawAxis() {
    const ticks = this.low === -1 ? [-1, 0, 1] : this.low === -0.5 ? [-0.5, 0, 0.5, 1] : [0, 0.5, 1];
    const holder = this.table.querySelector("th.axis");
    holder.querySelector(".ticks")?.remove();
    const row = make("span", { class: "ticks", "aria-hidden": "true" }, ...ticks.map((tick) => {
      const made = make("span", {}, String(tick).replace("-", "−"));
      made.style.left = `${this.at(tick)}%`;
      return made;
    }));
    holder.append(row);
  }

  row(row, two) {
    const bar = element("svg", { class: "bar ac-chart", viewBox: "0 0 100 16", preserveAspectRatio: "none", "aria-hidden": "true" });
    bar.append(element("path", { class: "ac-grid", d: `M${this.at(0)} 0V16` }));
    row.systems.forEach((one, i) => { if (row.is_share) this.lane(bar, row, one, i, two ? [4.5, 11.5][i] : 8); });
    const name = make("th", { scope: "row", title: row.meaning ?? "" }, row.title);
    const line = make("tr", { "data-key": row.key, class: row.key === "informedness" ? "lead-row" : "" }, name, make("td", { class: "axis" }, bar));
    line.append(make("td", { class: "value" }, ...row.systems.map((one, i) => this.value(row, one, i, two))));
    line.append(make("td", { class: "chance quiet" }, ...row.systems.map((one) => make("span", { class: "one" }, one.chance === null ? "" : one.chance_text))));
    return line;
  }

  value(row, one, i, two) {
    const bounds = this.bounds[i]?.[row.key];
    const said = [one.reason && `undefined: ${one.reason}`, bounds?.text && `95 % interval ${bounds.text}`].filter(Boolean).join("; ");
    const made = make("span", { class: `one ${two ? `of-${this.names[i].toLowerCase()}` : ""} ${two && preferred(row) === i ? "better" : ""}`, title: said || null }, one.text);
    if (one.reason) made.append(make("span", { class: "sr-only" }, ` undefined: ${one.reason}`));
    if (bounds?.text) made.append(make("small", { class: "interval" }, bounds.text));
    return made;
  }

  lane(bar, row, one, i, y) {
    const colour = `ac-s${this.names[i] === "B" ? 1 : 0}`;
    const bounds = this.bounds[i]?.[row.key];
    if (one.value !== null && one.chance !== null) bar.append(element("path", { class: `stem ${colour}`, d: `M${this.at(one.chance)} ${y}H${this.at(one.value)}` }));
    if (bounds && bounds.low !== null) bar.append(element("path", { class: `whisker ${colour}`, d: `M${this.at(bounds.low)} ${y}H${this.at(bounds.high)}` }));
    if (one.chance !== null) bar.append(element("path", { class: "chance-tick", d: `M${this.at(one.chance)} ${y - 4}V${y + 4}` }));
    if (one.value !== null) bar.append(element("path", { class: `dot ${colour}`, d: `M${this.at(one.value)} ${y}h0.01` }));
  }
}

// Which of two systems a measure prefers: 0 or 1, or null.
export function preferred(row) {
  const [one, other] = row.systems.map((system) => (system.value === null ? NaN : Number(system.value)));
  if (row.high_is_better === null || Number.isNaN(one) || Number.isNaN(other) || row.systems[0].text === row.systems[1].text && Math.abs(one - other) < 1e-9) return null;
  return one > other === row.high_is_better ? 0 : 1;
}

export function showWinnings(table, winnings) {
  const head = ["bets on", "right win", "wrong lose", "won per bet", "share of bets", "adds"];
  const times = (count, odds) => [count, make("span", { class: "times" }, ` × ${odds}`)];
  const cells = (row) => [times(row.won, row.pays), times(row.lost, row.costs), [row.per_bet], [row.stake], [row.text]];
  const most = Math.max(1e-9, ...winnings.rows.map((row) => Math.abs(row.value ?? 0)), Math.abs(winnings.value ?? 0));
  const bar = (value, kind) => {
    const drawn = element("svg", { class: "bar ac-chart gain", viewBox: "-50 0 100 16", preserveAspectRatio: "none", "aria-hidden": "true" });
    const length = (48 * (value ?? 0)) / most;
    drawn.append(element("path", { class: "ac-grid", d: "M0 0V16" }), element("rect", { class: `${kind} ${length < 0 ? "loss" : "win"}`, x: Math.min(0, length), y: 3, width: Math.abs(length), height: 10 }));
    return make("td", { class: "gain-cell" }, drawn);
  };
  table.replaceChildren(
    make("caption", { class: "sr-only" }, "Bets on each label at fair odds"),
    make("thead", {}, make("tr", {}, ...head.map((name, i) => make("th", { scope: "col", class: i ? "" : "text" }, name)), make("th", {}, make("span", { class: "sr-only" }, "Bar")))),
    make("tbody", {}, ...winnings.rows.map((row) => make("tr", { title: row.reason ?? null }, make("th", { scope: "row" }, row.label), ...cells(row).map((said) => make("td", {}, ...said)), bar(row.value, "part")))),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row", colspan: 5 }, winnings.reason ? `All bets: undefined, ${winnings.reason}` : "All bets win on average: Informedness"), make("td", { class: "sum" }, winnings.text), bar(winnings.value, "whole"))));
}
