// Hands that are not on the sheet yet. Each waits on this phone until the server has confirmed that
// it is written, or until somebody discards it. A response of a proxy or a portal does not count.

const SIGNATURE = "X-Scorekeeper";
const TIMEOUT = 15_000;
const RETRY_DELAY = 5_000;
const HIDDEN_FIELDS = ["csrf_token", "version", "once", "number", "deed"];

const box = document.getElementById("outbox");
const words = box.dataset;
const storageName = `waiting:${words.code}`;
let unsaved = null; // the hands, if the browser refuses to store them
let sending = false;
let retryTimer = 0;

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const token = () => document.querySelector("[name=csrf_token]")?.value;
const fieldValue = (body, name) => body.find(([each]) => each === name)?.[1];
const withValue = (body, name, value) =>
  body.map(([each, old]) => [each, each === name ? value : old]);
const parse = (page) => new DOMParser().parseFromString(page, "text/html");

/** Returns the idempotency key of a hand, by which the server recognizes it if it is sent twice. */
export const keyOf = (hand) => fieldValue(hand.body, "once");
export const isRefused = (hand) => hand.refused !== undefined;

/** Returns whether a response comes from our server. */
export const isOurs = (response) => response.headers.has(SIGNATURE);

/** Returns the fields of a form and the pressed button, which older browsers leave out. */
export function fieldsOf(form, button) {
  const fields = [...new FormData(form)];
  return button?.name ? [...fields, [button.name, button.value]] : fields;
}

/** Returns the hands that wait, in the order of entry. */
export function hands() {
  if (unsaved) return unsaved;
  try {
    return JSON.parse(localStorage.getItem(storageName)) ?? [];
  } catch {
    return [];
  }
}

function save(list) {
  unsaved = null;
  try {
    if (list.length) localStorage.setItem(storageName, JSON.stringify(list));
    else localStorage.removeItem(storageName);
  } catch {
    unsaved = list;
  }
  render();
}

/** Adds a hand after the others, or replaces the one with this key. */
export function put(hand, replacedKey) {
  const list = hands();
  const place = list.findIndex((each) => keyOf(each) === replacedKey);
  save(place < 0 ? [...list, hand] : list.map((each, at) => (at === place ? hand : each)));
}

/** Schedules another attempt to send. */
export function retryLater() {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(send, RETRY_DELAY);
}

const without = (key) => hands().filter((hand) => keyOf(hand) !== key);

function discard(hand) {
  save(without(keyOf(hand)));
  document.dispatchEvent(new CustomEvent("discarded"));
  send();
}

/** Removes a hand that is on the sheet, and gives the next one the sheet's new version. */
export function remove(key, page) {
  const [next, ...rest] = without(key);
  const version = parse(page).querySelector("[data-fragment]")?.dataset.version;
  if (next && version) next.body = withValue(next.body, "version", version);
  save(next ? [next, ...rest] : []);
}

/** Returns why the server did not write a hand, as its page says. */
export function refusalIn(page) {
  const problem = parse(page).querySelector("#problem, #twice");
  return problem?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

/** Sends a hand and returns the outcome. Throws without a clear response: then the hand waits. */
export async function deliver(body) {
  const abort = new AbortController();
  const timeout = setTimeout(() => abort.abort(), TIMEOUT);
  try {
    const response = await fetch(words.action, {
      method: "POST",
      body: new URLSearchParams(withValue(body, "csrf_token", token())),
      headers: { [SIGNATURE]: "1" },
      redirect: "error",
      signal: abort.signal,
    });
    const page = await response.text();
    const { status } = response;
    if (response.headers.get(SIGNATURE) === "written") return { isWritten: true, page };
    const isFinal = status >= 400 && status < 500 && status !== 429;
    if (!isOurs(response) || !isFinal) throw new Error(String(status));
    return { isWritten: false, page };
  } finally {
    clearTimeout(timeout);
  }
}

/** Sends what waits, in order. A refused hand is sent again only on request. */
export async function send(isRequested = false) {
  clearTimeout(retryTimer);
  const [first] = hands();
  if (!first || sending || !token() || (isRefused(first) && !isRequested)) return;
  sending = true;
  try {
    const { isWritten, page } = await deliver(first.body);
    if (isWritten) remove(keyOf(first), page);
    else put({ ...first, refused: refusalIn(page) }, keyOf(first));
    sending = false;
    const detail = { hand: first, isWritten, page };
    document.dispatchEvent(new CustomEvent("answered", { detail }));
    if (isWritten) send();
  } catch {
    sending = false;
    retryLater();
  }
}

// What the players see of it.

/** Returns what was entered, in the labels of the form; without a form, the values as sent. */
export function describe(body) {
  const deed = fieldValue(body, "deed");
  const isPass = deed && deed !== "save";
  const fields = isPass ? body.filter(([name]) => ["deed", "note"].includes(name)) : body;
  return fields
    .filter(([name, value]) => value && (isPass || !HIDDEN_FIELDS.includes(name)))
    .filter(([name, value]) => name !== "free_tricks" || value !== "0")
    .map(([name, value]) => labelOf(name, value))
    .filter(Boolean)
    .join(", ");
}

function labelOf(name, value) {
  const form = document.getElementById("entry");
  const isTyped = (field) => field.type === "text";
  const field = [...(form?.elements ?? [])].find(
    (each) => each.name === name && (isTyped(each) || each.value === value),
  );
  if (!field) return value;
  if (field.type === "hidden") return "";
  const label = field.closest("label");
  const side = label?.querySelector("bdi")?.textContent;
  if (isTyped(field)) return side ? `${side} ${value}` : value;
  return (field.getAttribute("aria-label") ?? side ?? (label ?? field).textContent).trim();
}

function make(tag, className, ...contents) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...contents);
  return element;
}

function button(text, onClick) {
  const element = make("button", "btn", text);
  element.type = "button";
  element.addEventListener("click", onClick);
  return element;
}

/** Returns the text that says why a hand waits; `place` is its place in the outbox. */
function statusOf(hand, place) {
  if (isRefused(hand)) return words.refused;
  if (place) return words.behind;
  return unsaved ? words.unkept : words.offline;
}

function noteOn(hand, place) {
  const time = new Date(hand.at).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
  const status = fill(statusOf(hand, place), { number: hand.number, time });
  const lines = make("div", "", make("p", "", status));
  lines.append(make("p", "small", make("bdi", "", hand.words ?? describe(hand.body))));
  if (hand.refused) lines.append(make("p", "small", make("bdi", "", hand.refused)));
  const note = make("div", isRefused(hand) ? "note bad" : "note", lines);
  if (!place && token()) {
    note.append(button(isRefused(hand) ? words.again : words.retry, () => send(true)));
  }
  if (isRefused(hand) || !token()) {
    note.append(button(fill(words.discard, { number: hand.number }), () => discard(hand)));
  }
  return note;
}

function render() {
  box.replaceChildren(...hands().map(noteOn));
}

/** Places the outbox above the form, or at the top of a page without one. */
function placeBox() {
  const form = document.getElementById("entry");
  if (form) form.before(box);
  else if (!box.isConnected) document.querySelector(".bar").after(box);
}

document.addEventListener("swapped", placeBox);
window.addEventListener("storage", render); // another tab of this match
window.addEventListener("online", () => send());
document.addEventListener("visibilitychange", () => document.hidden || send());

placeBox();
render();
if (!document.getElementById("entry")) send();
