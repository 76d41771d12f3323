// A threshold on the curve: dragged with the mouse, a finger or the keys. The server has computed every table and
// measure beforehand; here they are only shown, and points are put in their places.

import { make, showError } from "../api.js";

const SVG = "http://www.w3.org/2000/svg";
const LEFT = 46, TOP = 10, SIDE = 300, WIDTH = 356, HEIGHT = 356;

export class Threshold {
  constructor(element, { ask, evaluate, fail }) {
    Object.assign(this, { element, askFor: ask, evaluate, fail, found: null, at: 0 });
  }

  // Offer to choose a threshold of these columns of scores; none hides the part.
  offer(scores) {
    this.found = null;
    this.element.hidden = scores.length === 0;
    if (!scores.length) return;
    this.choice = make("select", { id: "threshold-score" }, ...scores.map((score) => make("option", { value: score }, score)));
    this.choice.addEventListener("change", () => this.load());
    this.open = make("button", { type: "button", id: "threshold-open" }, "Choose a threshold on the curve");
    this.open.addEventListener("click", () => this.load());
    this.body = make("div");
    this.error = make("div", { role: "alert", hidden: true });
    const which = make("div", { class: "field", hidden: scores.length === 1 }, make("label", { for: "threshold-score" }, "System"), this.choice);
    this.element.replaceChildren(make("h3", { id: "threshold-title" }, "Which threshold?"),
      make("div", { class: "row" }, which, this.open), this.body, this.error);
  }

  async load() {
    showError(this.error, null);
    try {
      const found = await this.askFor(this.choice.value);
      if (found === null) return;
      this.found = found;
      this.open.hidden = true;
      this.draw();
      this.show(found.best);
    } catch (error) {
      this.body.replaceChildren();
      showError(this.error, error);
    }
  }

  draw() {
    const { found } = this;
    this.svg = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.svg.append(svg("rect", { class: "frame", x: LEFT, y: TOP, width: SIDE, height: SIDE }));
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      this.svg.append(svg("line", { class: "grid-line", x1: x(share), x2: x(share), y1: y(0), y2: y(1) }),
        svg("line", { class: "grid-line", x1: x(0), x2: x(1), y1: y(share), y2: y(share) }),
        svg("text", { x: x(share), y: y(0) + 17, "text-anchor": "middle" }, String(share)),
        svg("text", { x: x(0) - 7, y: y(share) + 4, "text-anchor": "end" }, String(share)));
    }
    this.svg.append(svg("text", { x: x(0.5), y: HEIGHT - 6, "text-anchor": "middle" }, "Fallout"),
      svg("text", { x: 12, y: y(0.5), "text-anchor": "middle", transform: `rotate(-90 12 ${y(0.5)})` }, "Recall"),
      svg("line", { class: "chance", x1: x(0), y1: y(0), x2: x(1), y2: y(1) }),
      svg("path", { class: "path", d: `M${found.curve.map(([across, up]) => `${x(across).toFixed(1)} ${y(up).toFixed(1)}`).join("L")}` }));
    this.height = svg("line", { class: "height" });
    this.point = svg("circle", { class: "point", r: 8 });
    this.svg.append(this.height, this.point);
    this.follow();

    this.slider = make("input", { type: "range", min: 0, max: found.points.length - 1, step: 1, id: "threshold-slider" });
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    this.said = make("p", { id: "threshold-said" });
    this.counts = make("table", { class: "counts" });
    this.measures = make("table", { class: "measures" });
    const use = make("button", { type: "button", class: "main", id: "threshold-use" }, "Evaluate at this threshold");
    use.addEventListener("click", () => {
      const point = found.points[this.at];
      this.evaluate(found.score, point.threshold, found.positive_label);
    });
    const best = make("button", { type: "button", id: "threshold-best" }, "Back to the best");
    best.addEventListener("click", () => this.show(found.best));
    const left = make("div", {}, this.svg, make("label", { for: "threshold-slider" }, "Threshold"), this.slider);
    const right = make("div", {}, this.said, this.counts, make("div", { class: "wide" }, this.measures), make("div", { class: "row" }, use, best));
    this.body.replaceChildren(make("p", { class: "quiet" },
      "Drag the point along the curve, or move the slider. The green line is Informedness: how far the point is above chance."),
      make("div", { class: "parts" }, left, right));
  }

  // The nearest point follows the mouse or the finger.
  follow() {
    const move = (event) => {
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      const across = (place.x - LEFT) / SIDE, up = 1 - (place.y - TOP) / SIDE;
      let nearest = 0, least = Infinity;
      this.found.points.forEach((point, i) => {
        const far = (point.fpr - across) ** 2 + (point.tpr - up) ** 2;
        if (far < least) [nearest, least] = [i, far];
      });
      this.show(nearest);
    };
    this.svg.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.svg.setPointerCapture(event.pointerId);
      move(event);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (this.svg.hasPointerCapture(event.pointerId)) move(event);
    });
  }

  show(at) {
    const { found } = this;
    this.at = at;
    const point = found.points[at];
    this.slider.value = String(at);
    const [informedness] = point.values;
    this.slider.setAttribute("aria-valuetext", `${point.said}, Informedness ${informedness}`);
    this.svg.setAttribute("aria-label", `ROC curve; the threshold ${point.said} has Fallout ${point.fpr.toFixed(3)} and Recall ${point.tpr.toFixed(3)}`);
    set(this.point, { cx: x(point.fpr), cy: y(point.tpr) });
    set(this.height, { x1: x(point.fpr), x2: x(point.fpr), y1: y(point.fpr), y2: y(point.tpr) });
    this.said.replaceChildren("From a score of ", make("strong", {}, point.said), ` on, an item is called ${found.positive}. ${point.cut}`,
      make("br"), `Informedness ${informedness} (95 % interval ${point.interval[0]} to ${point.interval[1]})`, at === found.best ? ", the most of all thresholds." : ".");
    const [hits, alarms, misses, rejections] = point.counts;
    const heads = ["truth \\ called", found.positive_label, found.negative_label].map((text) => make("th", { scope: "col" }, text));
    this.counts.replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {},
      make("tr", {}, make("th", { scope: "row" }, found.positive_label), make("td", { class: "right" }, hits), make("td", { class: "wrong" }, misses)),
      make("tr", {}, make("th", { scope: "row" }, found.negative_label), make("td", { class: "wrong" }, alarms), make("td", { class: "right" }, rejections))));
    const rows = found.measures.map((measure, i) => make("tr", {}, make("th", { scope: "row", title: measure.meaning }, measure.title),
      make("td", {}, point.values[i]), make("td", {}, point.levels[i])));
    const titles = ["Measure", "Value", "By chance"].map((text) => make("th", { scope: "col" }, text));
    this.measures.replaceChildren(make("thead", {}, make("tr", {}, ...titles)), make("tbody", {}, ...rows));
  }
}

const x = (share) => LEFT + SIDE * share;
const y = (share) => TOP + SIDE * (1 - share);

function svg(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  if (text !== undefined) element.textContent = text;
  return element;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
