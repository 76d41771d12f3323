// The point of ROC or PN space that can be dragged, tapped to, and moved by the arrow keys.

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const STEP = 0.01, LARGE_STEP = 0.1;
const PARTS = 500; // of a side of the square: about a pixel

export class Point {
  constructor(frame, handle, { onMove, onEnd }) {
    Object.assign(this, { frame, handle, onMove, onEnd, plot: null, at: null, dragging: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => { if (this.dragging) this.drag(event); });
    for (const kind of ["pointerup", "pointercancel"]) frame.addEventListener(kind, () => this.up());
    frame.addEventListener("click", (event) => { if (event.pointerType === "touch" && this.inside(event)) { this.drag(event); this.onEnd(); } });
    handle.addEventListener("keydown", (event) => this.key(event));
  }

  // Where the point is, and the plot that it is in.
  show(point, text, plot) {
    this.plot = plot;
    this.handle.hidden = !plot || point.fallout === null || point.recall === null;
    if (this.handle.hidden) return;
    this.handle.setAttribute("aria-valuenow", point.recall);
    this.handle.setAttribute("aria-valuetext", text);
    this.handle.title = text;
    if (!this.dragging) this.at = { x: point.fallout, y: point.recall };
    this.place();
  }

  place() {
    this.handle.style.left = `${this.plot.x.at(this.at.x * this.plot.x.high)}px`;
    this.handle.style.top = `${this.plot.y.at(this.at.y * this.plot.y.high)}px`;
  }

  inside(event) {
    if (!this.plot || this.handle.hidden) return false;
    const { x, y } = this.local(event);
    return x > -0.05 && x < 1.05 && y > -0.05 && y < 1.05;
  }

  local(event) {
    const box = this.frame.getBoundingClientRect();
    const { left, top, width, height } = this.plot;
    return { x: (event.clientX - box.left - left) / width, y: 1 - (event.clientY - box.top - top) / height };
  }

  down(event) {
    if (event.button || (event.pointerType === "touch" && event.target !== this.handle) || !this.inside(event)) return;
    this.dragging = true;
    this.frame.setPointerCapture(event.pointerId);
    this.handle.classList.add("held");
    this.handle.focus({ preventScroll: true });
    event.preventDefault();
    this.drag(event);
  }

  drag(event) {
    const { x, y } = this.local(event);
    this.move(x, y);
  }

  move(x, y) {
    const near = (share) => Math.round(Math.min(Math.max(share, 0), 1) * PARTS) / PARTS;
    this.at = { x: near(x), y: near(y) };
    this.place();
    this.onMove(this.at.x, this.at.y);
  }

  up() {
    if (!this.dragging) return;
    this.dragging = false;
    this.handle.classList.remove("held");
    this.onEnd();
  }

  key(event) {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const size = event.shiftKey ? LARGE_STEP : STEP;
    this.move(this.at.x + step[0] * size, this.at.y + step[1] * size);
    this.onEnd();
  }
}
