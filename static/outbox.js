// Hands that are not on the sheet yet. Each waits on this phone until the program has said that it is
// written, or until somebody discards it. An answer of a proxy or a portal is no answer.

const SIGN = "X-Scorekeeper";
const TIMEOUT = 15_000;
const RETRY = 5_000;
const UNSAID = ["csrf_token", "version", "once", "number", "deed"];

const box = document.getElementById("outbox");
const words = box.dataset;
const name = `waiting:${words.code}`;
let unkept = null; // the hands, while the browser refuses to keep them
let sending = false;
let retry = 0;

const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, fact) => facts[fact] ?? "");
const token = () => document.querySelector("[name=csrf_token]")?.value;
const value = (body, field) => body.find(([each]) => each === field)?.[1];
const replaced = (body, field, now) => body.map(([each, old]) => [each, each === field ? now : old]);
const parse = (page) => new DOMParser().parseFromString(page, "text/html");

/** The mark by which the program knows a hand again that is sent twice. */
export const keyOf = (hand) => value(hand.body, "once");
export const isRefused = (hand) => hand.refused !== undefined;

/** Whether an answer comes from the program itself. */
export const ours = (answer) => answer.headers.has(SIGN);

/** What a form sends, and the button that was pressed: older browsers leave the button out. */
export function fieldsOf(form, button) {
  const fields = [...new FormData(form)];
  return button?.name ? [...fields, [button.name, button.value]] : fields;
}

/** The hands that wait, the first one first. */
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

/** Lets a hand wait behind the others, or in the place of one that it corrects. */
export function put(hand, instead) {
  const list = hands();
  const place = list.findIndex((each) => keyOf(each) === instead);
  keep(place < 0 ? [...list, hand] : list.map((each, at) => (at === place ? hand : each)));
}

/** Sends what waits in a while. */
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

/** A hand stands on the sheet: the next one was entered for the sheet as it stands now. */
export function written(key, page) {
  const [next, ...rest] = without(key);
  const version = parse(page).querySelector("[data-fragment]")?.dataset.version;
  if (next && version) next.body = replaced(next.body, "version", version);
  keep(next ? [next, ...rest] : []);
}

/** Why the program did not write a hand, as its page says it. */
export function reason(page) {
  return parse(page).querySelector("#problem, #twice")?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

/** What the program says of a hand. Throws where it says nothing: then nobody knows, and it waits. */
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

/** Sends what waits, in order. One that was refused is sent again only when it is asked for. */
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
    document.dispatchEvent(new CustomEvent("answered", { detail: { hand: first, isWritten, page } }));
    if (isWritten) send();
  } catch {
    sending = false;
    later();
  }
}

// What the table sees of it.

/** What was entered, in the words of the form; where there is no form, as it is sent. */
export function say(body) {
  const deed = value(body, "deed");
  const passed = deed && deed !== "save";
  const fields = passed ? body.filter(([each]) => ["deed", "note"].includes(each)) : body;
  return fields
    .filter(([each, text]) => text && (passed || !UNSAID.includes(each)) && !(each === "free_tricks" && text === "0"))
    .map(([each, text]) => label(each, text))
    .filter(Boolean)
    .join(", ");
}

function label(each, text) {
  const form = document.getElementById("entry");
  const typed = (field) => field.type === "text";
  const field = [...(form?.elements ?? [])].find((one) => one.name === each && (typed(one) || one.value === text));
  if (!field) return text;
  if (field.type === "hidden") return "";
  const whose = field.closest("label")?.querySelector("bdi")?.textContent;
  if (typed(field)) return whose ? `${whose} ${text}` : text;
  return (field.getAttribute("aria-label") ?? whose ?? (field.closest("label") ?? field).textContent).trim();
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
  const time = new Date(hand.at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  const text = isRefused(hand) ? words.refused : place ? words.behind : unkept ? words.unkept : words.offline;
  const told = make("div", "", make("p", "", fill(text, { number: hand.number, time })));
  told.append(make("p", "small", make("bdi", "", hand.words ?? say(hand.body))));
  if (hand.refused) told.append(make("p", "small", make("bdi", "", hand.refused)));
  const line = make("div", isRefused(hand) ? "note bad" : "note", told);
  if (!place && token()) line.append(button(isRefused(hand) ? words.again : words.retry, () => send(true)));
  if (isRefused(hand) || !token()) {
    line.append(button(fill(words.discard, { number: hand.number }), () => discard(hand)));
  }
  return line;
}

function show() {
  box.replaceChildren(...hands().map(note));
}

/** Over the form, where it is seen; at the head of a page without one. */
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
