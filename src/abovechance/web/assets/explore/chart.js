// Draws pictures that the server describes: lines, areas and marks on two axes. It only places what it is given.

const SVG = "http://www.w3.org/2000/svg";
const COLOURS = 7;
const MARGIN = { left: 46, right: 14, top: 10, bottom: 42 };

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function systemClass(system) {
  if (system === null || system === undefined) return "ac-none";
  const turn = Math.floor(system / COLOURS) % 4;
  return `ac-s${system % COLOURS}${turn ? ` ac-dash${turn}` : ""}`;
}

// Draw a picture into an element and return where its plot is, in pixels of that element.
export function draw(holder, picture, { lowerLines = [], handleAt = null, marker = null, tall = 300, legend = true } = {}) {
  const width = Math.max(holder.clientWidth, 240);
  const plot = { left: MARGIN.left, top: MARGIN.top, width: width - MARGIN.left - MARGIN.right };
  plot.height = picture.square ? Math.min(plot.width, 460) : Math.min(tall, Math.max(190, plot.width * 0.62));
  if (picture.x.shown || picture.y.shown) { // counts: a step across is as long as a step up, where that can be seen
    const aspect = Math.min(Math.max((picture.y.shown || 1) / (picture.x.shown || 1), 0.4), 2.5);
    if (aspect < 1) plot.height *= aspect;
    else plot.width = plot.height / aspect;
  } else if (picture.square && plot.width > plot.height) plot.width = plot.height;
  if (picture.square) plot.left += (width - MARGIN.left - MARGIN.right - plot.width) / 2;
  const height = plot.top + plot.height + MARGIN.bottom;
  const x = axis(picture.x, plot.left, plot.left + plot.width);
  const y = axis(picture.y, plot.top + plot.height, plot.top);
  const root = element("svg", {
    class: "ac-chart", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": described(picture),
  });
  root.append(axes(x, y, picture, plot));
  const inside = element("svg", { x: plot.left - 6, y: plot.top - 6, width: plot.width + 12, height: plot.height + 12,
    viewBox: `${plot.left - 6} ${plot.top - 6} ${plot.width + 12} ${plot.height + 12}` });
  root.append(inside);
  for (const area of picture.areas) inside.append(areaPath(area, x, y));
  const held = handleAt === null ? null : picture.marks[handleAt];
  const shown = together(picture.marks.filter((mark) => mark.x !== null && mark.y !== null && mark !== held), x, y);
  // Points are where they are; of texts, the names of single lines find their places before the values of many.
  const taken = shown.map((mark) => ({ x: x.at(mark.x), y: y.at(mark.y), half: 6 }));
  if (held) taken.push({ x: x.at(held.x), y: y.at(held.y), half: 17 });
  const labels = element("g");
  const named = [lowerLines, picture.lines].map((lines) => drawLines(inside, lines, x, y));
  for (const [said, at] of named.reverse().flat()) label(labels, said, at, x, y, plot, taken);
  if (marker !== null && marker >= x.low && marker <= x.high) {
    inside.append(element("path", { class: "now", d: `M${x.at(marker)} ${plot.top}V${plot.top + plot.height}` }));
  }
  root.append(labels);
  for (const mark of shown) root.append(element("circle", { class: `ac-mark ${systemClass(mark.system)}`, cx: x.at(mark.x), cy: y.at(mark.y), r: 4.5 }));
  if (picture.square) for (const mark of shown) if (mark.text) root.append(markLabel(mark, x, y, plot, taken));
  holder.replaceChildren(root, ...(legend ? keys(picture) : []), ...notes(picture));
  return { ...plot, x, y };
}

function axis(scale, first, last) {
  const low = scale.low ?? 0, high = scale.high ?? 1;
  const at = (value) => first + ((value - low) / (high - low)) * (last - first);
  return { low, high, first, last, title: scale.title, shown: scale.shown ?? null, at: (value) => Math.round(at(value) * 10) / 10 };
}

// Round values, each with its place; an axis may show another unit than it is drawn in.
function ticks({ low, high, first, last, shown }) {
  if (shown !== null) return shown > 0 ? ticks({ low, high: shown, first, last, shown: null }).map(([value]) => [value, value / shown]) : [[0, 0]];
  const most = Math.max(2, Math.floor(Math.abs(last - first) / 55));
  const raw = (high - low) / most, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= raw * 0.999);
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) found.push([i * step, i * step]);
  return found;
}

function tickText(value, high) {
  if (Math.abs(high) >= 1e5) return value === 0 ? "0" : value.toExponential(1).replace("e+", "e").replace(".0e", "e");
  return String(Number(value.toPrecision(6))).replace("-", "−");
}

function axes(x, y, picture, plot) {
  const group = element("g", { "aria-hidden": "true" });
  let lines = "";
  const bottom = plot.top + plot.height, right = plot.left + plot.width;
  for (const [value, place] of ticks(x)) {
    lines += `M${x.at(place)} ${plot.top}V${bottom}`;
    group.append(text(tickText(value, x.shown ?? x.high), x.at(place), bottom + 16, "ac-tick", "middle"));
  }
  for (const [value, place] of ticks(y)) {
    lines += `M${plot.left} ${y.at(place)}H${right}`;
    group.append(text(tickText(value, y.shown ?? y.high), plot.left - 7, y.at(place) + 4, "ac-tick", "end"));
  }
  group.prepend(element("path", { class: "ac-grid", d: lines }),
    element("path", { class: "ac-frame", d: `M${plot.left} ${plot.top}V${bottom}H${right}` }));
  group.append(text(picture.x.title, plot.left + plot.width / 2, bottom + 35, "", "middle"));
  if (picture.y.title !== "Value") {
    const title = text(picture.y.title, 0, 0, "", "middle");
    title.setAttribute("transform", `translate(${plot.left - 34} ${plot.top + plot.height / 2}) rotate(-90)`);
    group.append(title);
  }
  return group;
}

function text(content, x, y, kind, anchor) {
  const made = element("text", { x, y, class: kind, "text-anchor": anchor });
  made.textContent = content;
  return made;
}

export function points(line, before) {
  const numbers = (said) => (said ? said.split(" ").map(Number) : []);
  return { x: line.x === null && before ? before.x : numbers(line.x), y: numbers(line.y) };
}

// Marks of one system at one place as one, with all their names.
function together(marks, x, y) {
  const found = new Map();
  for (const mark of marks) {
    const place = [mark.system, Math.round(x.at(mark.x)), Math.round(y.at(mark.y))].join();
    const there = found.get(place);
    if (there) there.text = [there.text, mark.text].filter(Boolean).join(", ");
    else found.set(place, { ...mark });
  }
  return [...found.values()];
}

// Draw lines, and return the labels that they should have with the places where these may be.
function drawLines(inside, lines, x, y) {
  let before = null;
  const labels = [];
  for (const line of lines) {
    const at = points(line, before);
    before = at;
    let d = "", open = false;
    at.x.forEach((value, i) => {
      if (Number.isNaN(at.y[i])) { open = false; return; }
      d += `${open ? "L" : "M"}${x.at(value)} ${y.at(at.y[i])}`;
      open = true;
    });
    const kind = line.stroke === "line" ? "" : ` ac-${line.stroke}`;
    const path = element("path", { class: `ac-line${kind} ${systemClass(line.system)}`, d });
    if (line.note || line.name) path.append(element("title", {}, line.note || line.name));
    inside.append(path);
    if (line.label) labels.push([line.label, at]);
  }
  return labels;
}

// A label at the place of a line, out of some along it, that is farthest from other labels.
function label(labels, said, at, x, y, plot, taken) {
  let best = null;
  for (const share of [0.5, 0.35, 0.65, 0.2, 0.8, 0.92, 0.08, 0.42, 0.58, 0.27, 0.73, 0.14, 0.86]) {
    const place = along(at, share, x, y);
    if (!place) return;
    const half = said.length * 3.6 + 3;
    const [left, top] = [Math.min(Math.max(place.x, plot.left + half), plot.left + plot.width - half),
      Math.min(Math.max(place.y, plot.top + 8), plot.top + plot.height - 6)];
    const room = Math.min(...taken.map((other) => Math.max(Math.abs(other.x - left) - half - other.half, 1.6 * Math.abs(other.y - top) - 18)), 60);
    if (!best || room > best.room + 4) best = { x: left, y: top, half, room };
  }
  if (best.room < 0) return;
  taken.push(best);
  labels.append(text(said, best.x, best.y + 4, "ac-label ac-note iso", "middle"));
}

// The name of a point beside it, where no other text is.
function markLabel(mark, x, y, plot, taken) {
  const short = mark.text.length > 18 ? `${mark.text.slice(0, 17)}…` : mark.text;
  const half = short.length * 3.5 + 2, [across, up] = [x.at(mark.x), y.at(mark.y)];
  const places = [[9 + half, 0], [-9 - half, 0], [9 + half, 15], [9 + half, -15], [-9 - half, 15], [-9 - half, -15], [9 + half, 30]];
  const free = ([right, down]) => {
    const at = { x: across + right, y: up + down };
    return at.x - half > plot.left - 4 && at.x + half < plot.left + plot.width + 8 &&
      taken.every((other) => Math.abs(other.x - at.x) > half + other.half || Math.abs(other.y - at.y) > 12);
  };
  const [right, down] = places.find(free) ?? places[0];
  taken.push({ x: across + right, y: up + down, half });
  return text(short, across + right, up + down + 4, `ac-label ${systemClass(mark.system)}`, "middle");
}

function along(at, share, x, y) {
  const place = share * (at.x.length - 1), i = Math.min(Math.floor(place), at.x.length - 2);
  if (i < 0) return null;
  const part = place - i;
  return { x: x.at(at.x[i] + part * (at.x[i + 1] - at.x[i])), y: y.at(at.y[i] + part * (at.y[i + 1] - at.y[i])) };
}

function areaPath(area, x, y) {
  const across = area.x.split(" ").map(Number), low = area.low.split(" ").map(Number), high = area.high.split(" ").map(Number);
  const up = across.map((value, i) => `${x.at(value)} ${y.at(high[i])}`);
  const down = across.map((value, i) => `${x.at(value)} ${y.at(low[i])}`).reverse();
  return element("path", { class: `ac-band ${systemClass(area.system)}`, d: `M${[...up, ...down].join("L")}Z` });
}

// The names of lines with their samples, and beside them the values that are marked.
function keys(picture) {
  const named = picture.lines.filter((line) => line.name);
  if (!named.length) return [];
  const values = new Map(picture.marks.map((mark) => [mark.system, mark.text.slice(mark.text.lastIndexOf(" ") + 1)]));
  const list = document.createElement("ul");
  list.className = "legend";
  for (const line of named) {
    const sample = element("svg", { class: "ac-chart sample", width: 22, height: 10, viewBox: "0 0 22 10", "aria-hidden": "true" },
      element("path", { class: `ac-line ${systemClass(line.system)}`, d: "M1 5H21" }));
    const entry = document.createElement("li");
    const value = document.createElement("b");
    value.textContent = values.get(line.system) ?? "–";
    entry.append(sample, ` ${line.name} `, value);
    list.append(entry);
  }
  return [list];
}

function notes(picture) {
  const said = picture.notes.filter((note) => !note.startsWith("dotted"));
  if (!said.length) return [];
  const made = document.createElement("p");
  made.className = "hint";
  made.textContent = said.join("; ");
  return [made];
}

function described(picture) {
  const marks = picture.marks.map((mark) => mark.text).filter(Boolean);
  return `${picture.title}: ${picture.y.title} against ${picture.x.title}.${marks.length ? ` ${marks.join("; ")}.` : ""}`;
}
