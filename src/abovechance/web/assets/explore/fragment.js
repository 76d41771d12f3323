// The state of the room as the fragment of the address, and back. Its format is in web/rooms/explore.py.

export const MOST_CLASSES = 8;
export const MOST_ITEMS = 1e15;
export const LONGEST_LABEL = 40;
export const VIEWS = ["table", "space", "measures", "prevalence", "kappas", "winnings", "share"];

export function usualLabels(size) {
  return size === 2 ? ["positive", "negative"] : [..."ABCDEFGH"].slice(0, size);
}

// What is shown where the address says nothing.
export function start() {
  return {
    preset: null, table: [[30, 30], [12, 28]], other: null, system: "a", labels: usualLabels(2), names: null,
    measure: "informedness", space: "roc", keep: "rates", focus: 0, costs: [1, 1],
  };
}

// The state that a fragment says, which view it asks for, and which parts made no sense.
export function parsed(fragment, presets) {
  const state = start(), wrong = [];
  const parts = new Map();
  for (const part of fragment.replace(/^#/, "").split("&").filter(Boolean)) {
    const [name, value] = split(part);
    parts.set(name, value);
  }
  const given = (name, read) => {
    if (!parts.has(name)) return undefined;
    const value = read(parts.get(name));
    if (value === undefined) wrong.push(name);
    parts.delete(name);
    return value;
  };
  const preset = given("p", (text) => presets.get(text));
  if (preset) {
    const { table, other, labels, names, measure, key } = preset;
    Object.assign(state, { table, other, labels, names, measure, preset: key });
  }
  const table = given("t", counts);
  if (table) {
    if (table.length !== state.table.length) Object.assign(state, { labels: usualLabels(table.length), other: null });
    state.table = table;
  }
  const size = state.table.length;
  state.other = given("u", (text) => sized(counts(text), size)) ?? state.other;
  state.labels = given("l", (text) => labels(text, size)) ?? state.labels;
  state.system = given("on", oneOf(state.other ? ["a", "b"] : ["a"])) ?? "a";
  state.measure = given("m", (text) => (/^[a-z0-9_]{1,80}$/.test(text) ? text : undefined)) ?? state.measure;
  state.space = given("s", oneOf(["roc", "pn"])) ?? state.space;
  state.keep = given("keep", oneOf(["rates", "bias"])) ?? state.keep;
  state.focus = given("k", (text) => (/^\d$/.test(text) && Number(text) < size ? Number(text) : undefined)) ?? 0;
  state.costs = given("c", costs) ?? state.costs;
  const view = given("v", oneOf(VIEWS)) ?? null;
  wrong.push(...parts.keys());
  return { state, view, wrong };
}

// The fragment of a state: only what differs from what it begins with.
export function written(state, presets) {
  const usual = start();
  const preset = presets.get(state.preset);
  if (preset) Object.assign(usual, { table: preset.table, other: preset.other, labels: preset.labels, measure: preset.measure });
  const parts = [];
  const put = (name, value) => parts.push(`${name}=${value}`);
  if (preset) put("p", state.preset);
  const tableSays = !same(state.table, usual.table) || !preset;
  if (tableSays) put("t", state.table.flat());
  if (state.other && !same(state.other, usual.other)) put("u", state.other.flat());
  const resized = state.table.length !== usual.table.length;
  if (!same(state.labels, resized ? usualLabels(state.table.length) : usual.labels)) put("l", state.labels.map(encoded));
  if (state.system !== "a") put("on", state.system);
  if (state.measure !== usual.measure) put("m", state.measure);
  if (state.space !== "roc") put("s", state.space);
  if (state.keep !== "rates") put("keep", state.keep);
  if (state.focus) put("k", state.focus);
  if (!same(state.costs, [1, 1])) put("c", state.costs);
  return `#${parts.join("&")}`;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const encoded = (label) => encodeURIComponent(label).replace(/'/g, "%27");
const oneOf = (choices) => (text) => (choices.includes(text) ? text : undefined);
const sized = (table, size) => (table && table.length === size ? table : undefined);

function split(part) {
  const at = part.indexOf("=");
  return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
}

function counts(text) {
  const cells = text.split(/,|%2C/i);
  const size = Math.sqrt(cells.length);
  if (!Number.isInteger(size) || size < 2 || size > MOST_CLASSES) return undefined;
  if (!cells.every(isCount)) return undefined;
  const numbers = cells.map(Number);
  return Array.from({ length: size }, (_, row) => numbers.slice(row * size, (row + 1) * size));
}

function labels(text, size) {
  let found;
  try {
    found = text.split(",").map(decodeURIComponent);
  } catch {
    return undefined;
  }
  return found.length === size && found.every(isLabel) && new Set(found).size === size ? found : undefined;
}

// Whether a text is a number of items; where sliders were, it is the number to expect, with decimals.
export function isCount(text) {
  return /^\d{1,16}(\.\d{1,9})?$/.test(text) && Number(text) <= MOST_ITEMS;
}

export function isLabel(label) {
  return label.length > 0 && [...label].length <= LONGEST_LABEL && label === label.trim() && !/[\p{C}\p{Zl}\p{Zp}]/u.test(label);
}

function costs(text) {
  const found = text.split(",").map(Number);
  const fit = found.length === 2 && text.length < 40 && found.every((cost) => Number.isFinite(cost) && cost >= 0 && cost <= 1e6);
  return fit ? found : undefined;
}
