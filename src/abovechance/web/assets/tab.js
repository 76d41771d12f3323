// What a tab keeps while it goes from room to room: the id by which its files are known, and what Evaluate shows.

const KEY = "abovechance";
let isStaying = false; // a link to another room was followed

const kept = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // no storage, or another hand's
  }
};

// The id of the tab: that of the page it came from, if that left something here; else that of this page.
export const PAGE = kept().page ?? document.body.dataset.page;

// What Evaluate has shown, or null.
export const remembered = () => kept().shown ?? null;

export function remember(shown) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ page: PAGE, shown }));
  } catch { /* too large, or no storage: then it is not kept */ }
}

export function forget() {
  sessionStorage.removeItem(KEY);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  isStaying = Boolean(link) && !link.target && !link.hasAttribute("download") && link.origin === location.origin;
});
addEventListener("pagehide", (event) => {
  if (isStaying || event.persisted || remembered() === null) return;
  forget();
  fetch("/evaluate/forget", { method: "POST", headers: { "X-Page": PAGE }, keepalive: true });
});
