// What each column of a file is for: a table with a choice for each, filled in as the server guesses.

import { make } from "../api.js";

const ROLES = {
  labels: ["truth", "prediction", "by", "cluster", "weight", "count"],
  systems: ["truth", "prediction", "by", "cluster", "weight", "count"],
  scores: ["truth", "score", "by", "cluster", "weight", "count"],
  raters: ["item", "rater", "count"],
  table: [],
};
const NEEDS = {
  labels: "One column holds the truth and one the predictions.",
  systems: "One column holds the truth, and one the predictions of each system on the same items.",
  scores: "One column holds the truth, and others scores: the higher, the more positive.",
  raters: "Each rater has a column; one column may name the items.",
  table: "The file holds a square table of counts, with or without labels.",
};
const NAMES = { by: "group" };
const ALONE = new Set(["truth", "weight", "count", "cluster", "item"]);
const MOST_LABELS_NAMED = 5;

export class Columns {
  constructor(element, needs, positive, positiveText, positiveNote) {
    positive.addEventListener("change", () => { positiveNote.hidden = true; });
    Object.assign(this, { element, needs, positiveChoice: positive, positiveText, positiveNote, found: null, chosen: {}, question: "labels" });
  }

  // A new answer of the server: { columns, first, roles }.
  show(found) {
    this.found = found;
    this.chosen = Object.fromEntries(Object.entries(found.roles).map(([question, roles]) =>
      [question, new Map(Object.entries(roles))]));
  }

  clear() {
    this.found = null;
    this.element.replaceChildren();
    this.needs.textContent = "";
  }

  ask(question) {
    this.question = question;
    this.needs.textContent = NEEDS[question];
    if (this.found === null) return;
    if (question === "table") this.element.replaceChildren(this.preview());
    else this.element.replaceChildren(this.choices());
    this.showPositive();
  }

  roles() {
    if (this.found === null || this.question === "table") return [];
    const known = ROLES[this.question];
    return [...this.chosen[this.question]].filter(([, role]) => known.includes(role))
      .sort(([one], [other]) => this.place(one) - this.place(other))
      .map(([column, role]) => ({ column, role }));
  }

  set(roles) {
    this.chosen[this.question] = new Map(roles.map(({ column, role }) => [column, role]));
    this.ask(this.question);
  }

  place(name) {
    return this.found.columns.findIndex((column) => column.name === name);
  }

  choices() {
    const body = make("tbody");
    for (const column of this.found.columns) {
      const role = this.chosen[this.question].get(column.name) ?? "";
      const choice = make("select", { "aria-label": `Role of ${column.name}` }, make("option", { value: "" }, "–"),
        ...ROLES[this.question].map((one) => make("option", { value: one, selected: one === role }, NAMES[one] ?? one)));
      choice.addEventListener("change", () => this.choose(column.name, choice.value));
      body.append(make("tr", { class: role ? "used" : false }, make("th", { scope: "row" }, column.name),
        make("td", {}, choice), make("td", { class: "holds" }, holds(column))));
    }
    const head = make("thead", {}, make("tr", {}, ...["Column", "Role", "What it holds"].map((text) => make("th", { scope: "col" }, text))));
    return make("table", {}, head, body);
  }

  choose(name, role) {
    const roles = this.chosen[this.question];
    const alone = ALONE.has(role) || (role === "prediction" && this.question === "labels");
    if (alone) for (const [other, its] of [...roles]) if (its === role) roles.delete(other);
    if (role) roles.set(name, role);
    else roles.delete(name);
    const choices = [...this.element.querySelectorAll("select")];
    this.found.columns.forEach((column, i) => {
      choices[i].value = roles.get(column.name) ?? "";
      choices[i].closest("tr").classList.toggle("used", choices[i].value !== "");
    });
    this.showPositive();
  }

  preview() {
    const head = make("thead", {}, make("tr", {}, ...this.found.columns.map((column) => make("th", { scope: "col" }, column.name))));
    const rows = this.found.first.map((cells) => make("tr", {}, ...cells.map((cell) => make("td", {}, cell))));
    return make("table", {}, head, make("tbody", {}, ...rows));
  }

  // The labels of the truth to choose the positive class of, or a field where they are too many. Of two it is the last
  // unless the user says otherwise.
  showPositive() {
    const has = (role) => this.found.columns.filter((column) => this.chosen[this.question].get(column.name) === role);
    const [truth] = has("truth");
    const labels = truth ? truth.labels.map(([label]) => label) : [];
    const isWhole = truth !== undefined && truth.distinct <= labels.length;
    const areTwo = isWhole && labels.length === 2 &&
      has("prediction").every((column) => (column.is_numeric && column.distinct > labels.length + 20) || column.labels.every(([label]) => labels.includes(label)));
    const before = this.positive();
    this.positiveText.hidden = isWhole;
    this.positiveChoice.hidden = !isWhole;
    this.positiveChoice.replaceChildren(make("option", { value: "" }, areTwo ? "the last label" : "none: all classes alike"),
      ...labels.map((label) => make("option", { value: label }, label)));
    const wanted = labels.includes(before) ? before : areTwo ? truth.last : null;
    this.positiveNote.hidden = !(isWhole && areTwo && wanted === truth.last && (this.positiveNote.hidden === false || before !== wanted));
    if (isWhole && wanted !== null) this.positiveChoice.selectedIndex = labels.indexOf(wanted) + 1;
  }

  positive() {
    if (this.positiveText.hidden === false) return this.positiveText.value || null;
    return this.positiveChoice.selectedIndex > 0 ? this.positiveChoice.value : null;
  }

  setPositive(label) {
    this.positiveText.value = label;
    this.positiveNote.hidden = true;
    const place = [...this.positiveChoice.options].findIndex((option, i) => i > 0 && option.value === label);
    if (place > 0) this.positiveChoice.selectedIndex = place;
  }
}

// What a column holds, in a line.
function holds(column) {
  const missing = column.missing ? `, ${column.missing.toLocaleString("en")} empty` : "";
  if (column.distinct === 0) return "nothing";
  if (column.is_numeric && column.distinct > 20) return `numbers from ${short(column.low)} to ${short(column.high)}${missing}`;
  const named = column.labels.slice(0, MOST_LABELS_NAMED).map(([label, items]) => `${label} (${items.toLocaleString("en")})`);
  const more = column.distinct - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}${missing}`;
}

function short(number) {
  return number === null ? "?" : String(Number(number.toPrecision(6)));
}
