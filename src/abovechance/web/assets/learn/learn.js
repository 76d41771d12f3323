// The tour and the catalogue: which part is shown is in the fragment; numbers and charts come from the server.

import { latest, make, place, showError } from "/assets/api.js";

const steps = [...document.querySelectorAll(".step")];
const wrong = new Map(); // what went wrong with a step, with the card, or with the address: each is mended apart
const seeds = new Map(); // how often each step has drawn
const totals = new Map(); // what its draws came to so far
const asks = new Map(); // a queue for each step, and one for the card

function tell(about, problem) {
  wrong.delete(about);
  if (problem) wrong.set(about, problem);
  showError(document.getElementById("error"), [...wrong.values()].at(-1) ?? null);
}

// How wide a chart may be: in steps, so that little of a change of the window is one of the chart.
const STEP = 20, LEAST = 240, PAIRED = 656;
const stepped = (width) => Math.max(LEAST, Math.floor(width / STEP) * STEP);
const widthOf = (charts) => stepped(charts.clientWidth / (charts.matches(".pair") && charts.clientWidth >= PAIRED ? 2 : 1));

// Where the controls of a form stand: numbers by name, and choices by name.
function standing(form) {
  const values = {}, choices = {};
  for (const control of form.elements) {
    if (control.type === "range") values[control.name] = Number(control.value);
    else if (control.tagName === "SELECT") choices[control.name] = control.value;
  }
  return { values, choices };
}

function showOutputs(form) {
  for (const control of form.querySelectorAll("input[type=range]")) {
    const places = control.step.includes(".") ? control.step.split(".")[1].length : 0;
    const text = Number(control.value).toFixed(places);
    form.querySelector(`output[for="${control.id}"]`).textContent = text;
    control.setAttribute("aria-valuetext", text);
  }
}

// The tour ------------------------------------------------------------------------------------------------------------

function showView(step, answer) {
  tell(step, null);
  const charts = step.querySelector(".charts");
  place(charts, answer.charts.join(""));
  charts.setAttribute("aria-busy", "false");
  step.querySelector(".said").textContent = answer.said;
  const table = step.querySelector(".numbers");
  table.parentElement.hidden = answer.rows.length === 0;
  if (answer.rows.length) {
    table.replaceChildren(
      make("thead", {}, make("tr", {}, ...answer.columns.map((title, i) => make("th", { scope: "col", class: i ? false : "text" }, title)))),
      make("tbody", {}, ...answer.rows.map((row) => make("tr", {}, ...row.map((cell, i) => make(i ? "td" : "th", i ? {} : { scope: "row" }, cell))))),
    );
  }
  const further = step.querySelector(".further");
  if (further) further.href = `/explore#${answer.explore}`; // where the sliders stand
  if (answer.counts) showTotal(step, answer.counts);
}

function showTotal(step, counts) {
  const sum = totals.get(step) ?? { held: 0, drawn: 0, seed: -1 };
  const seed = seeds.get(step) ?? 1;
  if (seed !== sum.seed) totals.set(step, { held: sum.held + counts.held, drawn: sum.drawn + counts.drawn, seed });
  const now = totals.get(step), total = step.querySelector(".total");
  total.hidden = false;
  total.textContent = `So far ${now.held} of ${now.drawn} intervals hold it.`;
}

function askView(step) {
  if (!asks.has(step)) asks.set(step, latest("learn/view", (answer) => showView(step, answer), (problem) => tell(step, problem)));
  showOutputs(step.querySelector("form"));
  asks.get(step)({ step: step.dataset.step, width: widthOf(step.querySelector(".charts")), seed: seeds.get(step) ?? 1, ...standing(step.querySelector("form")) });
}

for (const step of steps) {
  const form = step.querySelector("form");
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    totals.delete(step); // another system: what was drawn before does not count
    askView(step);
  });
  step.querySelector(".draw")?.addEventListener("click", () => {
    seeds.set(step, (seeds.get(step) ?? 1) + 1);
    askView(step);
  });
}

function showStep(step, { focus }) {
  for (const one of steps) {
    one.hidden = one !== step;
    if (one.hidden) tell(one, null);
  }
  for (const link of document.querySelectorAll("#way a")) {
    if (link.dataset.step === step.dataset.step) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  const at = steps.indexOf(step);
  document.getElementById("back").disabled = at === 0;
  document.getElementById("next").disabled = at === steps.length - 1;
  askView(step);
  if (focus) {
    step.querySelector("h3").focus({ preventScroll: true });
    step.scrollIntoView({ block: "nearest" });
  }
}

function turn(by) {
  const at = steps.findIndex((step) => !step.hidden) + by;
  if (steps[at]) location.hash = `step=${steps[at].dataset.step}`;
}
document.getElementById("back").addEventListener("click", () => turn(-1));
document.getElementById("next").addEventListener("click", () => turn(1));

// The catalogue ---------------------------------------------------------------------------------------------------------

const entries = [...document.querySelectorAll("#list li")];
const search = document.getElementById("search"), kind = document.getElementById("kind");

// Each word must be part of what is known of a measure: its names here and elsewhere, and its meaning.
function filter() {
  const words = search.value.toLocaleLowerCase("en").split(/\s+/).filter(Boolean);
  let number = 0;
  for (const entry of entries) {
    const fits = words.every((word) => entry.dataset.searched.includes(word)) && (!kind.value || entry.dataset.kind === kind.value);
    entry.hidden = !fits;
    number += fits;
  }
  for (const family of document.querySelectorAll(".family")) family.hidden = !family.querySelector("li:not([hidden])");
  document.getElementById("found").textContent = number === 1 ? "1 measure" : number ? `${number} measures` : "No measure has all these words.";
}
search.addEventListener("input", filter);
kind.addEventListener("change", filter);
search.addEventListener("keydown", (event) => {
  const first = entries.find((entry) => !entry.hidden);
  if (event.key === "Enter" && first) location.hash = `measure=${first.querySelector("a").dataset.measure}`;
});

const card = document.getElementById("card"), controls = document.getElementById("card-controls");
const FIRST_CARD = "informedness"; // where the address names none
let shown = null;

const askCard = latest("learn/measure", showCard, (problem, { measure }) => {
  tell(measure === shown ? card : "address", problem);
  if (shown === null && measure !== FIRST_CARD) askMeasure(FIRST_CARD);
});

function showCard(answer) {
  tell(card, null);
  card.setAttribute("aria-busy", "false");
  place(document.getElementById("card-charts"), answer.charts.join(""));
  document.getElementById("card-said").textContent = answer.said;
  if (shown === answer.key) return;
  shown = answer.key;
  document.getElementById("card-title").textContent = answer.title;
  document.getElementById("card-meaning").textContent = answer.meaning;
  place(document.getElementById("card-formula"), answer.formula);
  document.getElementById("card-facts").replaceChildren(
    ...answer.facts.map(([name, said]) => make("div", {}, make("dt", {}, name), make("dd", {}, said))),
  );
  document.getElementById("card-references").replaceChildren(...answer.references.map((text) => make("li", {}, text)));
  for (const link of document.querySelectorAll("#list a")) {
    if (link.dataset.measure === answer.key) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function askMeasure(name) {
  showOutputs(controls);
  askCard({ measure: name, at: standing(controls).values, width: widthOf(document.getElementById("card-charts")) });
}
controls.addEventListener("submit", (event) => event.preventDefault());
controls.addEventListener("input", () => askMeasure(shown));

// The fragment ------------------------------------------------------------------------------------------------------------

function follow({ focus }) {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const step = steps.find((one) => one.dataset.step === fragment.get("step"));
  const name = fragment.get("measure");
  const isNoStep = fragment.has("step") && !step;
  tell("address", isNoStep ? new Error(`There is no step “${fragment.get("step")}” of the tour: here is the first`) : null);
  if (step) showStep(step, { focus });
  else if (isNoStep || !asks.size) showStep(steps[0], { focus: false });
  if (name) {
    askMeasure(name);
    if (focus || !step) document.getElementById("catalogue").scrollIntoView();
    if (focus) document.getElementById("card-title").focus({ preventScroll: true });
  } else if (shown === null) askMeasure(FIRST_CARD);
}
let width = 0;
new ResizeObserver(([{ target }]) => {
  const now = widthOf(target), isFirst = width === 0;
  if (now === width) return;
  width = now;
  if (isFirst) return; // what is shown first is asked for below
  askView(steps.find((step) => !step.hidden));
  if (shown !== null) askMeasure(shown);
}).observe(document.getElementById("card-said"));
window.addEventListener("hashchange", () => follow({ focus: true }));
filter();
follow({ focus: false });
