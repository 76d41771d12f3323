// The room Evaluate: a file or pasted text, what its columns are for, and the report that the library writes.

import { ApiError, ask, make, send, sentence, showError } from "../api.js";
import { forget, PAGE, remember, remembered } from "../tab.js";
import { Columns } from "./columns.js";
import { Threshold } from "./threshold.js";

const $ = (id) => document.getElementById(id);
const MAX_UPLOAD = Number($("room").dataset.maxUpload);
const PATIENCE = 300; // milliseconds before anybody is told that something goes on
const NUMBERS = ["level", "threshold", "prevalence", "cost_positive", "cost_negative"];

let file = null; // { file, name, size } as the server has it
let running = null; // the AbortController of what goes on

const columns = new Columns($("columns"), $("needs"), $("positive"), $("positive-text"), $("positive-note"));
const threshold = new Threshold($("threshold-part"), {
  ask: (score) => work("Finding thresholds", (signal) =>
    ask("evaluate/thresholds", { ...request(), score }, { signal })),
  evaluate: evaluateAt,
  fail: (error) => showError($("ask-error"), error),
});

// One thing at a time, which can be cancelled -------------------------------------------------------

async function work(text, task) {
  running?.abort();
  const controller = running = new AbortController();
  const started = performance.now();
  const shown = setTimeout(() => {
    $("busy-text").textContent = `${text}…`;
    $("busy").hidden = false;
  }, PATIENCE);
  const ticking = setInterval(() => {
    const seconds = Math.floor((performance.now() - started) / 1000);
    $("busy-seconds").textContent = seconds ? `${seconds} s` : "";
  }, 500);
  $("busy-share").removeAttribute("value");
  $("busy-seconds").textContent = "";
  try {
    return await task(controller.signal);
  } catch (error) {
    if (error.name === "AbortError") return null;
    throw error;
  } finally {
    clearTimeout(shown);
    clearInterval(ticking);
    if (running === controller) {
      running = null;
      $("busy").hidden = true;
    }
  }
}

$("cancel").addEventListener("click", () => {
  running?.abort();
  $("busy").hidden = true;
});

// The file --------------------------------------------------------------------------------------------

async function take(name, send_file) {
  showError($("data-error"), null);
  try {
    const taken = await work("Taking the file", send_file);
    if (taken === null) return;
    file = taken;
    $("chosen").hidden = false;
    $("chosen").replaceChildren(make("strong", {}, file.name), ` · ${bytes(file.size)}`);
    resetWritten();
    remember({ file, fields: {} });
    await look(true);
  } catch (error) {
    forgetShown();
    showError($("data-error"), error);
  }
}

function takeBlob(blob, name) {
  if (blob.size > MAX_UPLOAD) {
    const command = `abovechance evaluate ${name.includes(" ") ? "FILE" : name}`;
    showError($("data-error"), new ApiError(`The file has ${bytes(blob.size)}, and the limit of this page is ${bytes(MAX_UPLOAD)}: ` +
      `use “${command}”, which has none, or start the page with a larger --max-upload.`));
    return;
  }
  return take(name, (signal) => upload(blob, name, signal));
}

// Send a file with its progress, which fetch does not tell.
function upload(blob, name, signal) {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open("POST", `/evaluate/files?name=${encodeURIComponent(name)}`);
    sending.setRequestHeader("X-Page", PAGE);
    sending.responseType = "json";
    sending.upload.addEventListener("progress", (event) => { $("busy-share").value = event.loaded / event.total; });
    sending.addEventListener("load", () => {
      const answer = sending.response || {};
      if (sending.status === 200) resolve(answer);
      else reject(new ApiError(answer.error || `The server answered with an error (${sending.status}).`, sending.status));
    });
    sending.addEventListener("error", () => reject(new ApiError(
      "The file could not be sent: it cannot be read any more, or “abovechance serve” has ended.")));
    sending.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")));
    signal.addEventListener("abort", () => sending.abort());
    sending.send(blob);
  });
}

async function look(isNew, notes = []) {
  $("result").hidden = true;
  try {
    const found = await work("Looking at the columns", (signal) =>
      ask("evaluate/columns", { file: file.file, ...written() }, { signal }));
    if (found === null) return;
    showError($("data-error"), null);
    showError($("ask-error"), null);
    $("ask").hidden = false;
    $("ask").classList.remove("unread");
    const rows = found.is_whole ? `${found.rows.toLocaleString("en")} ${found.rows === 1 ? "row" : "rows"}` :
      `the first ${found.rows.toLocaleString("en")} rows are shown`;
    $("chosen").replaceChildren(make("strong", {}, file.name), ` · ${bytes(file.size)} · ${rows}`);
    $("notes").replaceChildren(...[...notes, ...found.notes].map((note) => make("p", { class: "notice caution" }, note)));
    columns.show(found);
    choose(found.question);
    if (isNew) $("ask-title").focus({ preventScroll: true });
  } catch (error) {
    $("ask").hidden = isNew;
    showError(isNew ? $("data-error") : $("ask-error"), error);
    if (isNew) await offerWritten(error);
  }
}

// A file that cannot be read as it is may be so in another way: then show that field of how it is written alone. A
// first line that cannot name the columns is taken as items, and the page says so.
async function offerWritten(error) {
  const field = error.argument && document.getElementById(error.argument);
  if (!field || !$("written").contains(field)) return;
  $("written-part").open = true;
  if (field === $("has_names") && field.checked) {
    field.checked = false;
    await look(true, [`${sentence(error.message)} So it is taken as items.`]);
    return;
  }
  columns.clear();
  $("ask").hidden = false;
  $("ask").classList.add("unread");
  field.focus();
}

function forgetShown() {
  file = null;
  forget();
  for (const id of ["chosen", "ask", "result"]) $(id).hidden = true;
}

$("file").addEventListener("change", () => {
  const [chosen] = $("file").files;
  if (chosen) takeBlob(chosen, chosen.name);
  $("file").value = "";
});

for (const name of ["dragenter", "dragover"]) {
  document.addEventListener(name, (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    $("drop").classList.add("over");
  });
}
document.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) $("drop").classList.remove("over");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  $("drop").classList.remove("over");
  const [dropped] = event.dataTransfer.files;
  if (dropped) takeBlob(dropped, dropped.name);
});

$("paste-open").addEventListener("click", () => {
  const open = $("paste").hidden;
  $("paste").hidden = !open;
  $("paste-open").setAttribute("aria-expanded", String(open));
  if (open) $("pasted").focus();
});
$("paste-use").addEventListener("click", () => {
  const text = $("pasted").value;
  if (!text.trim()) {
    showError($("data-error"), new ApiError("Nothing is pasted: paste a column of the truth and one of the predictions, or a table."));
    return;
  }
  const end = text.split("\n", 1)[0].includes("\t") ? "tsv" : "csv";
  takeBlob(new Blob([text.endsWith("\n") ? text : `${text}\n`]), `pasted.${end}`);
});
for (const button of document.querySelectorAll("[data-example]")) {
  button.addEventListener("click", () => take(button.dataset.example, (signal) =>
    send(`/evaluate/examples?name=${encodeURIComponent(button.dataset.example)}`, { method: "POST", signal })));
}
// What is asked -----------------------------------------------------------------------------------------

for (const radio of document.querySelectorAll("[name=question]")) {
  radio.addEventListener("change", () => choose(radio.value));
}

function choose(question) {
  document.querySelector(`[name=question][value=${question}]`).checked = true;
  columns.ask(question);
  for (const field of document.querySelectorAll("[data-for]")) {
    field.hidden = !field.dataset.for.split(" ").includes(question);
  }
}

function written() {
  const given = { has_names: $("has_names").checked, decimal: $("decimal").value };
  for (const name of ["delimiter", "encoding", "sheet"]) if ($(name).value.trim()) given[name] = $(name).value;
  return given;
}

function resetWritten() {
  for (const name of ["delimiter", "encoding"]) $(name).value = "";
  $("sheet").value = "";
  $("decimal").value = ".";
  $("has_names").checked = true;
}

$("written").addEventListener("change", () => { if (file) look(false); });

function request() {
  const question = document.querySelector("[name=question]:checked").value;
  const asked = { file: file.file, question, roles: columns.roles(), ...written() };
  for (const name of NUMBERS) {
    if ($(name).value.trim() !== "" && isAsked($(name))) asked[name] = numberIn($(name));
  }
  const positive = columns.positive();
  if (positive !== null && isAsked($("positive"))) asked.positive = positive;
  for (const name of ["measures", "missing"]) {
    const several = $(name).value.split(",").map((one) => one.trim()).filter(Boolean);
    if (several.length && isAsked($(name))) asked[name] = several;
  }
  if (isAsked($("on_missing"))) asked.on_missing = $("on_missing").value;
  if (question === "table") asked.rows = $("rows").value;
  return asked;
}

// The number that a field holds; what is none is refused in the words of its label.
function numberIn(field) {
  const text = field.value.trim(), number = Number(text);
  const { low, high } = field.dataset;
  const inside = (low === undefined || number >= Number(low)) && (high === undefined || number <= Number(high));
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(number) && inside) return number;
  const range = high !== undefined ? ` from ${low} to ${high}` : low !== undefined ? ` from ${low} on` : "";
  const label = field.labels[0].firstChild.textContent.trim();
  throw new ApiError(`“${label}” must be a number${range} in plain digits, with a point if it has decimals: “${text}” is not taken`, 0, field.id);
}

const isAsked = (control) => !control.closest("[data-for]").hidden;

// The report --------------------------------------------------------------------------------------------

$("go").addEventListener("click", () => evaluate());
$("ask").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("input:not([type=radio])")) evaluate();
});

async function evaluate() {
  if ($("ask").classList.contains("unread")) return;
  showError($("ask-error"), null);
  document.querySelectorAll("[aria-invalid]").forEach((one) => one.removeAttribute("aria-invalid"));
  $("go").disabled = true;
  try {
    const asked = request();
    const found = await work("Evaluating", (signal) => ask("evaluate/report", asked, { signal }));
    if (found !== null) {
      show(found, asked);
      remember({ file, fields: fields(), asked, found });
    }
  } catch (error) {
    $("result").hidden = true;
    showError($("ask-error"), error);
    const named = error.argument && document.getElementById(error.argument);
    const wrong = named === $("positive") && named.hidden ? $("positive-text") : named;
    if (wrong && $("ask").contains(wrong)) {
      wrong.setAttribute("aria-invalid", "true");
      const closed = wrong.closest("details");
      if (closed) closed.open = true;
      wrong.focus();
    }
  } finally {
    $("go").disabled = false;
  }
}

function show(found, asked) {
  const address = `/evaluate/reports/${PAGE}/${file.file}/${found.report}`;
  [$("verdict").textContent] = found.verdict.split("\n");
  for (const link of document.querySelectorAll("[data-format]")) {
    link.href = `${address}/${link.dataset.format}`;
    link.setAttribute("download", "");
  }
  $("open").href = `${address}/view`;
  const frame = $("report").cloneNode(); // a new one, so that going back does not go through old reports
  frame.src = `${address}/view`;
  $("report").replaceWith(frame);
  $("command").textContent = found.command;
  $("python").textContent = found.python;
  $("copied").textContent = "";
  $("result").hidden = false;
  const scores = asked.roles.filter((one) => one.role === "score").map((one) => one.column);
  threshold.offer(asked.question === "scores" && found.has_thresholds ? scores : []);
  $("result-title").focus({ preventScroll: true });
  $("result").scrollIntoView({ block: "start" });
}

function evaluateAt(score, value, positive) {
  const truth = columns.roles().filter((one) => one.role !== "score");
  choose("labels");
  columns.set([...truth, { column: score, role: "prediction" }]);
  columns.setPositive(positive);
  $("threshold").value = String(value);
  evaluate();
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const source = $(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent);
      $("copied").textContent = "Copied.";
    } catch {
      getSelection().selectAllChildren(source);
      $("copied").textContent = "The browser does not let the page copy: the text is selected, press Ctrl-C.";
    }
  });
}

function bytes(size) {
  if (size < 1000) return `${size} bytes`;
  return size < 1e6 ? `${Math.round(size / 1000)} kB` : `${(size / 1e6).toFixed(1).replace(/\.0$/, "")} MB`;
}

// What is kept while other rooms are visited ---------------------------------------------------------------

const FIELDS = [...$("ask").querySelectorAll("input[id], select[id]")].filter((one) => !["positive", "positive-text"].includes(one.id));

const fields = () => Object.fromEntries(FIELDS.map((one) => [one.id, one.type === "checkbox" ? one.checked : one.value]));

// Show again what was here before another room was visited, unless the server has it no longer.
async function comeBack({ file: before, fields: filled, asked, found }) {
  file = before;
  for (const field of FIELDS) {
    if (!(field.id in filled)) continue;
    if (field.type === "checkbox") field.checked = filled[field.id];
    else field.value = filled[field.id];
  }
  $("chosen").hidden = false;
  await look(false);
  if ($("ask").hidden) forgetShown();
  else if (asked) {
    choose(asked.question);
    columns.set(asked.roles);
    if (asked.positive) columns.setPositive(asked.positive);
    show(found, asked);
  }
}
if (remembered()) comeBack(remembered());
