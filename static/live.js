// Keeps the match page, or the board, up to date. It knows no rule: it swaps in what the server
// prints.
//
// A stream of events says when something is new; the page then fetches one fragment. Without a
// stream it polls every few seconds. A hand that is being entered is never touched.

const POLL = 5_000;
const TRY_STREAM = 60_000;
const SOON = 3_000;
const BUSY = 45_000;
const AGAIN = 20_000;
const CLOSING = 11_000;

const live = () => document.querySelector("[data-fragment]");
const path = live()?.dataset.base; // a page with a returned form has another address
let etag = `"${live()?.dataset.mark}"`;
let heard = 0;
let source = null;
let polling = 0;
let silence = 0;
let busy = "";
let busyEnds = 0;
let told = 0;
let opened = false;
let asking = false;
let askAgain = false;

function entry() {
  return document.getElementById("entry");
}

/** Returns whether a hand is being entered here, or a refused one was returned. */
function dirty() {
  const form = entry();
  if (!form) return false;
  if ("kept" in form.dataset) return true;
  return [...form.elements].some((field) =>
    field.type === "radio" || field.type === "checkbox"
      ? field.checked !== field.defaultChecked
      : field.type !== "hidden" && "defaultValue" in field && field.value !== field.defaultValue,
  );
}

function fill(words, facts) {
  return words.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
}

function show(id, text) {
  const note = document.getElementById(id);
  if (!note) return;
  if (text !== undefined) note.textContent = text;
  note.hidden = false;
}

function hide(id) {
  const note = document.getElementById(id);
  if (note) note.hidden = true;
}

function stale() {
  const note = document.getElementById("stale");
  const seen = new Date(heard || Number(lastHeard()) || Date.now());
  const time = seen.toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
  show("stale", fill(note.dataset.words, { hand: live().dataset.hand, time }));
}

/** Stores and returns when the server last answered: an offline page is as old as that. */
function lastHeard(now) {
  try {
    if (now) localStorage.setItem(`heard:${path}`, now);
    return localStorage.getItem(`heard:${path}`);
  } catch {
    return null;
  }
}

function fresh() {
  heard = Date.now();
  lastHeard(heard);
  clearTimeout(silence);
  silence = 0;
  hide("stale");
}

function gone() {
  close();
  clearInterval(polling);
  show("gone");
}

/** Replaces the old parts by the new ones, and restores the focus. */
function swap(html, whole = false) {
  const now = new DOMParser().parseFromString(html, "text/html").querySelector("[data-fragment]");
  const old = live();
  if (!now || !old) return;
  if (!whole && dirty()) {
    for (const part of [".totals", ".sheetpad", "#claim", "#outcomes"]) {
      const before = old.querySelector(part);
      const after = now.querySelector(part);
      if (before && after) before.replaceWith(after);
      else if (before) before.remove();
      else if (after) old.prepend(after);
    }
    if (now.dataset.state !== "playing") show("over");
    Object.assign(old.dataset, { hand: now.dataset.hand, version: now.dataset.version });
    watchClaim();
    document.dispatchEvent(new CustomEvent("refreshed"));
    return;
  }
  if (!whole && (now.dataset.state === "ended") !== (old.dataset.state === "ended")) {
    location.reload(); // another page, with other scripts
    return;
  }
  const focused = document.activeElement;
  const again = focused && old.contains(focused) ? sign(focused) : "";
  old.replaceWith(now);
  watchClosing();
  watchClaim();
  tellBusy();
  document.dispatchEvent(new CustomEvent("swapped"));
  if (again) now.querySelector(again)?.focus({ preventScroll: true });
  if (now.dataset.next && !old.dataset.next) location.assign(now.dataset.next);
}

function sign(element) {
  const name = element.tagName.toLowerCase();
  for (const attribute of ["id", "href", "value"]) {
    const value = element.getAttribute(attribute);
    if (value) return `${name}[${attribute}="${CSS.escape(value)}"]`;
  }
  return "";
}

/** Fetches what is new. A call during a fetch causes one more fetch after it. */
async function refresh() {
  if (asking) {
    askAgain = true;
    return;
  }
  asking = true;
  try {
    const answer = await fetch(live().dataset.fragment, {
      headers: etag ? { "If-None-Match": etag } : {},
      cache: "no-store",
    });
    if (!answer.headers.has("X-Scorekeeper")) throw new Error("not the program's own answer");
    if (answer.status === 404) gone();
    const seen = answer.headers.has("X-Seen"); // cached by the service worker: there is no network
    if (answer.status === 200 && !(seen && answer.headers.get("ETag") === etag)) {
      etag = answer.headers.get("ETag") ?? "";
      swap(await answer.text());
    }
    if (seen) stale();
    else if (answer.ok || answer.status === 304) fresh();
  } catch {
    stale();
  } finally {
    asking = false;
  }
  if (askAgain) {
    askAgain = false;
    await refresh();
  }
}

/** Shows who is entering a hand, if anybody is; called again after a swap. */
function tellBusy() {
  const note = document.getElementById("busy");
  if (!note) return;
  const name = JSON.parse(live().dataset.names)[busy];
  note.hidden = !name;
  if (name) note.textContent = fill(note.dataset.words, { name });
}

function setBusy(place) {
  clearTimeout(busyEnds);
  busy = place;
  if (place) busyEnds = setTimeout(setBusy, BUSY, "");
  tellBusy();
}

function entering(event) {
  if (!JSON.parse(live().dataset.mine ?? "[]").includes(event.data)) setBusy(event.data);
}

function close() {
  source?.close();
  source = null;
}

function poll() {
  if (polling) return;
  polling = setInterval(() => {
    if (!document.hidden) refresh();
  }, POLL);
  setTimeout(listen, TRY_STREAM);
}

function listen() {
  close();
  if (!("EventSource" in window)) {
    poll();
    return;
  }
  source = new EventSource(`${path}/live`);
  source.onopen = () => {
    clearInterval(polling);
    polling = 0;
    if (silence || opened) refresh();
    else fresh();
    opened = true;
  };
  source.onmessage = (event) => {
    setBusy("");
    if (event.data !== live().dataset.version) refresh();
  };
  source.addEventListener("table", refresh);
  source.addEventListener("entering", entering);
  source.addEventListener("gone", gone);
  source.addEventListener("superseded", () => {
    close(); // another page of this browser has the stream
    poll();
  });
  source.onerror = () => {
    silence ||= setTimeout(refresh, SOON);
    if (source?.readyState === EventSource.CLOSED) poll();
  };
}

/** Keeps the screen awake, if the browser allows it and the menu's switch is not off. */
async function stayAwake() {
  try {
    if (localStorage.getItem("awake") !== "off") await navigator.wakeLock?.request("screen");
  } catch {
    // The device may refuse: the battery is low, or the page is hidden.
  }
}

function wake() {
  if (document.hidden) return;
  stayAwake();
  refresh();
  if (!source || source.readyState === EventSource.CLOSED) listen();
}

// The page that the server returned for a form replaces the whole live part.
document.addEventListener("printed", ({ detail: { html, keep } }) => {
  swap(html, true);
  etag = "";
  if (keep) document.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
});
document.addEventListener("visibilitychange", wake);
window.addEventListener("online", wake);
window.addEventListener("offline", () => {
  stale();
  listen(); // an answer that was on its way says nothing about the network of now
});
window.addEventListener("pageshow", (event) => event.persisted && wake());
window.addEventListener("pagehide", close);

// Shows the others who has begun to enter a hand. It only informs, and locks nothing.
document.addEventListener("input", (event) => {
  const form = entry();
  if (!form?.contains(event.target) || Date.now() - told < AGAIN) return;
  told = Date.now();
  const token = form.elements.csrf_token.value;
  fetch(`${path}/entering`, { method: "POST", headers: { "X-CSRFToken": token } }).catch(() => {});
});

// The menu, "why?" and "what is needed?" open as a sheet from below; the first loads its script.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".cell a[href], .tot a[href], .bar a[data-sheet]");
  const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button);
  if (!link || !plain || !HTMLDialogElement.prototype.showModal) return;
  event.preventDefault();
  import(document.getElementById("words").dataset.sheets)
    .then(({ ask }) => ask(link.href))
    .catch(() => location.assign(link.href));
});

/** Refreshes when the button that keeps the match open expires. */
function watchClosing() {
  if (document.getElementById("closing")) setTimeout(refresh, CLOSING);
}

/** Refreshes when a claim of the host's role expires, since its buttons then change. */
function watchClaim() {
  const claim = document.getElementById("claim");
  if (claim) setTimeout(refresh, claim.dataset.left * 1000);
}

if (live()) {
  stayAwake();
  watchClosing();
  watchClaim();
  listen();
}
