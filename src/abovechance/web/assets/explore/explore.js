// The room to explore: a state, questions to the server, and views of its answers. No measure is computed here.
import { latest, make, sentence, showError } from "../api.js";
import { Bars, preferred, showWinnings } from "./bars.js";
import { draw } from "./chart.js";
import { CountsTable } from "./counts.js";
import { MOST_CLASSES, MOST_ITEMS, parsed, usualLabels, written } from "./fragment.js";
import { Lines, measures } from "./lines.js";
import { Point } from "./point.js";
import { presets, showPreset, untouched } from "./presets.js";

const COSTS = [[1, 100], [1, 50], [1, 20], [1, 10], [1, 5], [1, 2], [1, 1], [2, 1], [5, 1], [10, 1], [20, 1], [50, 1], [100, 1]];
const SETTLE = 350; // milliseconds without a change before intervals are asked for, and the reader is told
const $ = (id) => document.getElementById(id);
const sizes = JSON.parse($("sizes").dataset.sizes);
// Of each request under way: of which system and classes it was, for the user may have gone on to others.
const asking = new WeakMap();
let newest = null, toRemember = false, view = null, hasFailed = false;
let state, answer = null, bounds = null, base = null, every = null, settling = 0;
// Words and intervals come later than the rest: of which request they are, and of which the list of every measure is.
let wordsOf = "", everyOf = "";

// State ------------------------------------------------------------------------------------------------------------

const current = () => (state.system === "b" ? state.other : state.table);
const second = () => (state.system === "b" ? state.table : state.other);
const names = () => (state.system === "b" ? ["B", "A"] : ["A", "B"]);
function setCurrent(table) {
  if (state.system === "b") state.other = table;
  else state.table = table;
}

function load(fragment) {
  const { state: found, view: wanted, wrong } = parsed(fragment, presets);
  state = found;
  view = wanted;
  base = null;
  if (!measures.has(state.measure)) { wrong.push("m"); state.measure = "informedness"; }
  showError($("error"), wrong.length ? new Error(`Parts of the address make no sense and are left out: ${wrong.join(", ")}`) : null);
  refresh();
}

function remember() {
  const fragment = written(state, presets);
  if (fragment !== location.hash) history.pushState(null, "", fragment);
}

// What the user changed: keep it in the address, and show what follows.
function changed() {
  base = null;
  showError($("error"), null);
  remember();
  refresh();
}

function isPlace(fragment) {
  return fragment.length > 1 && document.getElementById(fragment.slice(1)) !== null;
}

// Questions --------------------------------------------------------------------------------------------------------

const request = () => ({ table: current(), labels: state.labels, focus: state.focus, ...(state.other ? { other: second() } : {}) });

const asked = () => JSON.stringify(request());

const askShown = latest("explore/shown", show, failed);
function refresh(move = null, from = null) {
  newest = { ...request(), ...(from ? { table: from } : {}), measure: state.measure, costs: state.costs, system: state.system, faint: $("faint").checked, ...(move ? { move } : {}) };
  asking.set(newest, place());
  showError($("count-error"), null);
  if (move || asked() !== wordsOf) awaitWords();
  askShown(newest);
}
const place = () => JSON.stringify([state.system, state.labels]);

const lines = new Lines({ onChoose: (key) => { state.measure = key; changed(); }, onLines: () => drawSpace() });

const askIntervals = latest("explore/intervals", (found, { measure, all, ...of }) => {
  if (JSON.stringify(of) !== asked()) return;
  wordsOf = asked();
  showWordsAs("");
  bounds = found.systems.map((system) => system.rows);
  $("verdict").replaceChildren(...found.systems.map((system, i) => make("p", {}, ...(state.other ? [make("b", {}, names()[i])] : []), system.verdict)));
  showBars();
}, withoutWords);
const askEvery = latest("explore/measures", (found, of) => { every = found.measures; everyOf = JSON.stringify(of); showBars(); }, () => {});

function awaitWords() {
  showWordsAs("pending", $("verdict").hasChildNodes() ? "Of the table before; what is to be said of this one is being worked out." : "Being worked out.");
}

// What cannot be said of this table must not be read in what was said of another.
function withoutWords(error) {
  if (asked() === wordsOf) return;
  $("verdict").replaceChildren();
  showWordsAs("", error.message);
}

function showWordsAs(kind, said = "") {
  $("words").setAttribute("aria-busy", String(kind === "pending"));
  $("words").classList.toggle("pending", kind === "pending");
  $("words-state").hidden = !said;
  $("words-state").textContent = said && sentence(said);
}

function settle() {
  clearTimeout(settling);
  settling = setTimeout(() => {
    askIntervals({ ...request(), measure: state.measure, all: $("all").checked });
    if ($("all").checked) askEvery(request());
    tell();
  }, SETTLE);
}

function tell() {
  const said = answer.measures.slice(0, 1).concat(answer.measures.filter((row) => ["f1", "accuracy", "cohen_kappa", state.measure].includes(row.key) && row.key !== "informedness"));
  $("live").textContent = `${said.map((row) => `${row.title} ${row.systems[0].text}`).join(", ")}. ${answer.note}`;
}

function failed(error) {
  hasFailed = true;
  newest = null;
  showError($("error"), error);
  withoutWords(error);
}

// Views ------------------------------------------------------------------------------------------------------------

function show(found, of) {
  if (asking.get(of) !== place()) return;
  if (hasFailed) showError($("error"), null);
  hasFailed = false;
  answer = found;
  if (of.move) setCurrent(found.table);
  if (asked() === wordsOf) showWordsAs("");
  else {
    bounds = null;
    every = $("all").checked ? every : null;
    awaitWords();
  }
  showTable();
  showSliders(of.move?.control);
  showCosts();
  lines.show(state.measure, found.sliders.prevalence.value, found.sliders.n, state.labels.length === 2);
  drawSpace();
  showBars();
  drawPrevalence();
  showWinnings($("winnings"), found.winnings);
  $("python").textContent = found.python;
  $("command").textContent = found.command;
  const [first] = found.measures;
  const strip = found.measures.filter((row) => ["informedness", "f1", "accuracy", "cohen_kappa", "macro_f1"].includes(row.key));
  $("strip").replaceChildren(...strip.map((row) => make("span", { class: row === first ? "first" : "" }, `${row.title} `, make("b", {}, row.systems[0].text))));
  if (of === newest) {
    newest = null;
    if (toRemember) finish();
  }
  if (view) $(`view-${view}`).scrollIntoView({ block: "start" });
  view = null;
  settle();
  document.body.dataset.ready = String(Number(document.body.dataset.ready ?? 0) + 1);
}

const refuse = (why) => showError($("count-error"), new Error(why));

const counts = new CountsTable($("counts"), {
  onCell(i, j, value, done) {
    const table = current().map((row) => [...row]);
    table[i][j] = value;
    setCurrent(table);
    base = null;
    if (done) changed();
    else refresh();
  },
  onRefused(i, j, text, done) {
    const kept = done ? `, and the cell keeps ${Math.round(current()[i][j] * 100) / 100}` : "";
    const what = text ? `“${text}” is not taken` : "an empty cell is no count";
    refuse(`A count is a number from 0 to ${grouped(String(MOST_ITEMS))} in plain digits, with at most 9 decimals: ${what}${kept}`);
  },
  onLabelRefused(text, why) {
    refuse(`A label ${why}: ${text ? `“${text}”` : "an empty one"} is not taken`);
  },
  onLabel(i, label) {
    state.labels = state.labels.map((old, k) => (k === i ? label : old));
    changed();
  },
});

function showTable() {
  $("bench").classList.toggle("broad", state.labels.length > 4);
  counts.show(answer.table, state.labels, answer.cells);
  const preset = untouched(state);
  $("systems").hidden = !state.other;
  for (const button of $("systems").children) button.setAttribute("aria-pressed", String(button.dataset.system === state.system));
  $("system-name").hidden = !(state.other && preset);
  $("system-name").textContent = preset ? `${names()[0]}: ${preset.names[state.system === "b" ? 1 : 0]}` : "";
  $("toggle-other").textContent = state.other ? "Leave out B" : "Compare with B";
  $("round").hidden = answer.cells.is_whole;
  $("remove-class").hidden = state.labels.length <= 2;
  $("add-class").disabled = state.labels.length >= MOST_CLASSES;
  showPreset(state);
}

function showSliders(moved) {
  const { sliders, note } = answer;
  for (const name of ["prevalence", "bias", "informedness"]) {
    const stays = moved === name && !(name === "informedness" && note);
    if (!stays) $(`s-${name}`).value = sliders[name].value ?? 0;
    $(`o-${name}`).textContent = sliders[name].text;
    $(`s-${name}`).setAttribute("aria-valuetext", sliders[name].text);
  }
  if (moved !== "n") {
    const nearest = sizes.reduce((best, size, i) => (Math.abs(size - sliders.n) < Math.abs(sizes[best] - sliders.n) ? i : best), 0);
    $("s-n").value = nearest;
  }
  $("o-n").textContent = grouped(answer.cells.total);
  $("s-n").setAttribute("aria-valuetext", `${grouped(answer.cells.total)} items`);
  const { low, high } = sliders.limits;
  $("reach").setAttribute("x", low);
  $("reach").setAttribute("width", Math.max(high - low, 0));
  $("limits").textContent = sliders.limits.text;
  $("note").hidden = !note;
  $("note").textContent = note;
  for (const input of document.querySelectorAll("[name=keep]")) input.checked = input.value === state.keep;
  $("focus-field").hidden = state.labels.length === 2;
  $("focus").replaceChildren(...state.labels.map((label, i) => make("option", { value: i, selected: i === state.focus }, label)));
}

const grouped = (digits) => digits.replace(/\B(?=(\d{3})+(?!\d|\.))/g, " ");

function showCosts() {
  const [first, ...others] = state.labels;
  $("cost-a-name").textContent = first;
  $("cost-b-name").textContent = others.length === 1 ? others[0] : "another class";
  for (const [id, value] of [["cost-a", state.costs[0]], ["cost-b", state.costs[1]]]) if (document.activeElement !== $(id)) $(id).value = value;
  const at = COSTS.findIndex((pair) => pair[0] === state.costs[0] && pair[1] === state.costs[1]);
  if (at >= 0) $("s-cost").value = at;
  $("s-cost").setAttribute("aria-valuetext", `${state.costs[0]} to ${state.costs[1]}`);
  const two = answer.cost.systems.length === 2;
  $("cost-said").replaceChildren(...answer.cost.systems.map((one, i) => make("span", { class: "cost-line" },
    `${two ? `${names()[i]}: a` : "A"} decision costs `, make("b", {}, one.text), ` on average; always saying ${one.answer} would cost `, make("b", {}, one.constant_text), ". ")));
}

const point = new Point($("plot-frame"), $("handle"), {
  onMove: (fallout, recall) => refresh({ control: "point", value: fallout, recall }),
  onEnd: () => finish(),
});

function drawSpace() {
  const two = state.labels.length === 2;
  const [ofA, ofB] = names();
  const marks = answer.space.marks.map((mark) => ({ ...mark, system: state.system === "b" && state.other ? 1 - mark.system : mark.system,
    text: two ? (state.other ? (mark.system ? ofB : ofA) : "") : mark.text }));
  const own = state.system === "b" ? 1 : 0;
  const areas = answer.space.areas.map((area) => ({ ...area, system: own }));
  const pn = state.space === "pn" && two;
  const [positives, negatives] = two ? answer.cells.rows.map(Number) : [0, 0];
  const titles = pn ? { x: { title: "False positives", low: 0, high: 1, shown: negatives }, y: { title: "True positives", low: 0, high: 1, shown: positives } } : {};
  const picture = { ...answer.space, ...titles, marks, areas, lines: [...answer.space.lines, ...answer.cost.line] };
  const lower = two ? lines.found : [];
  const plot = draw($("space"), picture, { lowerLines: lower, legend: false, handleAt: two && marks[0]?.system === own ? 0 : null });
  point.show(answer.sliders.point, answer.sliders.point_text, two ? plot : null);
  $("handle").classList.toggle("of-b", own === 1);
  $("handle").textContent = state.other ? ofA : "";
  for (const button of document.querySelectorAll("[data-space]")) {
    button.setAttribute("aria-pressed", String(button.dataset.space === state.space));
    button.disabled = !two;
  }
  $("measure-meaning").textContent = two ? [rowOf(state.measure)?.meaning ?? "", lines.note].filter(Boolean).join(" ") : "Lines of equal value need two classes.";
  $("space-hint").textContent = spaceHint(two, pn);
}

function spaceHint(two, pn) {
  if (!two) return `Each point is a class against all others, and its height above the chance line says how well it is told from them. The kite is that of ${state.labels[state.focus]}.`;
  const move = "Drag the point, or use the arrow keys. Its height above the chance line is Informedness";
  return pn ? `${move}, times the ${grouped(answer.cells.rows[0])} positive items; the area of the kite is that share of the whole space.` : `${move}, and so is the area of the kite.`;
}

const rowOf = (key) => answer.measures.find((row) => row.key === key);

const bars = new Bars($("bars"));
function showBars() {
  const all = $("all").checked && every;
  bars.show(all ? every : answer.measures, names(), bounds);
  $("filter-field").hidden = !$("all").checked;
  $("bars-scroll").classList.toggle("tall", $("all").checked);
  const two = Boolean(state.other);
  const isOld = Boolean(all) && everyOf !== asked();
  $("bars-scroll").setAttribute("aria-busy", String(isOld));
  $("bars-scroll").classList.toggle("pending", isOld);
  const firstOf = two ? answer.measures.filter((row) => preferred(row) !== null).map((row) => names()[preferred(row)]) : [];
  const count = (name) => firstOf.filter((one) => one === name).length;
  $("bars-key").textContent = `Bars begin at chance, the upright mark; ${answer.cells.is_whole ? (bounds ? "thin lines are 95 % intervals." : "95 % intervals are being worked out.") : "the counts are expected ones, so there are no intervals."}${two ? ` ${preferences(count("A"), count("B"))}` : ""}`;
}

function preferences(ofA, ofB) {
  if (!ofA && !ofB) return "No measure differs.";
  const prefer = (count) => (count === 1 ? "1 prefers" : `${count || "none"} prefer${count ? "" : "s"}`);
  return `Bold is better: of these measures ${prefer(ofA)} A, ${prefer(ofB)} B.`;
}

function drawPrevalence() {
  const now = answer.sliders.prevalence.value;
  draw($("prevalence"), answer.prevalence, { marker: now });
  draw($("kappas"), answer.kappas, { marker: now });
  $("prevalence-hint").textContent = state.labels.length === 2
    ? "Recall and Fallout stay as they are. Informedness is level; what rises and falls tells of the data."
    : `The shares of predictions within each class stay as they are, and so do the proportions of the other classes. Lines “of ${state.labels[state.focus]}” are of that class, all others of the whole table.`;
}

// Controls ---------------------------------------------------------------------------------------------------------

// Keep in the address what a drag has come to, once its last answer is here.
function finish() {
  toRemember = newest !== null;
  if (!toRemember) remember();
}

for (const name of ["prevalence", "bias", "informedness", "n"]) {
  const slider = $(`s-${name}`);
  slider.addEventListener("input", () => {
    if (base?.control !== name || base.system !== state.system) base = { control: name, system: state.system, table: current() };
    const value = name === "n" ? sizes[slider.value] : Number(slider.value);
    refresh({ control: name, value, keep: state.keep }, base.table);
  });
  slider.addEventListener("change", finish);
}
for (const input of document.querySelectorAll("[name=keep]")) input.addEventListener("change", () => { state.keep = input.value; base = null; remember(); });
$("focus").addEventListener("change", () => { state.focus = Number($("focus").value); changed(); });
$("s-cost").addEventListener("input", () => { state.costs = COSTS[$("s-cost").value]; refresh(); });
$("s-cost").addEventListener("change", finish);
for (const [id, i] of [["cost-a", 0], ["cost-b", 1]]) $(id).addEventListener("change", () => {
  const text = $(id).value.trim(), value = Number(text);
  const fits = text !== "" && value >= 0 && value <= 1e6;
  if (fits) state.costs = state.costs.map((old, k) => (k === i ? value : old));
  changed();
  $(id).value = state.costs[i];
  showError($("cost-error"), fits ? null : new Error(`A cost is a number from 0 to 1 000 000: ${text ? `“${text}” is not taken` : "an empty one is none"}, and it stays ${state.costs[i]}`));
});

for (const button of $("systems").children) button.addEventListener("click", () => { state.system = button.dataset.system; changed(); });
$("toggle-other").addEventListener("click", () => {
  if (state.other) Object.assign(state, { table: current(), other: null, system: "a", preset: null });
  else state.other = state.table.map((row) => [...row]);
  changed();
});
$("round").addEventListener("click", () => { base = null; refresh({ control: "whole", value: 0 }); finish(); });
$("add-class").addEventListener("click", () => resize(state.labels.length + 1));
$("remove-class").addEventListener("click", () => resize(state.labels.length - 1));
function resize(size) {
  const cut = (table) => table && Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => table[i]?.[j] ?? (i === j ? 10 : 0)));
  const fresh = usualLabels(MOST_CLASSES).filter((label) => !state.labels.includes(label));
  const labels = state.labels.length < size ? [...state.labels, fresh[0]] : state.labels.slice(0, size);
  Object.assign(state, { table: cut(state.table), other: cut(state.other), labels, focus: Math.min(state.focus, size - 1), preset: null });
  changed();
}

for (const button of document.querySelectorAll("[data-space]")) button.addEventListener("click", () => { state.space = button.dataset.space; remember(); drawSpace(); });
$("all").addEventListener("change", () => {
  bounds = null;
  showBars();
  if ($("all").checked) askEvery(request());
  settle();
});
$("filter").addEventListener("input", () => { bars.filter = $("filter").value; bars.draw(); });
$("faint").addEventListener("change", () => refresh());

function take({ key, table, other, labels, names: systems, measure }) {
  Object.assign(state, { preset: key, table, other, labels, names: systems, measure, system: "a", focus: 0, costs: [1, 1] });
  changed();
}
for (const [key, preset] of presets) document.querySelector(`[data-preset="${key}"]`).addEventListener("click", () => take(preset));
$("restore").addEventListener("click", () => {
  take(presets.get(state.preset));
  document.querySelector(`[data-preset="${state.preset}"]`).focus(); // the button is gone
});

async function copy(text, what) {
  await navigator.clipboard.writeText(text).then(() => { $("copied").textContent = `${what} copied.`; }, () => { $("copied").textContent = "The browser does not let the page copy: the code is below."; });
}
$("copy-link").addEventListener("click", () => { remember(); copy(location.href, "Link"); });
$("copy-python").addEventListener("click", () => copy(answer.python, "Python"));
$("copy-command").addEventListener("click", () => copy(answer.command, "Command"));

// The fragment of a link within the page, such as that which skips to the content, is no state.
window.addEventListener("popstate", () => { if (!isPlace(location.hash)) load(location.hash); });
let width = 0;
new ResizeObserver(() => {
  if (!answer || $("space").clientWidth === width) return;
  width = $("space").clientWidth;
  drawSpace();
  drawPrevalence();
}).observe($("space"));

// The controls stay in view; where they are taller than the window, they scroll with the page down to their end.
new ResizeObserver(([{ target }]) => target.style.setProperty("--height", `${target.offsetHeight}px`)).observe($("controls"));

load(isPlace(location.hash) ? "" : location.hash);
