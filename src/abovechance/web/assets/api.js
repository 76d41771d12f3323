// How scripts of rooms ask the server: JSON in, JSON out. Numbers and charts are made by the library on the server.

import { PAGE } from "./tab.js";

// An error whose message is a sentence for the user; `argument` names the member of the request that is wrong.
export class ApiError extends Error {
  constructor(message, status = 0, argument = null) {
    super(message);
    this.status = status;
    this.argument = argument;
  }
}

// Ask an endpoint, such as "explore/tables", and return its answer.
export async function ask(endpoint, request, options = {}) {
  return send(`/api/${endpoint}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    ...options,
  });
}

// Send any request of this page and return the JSON of the answer.
export async function send(address, options = {}) {
  let response;
  try {
    response = await fetch(address, { ...options, headers: { "X-Page": PAGE, ...options.headers } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("The server does not answer: is “abovechance serve” still running?");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    throw new ApiError(answer.error || `The server answered with an error (${response.status}).`, response.status, answer.argument);
  }
  return answer;
}

// A function that asks an endpoint for the newest state: while one request is under way, only the latest of those that
// follow is kept and sent next, so that dragging never queues up. `show(answer, request)` puts the answer in place,
// `fail(error, request)` an error.
export function latest(endpoint, show, fail = () => {}) {
  let waiting = null, running = false;
  async function run() {
    running = true;
    while (waiting !== null) {
      const request = waiting;
      waiting = null;
      try {
        const answer = await ask(endpoint, request);
        show(answer, request);
      } catch (error) {
        fail(error, request);
      }
    }
    running = false;
  }
  return (request) => {
    waiting = request;
    if (!running) run();
  };
}

// Show an error in an element with role="alert", or hide that with null.
export function showError(element, error) {
  element.hidden = error === null;
  element.classList.add("notice", "bad");
  element.textContent = error === null ? "" : sentence(error.message);
}

// The text with a capital letter and a full stop.
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

// Put markup that the server made (charts, tables: escaped there) into an element.
export function place(element, markup) {
  element.innerHTML = markup;
}

// Make an element: make("td", { class: "text" }, "label") ; text is never taken for markup.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}
