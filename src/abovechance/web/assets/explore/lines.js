// The measure whose lines of equal value are drawn: it is searched for by any of its names, and its lines are asked for.
import { ask, latest, showError } from "../api.js";

const $ = (id) => document.getElementById(id);

export const measures = new Map([...$("measure-list").options].map((option) => [option.dataset.key, option.value]));

export class Lines {
  constructor({ onChoose, onLines }) {
    Object.assign(this, { onChoose, chosen: "", found: [], note: "", key: "", search: $("measure"), error: $("measure-error") });
    this.ask = latest("explore/lines", (found, of) => {
      Object.assign(this, { found: found.lines, note: found.note, key: JSON.stringify(of) });
      onLines();
    });
    this.search.addEventListener("focus", () => this.search.select());
    this.search.addEventListener("input", () => this.choose(this.titled()));
    this.search.addEventListener("change", () => this.settle());
  }

  // The lines of a measure where classes have these shares; there are some of two classes only.
  show(measure, prevalence, n, two) {
    this.chosen = measure;
    if (document.activeElement !== this.search) this.search.value = measures.get(measure);
    if (!two || !(prevalence > 0 && prevalence < 1)) Object.assign(this, { found: [], note: "", key: "" });
    else {
      const wanted = { measure, prevalence, n };
      if (JSON.stringify(wanted) !== this.key) this.ask(wanted);
    }
  }

  titled() {
    const said = this.search.value.trim().toLowerCase();
    return [...measures].find(([key, title]) => title.toLowerCase() === said || key === said)?.[0];
  }

  choose(key) {
    if (!key) return;
    showError(this.error, null);
    if (key !== this.chosen) this.onChoose(key);
  }

  // Any name that the library knows will do, then any part of a title; what is neither is said to be none.
  async settle() {
    const said = this.search.value.trim();
    let key = this.titled(), problem = null;
    if (!key && said) {
      [key, problem] = await ask("explore/named", { measure: said.slice(0, 80) }).then((found) => [found.key, null], (error) => [undefined, error]);
      key ??= [...measures].find(([one, title]) => title.toLowerCase().includes(said.toLowerCase()) || one.includes(said.toLowerCase()))?.[0];
    }
    this.choose(key);
    if (!key && problem) showError(this.error, problem);
    this.search.value = measures.get(key ?? this.chosen);
  }
}
