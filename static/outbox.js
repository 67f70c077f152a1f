// Hands that are not on the sheet yet. Each waits on this phone until the server has confirmed that
// it is written, or until somebody discards it. A response of a proxy or a portal does not count.

const SIGN = "X-Scorekeeper";
const TIMEOUT = 15_000;
const RETRY = 5_000;
const UNSAID = ["csrf_token", "version", "once", "number", "deed"];

const box = document.getElementById("outbox");
const words = box.dataset;
const name = `waiting:${words.code}`;
let unkept = null; // the hands, if the browser refuses to store them
let sending = false;
let retry = 0;

const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, fact) => facts[fact] ?? "");
const token = () => document.querySelector("[name=csrf_token]")?.value;
const value = (body, field) => body.find(([each]) => each === field)?.[1];
const replaced = (body, field, now) =>
  body.map(([each, old]) => [each, each === field ? now : old]);
const parse = (page) => new DOMParser().parseFromString(page, "text/html");

/** Returns the idempotency key of a hand, by which the server recognizes it if it is sent twice. */
export const keyOf = (hand) => value(hand.body, "once");
export const isRefused = (hand) => hand.refused !== undefined;

/** Returns whether a response comes from our server. */
export const ours = (answer) => answer.headers.has(SIGN);

/** Returns the fields of a form and the pressed button, which older browsers leave out. */
export function fieldsOf(form, button) {
  const fields = [...new FormData(form)];
  return button?.name ? [...fields, [button.name, button.value]] : fields;
}

/** Returns the hands that wait, in the order of entry. */
export function hands() {
  if (unkept) return unkept;
  try {
    return JSON.parse(localStorage.getItem(name)) ?? [];
  } catch {
    return [];
  }
}

function keep(list) {
  unkept = null;
  try {
    if (list.length) localStorage.setItem(name, JSON.stringify(list));
    else localStorage.removeItem(name);
  } catch {
    unkept = list;
  }
  show();
}

/** Adds a hand after the others, or replaces the one that it corrects. */
export function put(hand, instead) {
  const list = hands();
  const place = list.findIndex((each) => keyOf(each) === instead);
  keep(place < 0 ? [...list, hand] : list.map((each, at) => (at === place ? hand : each)));
}

/** Schedules another attempt to send. */
export function later() {
  clearTimeout(retry);
  retry = setTimeout(send, RETRY);
}

const without = (key) => hands().filter((hand) => keyOf(hand) !== key);

function discard(hand) {
  keep(without(keyOf(hand)));
  document.dispatchEvent(new CustomEvent("discarded"));
  send();
}

/** Removes a hand that is on the sheet, and gives the next one the sheet's new version. */
export function written(key, page) {
  const [next, ...rest] = without(key);
  const version = parse(page).querySelector("[data-fragment]")?.dataset.version;
  if (next && version) next.body = replaced(next.body, "version", version);
  keep(next ? [next, ...rest] : []);
}

/** Returns why the server did not write a hand, as its page says. */
export function reason(page) {
  return (
    parse(page).querySelector("#problem, #twice")?.textContent.replace(/\s+/g, " ").trim() ?? ""
  );
}

/** Sends a hand and returns the outcome. Throws without a clear response: then the hand waits. */
export async function deliver(body) {
  const clock = new AbortController();
  const late = setTimeout(() => clock.abort(), TIMEOUT);
  try {
    const answer = await fetch(words.action, {
      method: "POST",
      body: new URLSearchParams(replaced(body, "csrf_token", token())),
      headers: { [SIGN]: "1" },
      redirect: "error",
      signal: clock.signal,
    });
    const page = await answer.text();
    if (answer.headers.get(SIGN) === "written") return { isWritten: true, page };
    const final = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
    if (!ours(answer) || !final) throw new Error(String(answer.status));
    return { isWritten: false, page };
  } finally {
    clearTimeout(late);
  }
}

/** Sends what waits, in order. A refused hand is sent again only if somebody asks for it. */
export async function send(asked = false) {
  clearTimeout(retry);
  const [first] = hands();
  if (!first || sending || !token() || (isRefused(first) && !asked)) return;
  sending = true;
  try {
    const { isWritten, page } = await deliver(first.body);
    if (isWritten) written(keyOf(first), page);
    else put({ ...first, refused: reason(page) }, keyOf(first));
    sending = false;
    document.dispatchEvent(
      new CustomEvent("answered", { detail: { hand: first, isWritten, page } }),
    );
    if (isWritten) send();
  } catch {
    sending = false;
    later();
  }
}

// What the players see of it.

/** Returns what was entered, in the labels of the form; without a form, the values as sent. */
export function say(body) {
  const deed = value(body, "deed");
  const passed = deed && deed !== "save";
  const fields = passed ? body.filter(([each]) => ["deed", "note"].includes(each)) : body;
  return fields
    .filter(
      ([each, text]) =>
        text && (passed || !UNSAID.includes(each)) && !(each === "free_tricks" && text === "0"),
    )
    .map(([each, text]) => label(each, text))
    .filter(Boolean)
    .join(", ");
}

function label(each, text) {
  const form = document.getElementById("entry");
  const typed = (field) => field.type === "text";
  const field = [...(form?.elements ?? [])].find(
    (one) => one.name === each && (typed(one) || one.value === text),
  );
  if (!field) return text;
  if (field.type === "hidden") return "";
  const whose = field.closest("label")?.querySelector("bdi")?.textContent;
  if (typed(field)) return whose ? `${whose} ${text}` : text;
  return (
    field.getAttribute("aria-label") ??
    whose ??
    (field.closest("label") ?? field).textContent
  ).trim();
}

function make(tag, name, ...contents) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...contents);
  return element;
}

function button(text, act) {
  const key = make("button", "btn", text);
  key.type = "button";
  key.addEventListener("click", act);
  return key;
}

function note(hand, place) {
  const time = new Date(hand.at).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
  const text = isRefused(hand)
    ? words.refused
    : place
      ? words.behind
      : unkept
        ? words.unkept
        : words.offline;
  const told = make("div", "", make("p", "", fill(text, { number: hand.number, time })));
  told.append(make("p", "small", make("bdi", "", hand.words ?? say(hand.body))));
  if (hand.refused) told.append(make("p", "small", make("bdi", "", hand.refused)));
  const line = make("div", isRefused(hand) ? "note bad" : "note", told);
  if (!place && token())
    line.append(button(isRefused(hand) ? words.again : words.retry, () => send(true)));
  if (isRefused(hand) || !token()) {
    line.append(button(fill(words.discard, { number: hand.number }), () => discard(hand)));
  }
  return line;
}

function show() {
  box.replaceChildren(...hands().map(note));
}

/** Places the outbox above the form, or at the top of a page without one. */
function place() {
  const form = document.getElementById("entry");
  if (form) form.before(box);
  else if (!box.isConnected) document.querySelector(".bar").after(box);
}

document.addEventListener("swapped", place);
window.addEventListener("storage", show); // another tab of this match
window.addEventListener("online", () => send());
document.addEventListener("visibilitychange", () => document.hidden || send());

place();
show();
if (!document.getElementById("entry")) send();
