// The examples: buttons, what is said of the one that is shown, and whether its table has been changed since.

const $ = (id) => document.getElementById(id);

export const presets = new Map([...document.querySelectorAll("[data-preset]")].map((button) => {
  const { preset, table, other, labels, names, measure, view, about, source } = button.dataset;
  return [preset, { key: preset, title: button.textContent, table: JSON.parse(table), other: JSON.parse(other), labels: JSON.parse(labels), names: JSON.parse(names), measure, view, about, source }];
}));

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// The example whose tables are shown as they are, if any.
export function untouched(state) {
  const preset = presets.get(state.preset);
  return preset && ["table", "other", "labels"].every((part) => same(state[part], preset[part])) ? preset : null;
}

// What is said of an example is true of its own tables alone.
export function showPreset(state) {
  const preset = presets.get(state.preset), whole = untouched(state);
  $("about").hidden = !preset;
  $("about-text").textContent = whole?.about ?? (preset ? `Changed from the example “${preset.title}”. ` : "");
  $("about-source").textContent = whole?.source ?? "";
  $("restore").hidden = !preset || whole !== null;
  for (const card of document.querySelectorAll(".views .card")) card.classList.toggle("look", whole !== null && card.id === `view-${whole.view}`);
  for (const button of document.querySelectorAll("[data-preset]")) button.setAttribute("aria-pressed", String(button.dataset.preset === whole?.key));
}
