// Keeps the match page, or the board, up to date. It knows no rule: it swaps in what the server
// prints.
//
// A stream of events says when something is new; the page then fetches one fragment. Without a
// stream it polls every few seconds. A hand that is being entered is never touched.

const POLL_INTERVAL = 5_000;
const STREAM_RETRY_DELAY = 60_000;
const OUTAGE_CHECK_DELAY = 3_000;
const BUSY_TIME = 45_000;
const REPORT_INTERVAL = 20_000;
const CLOSING_TIME = 11_000;

const live = () => document.querySelector("[data-fragment]");
const path = live()?.dataset.base; // a page with a returned form has another address
let etag = `"${live()?.dataset.mark}"`;
let lastAnswer = 0;
let source = null;
let pollTimer = 0;
let outageTimer = 0;
let enteringRole = "";
let busyTimer = 0;
let lastReport = 0;
let wasOpen = false;
let refreshing = false;
let refreshAgain = false;

function entry() {
  return document.getElementById("entry");
}

/** Returns whether a hand is being entered here, or a refused one was returned. */
function hasInput() {
  const form = entry();
  if (!form) return false;
  if ("kept" in form.dataset) return true;
  return [...form.elements].some((field) =>
    field.type === "radio" || field.type === "checkbox"
      ? field.checked !== field.defaultChecked
      : field.type !== "hidden" && "defaultValue" in field && field.value !== field.defaultValue,
  );
}

function fill(words, values) {
  return words.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
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

function showStale() {
  const note = document.getElementById("stale");
  const answered = new Date(lastAnswer || Number(storedAnswerTime()) || Date.now());
  const time = answered.toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
  show("stale", fill(note.dataset.words, { hand: live().dataset.hand, time }));
}

/** Stores and returns when the server last answered: an offline page is as old as that. */
function storedAnswerTime(now) {
  try {
    if (now) localStorage.setItem(`heard:${path}`, now);
    return localStorage.getItem(`heard:${path}`);
  } catch {
    return null;
  }
}

function showFresh() {
  lastAnswer = Date.now();
  storedAnswerTime(lastAnswer);
  clearTimeout(outageTimer);
  outageTimer = 0;
  hide("stale");
}

function showDeleted() {
  close();
  clearInterval(pollTimer);
  show("gone");
}

/** Replaces the old parts by the new ones, and restores the focus. */
function swap(html, whole = false) {
  const now = new DOMParser().parseFromString(html, "text/html").querySelector("[data-fragment]");
  const old = live();
  if (!now || !old) return;
  if (!whole && hasInput()) {
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
  const focusedSelector = focused && old.contains(focused) ? selectorOf(focused) : "";
  old.replaceWith(now);
  watchClosing();
  watchClaim();
  showBusy();
  document.dispatchEvent(new CustomEvent("swapped"));
  if (focusedSelector) now.querySelector(focusedSelector)?.focus({ preventScroll: true });
  if (now.dataset.next && !old.dataset.next) location.assign(now.dataset.next);
}

function selectorOf(element) {
  const name = element.tagName.toLowerCase();
  for (const attribute of ["id", "href", "value"]) {
    const value = element.getAttribute(attribute);
    if (value) return `${name}[${attribute}="${CSS.escape(value)}"]`;
  }
  return "";
}

/** Fetches what is new. A call during a fetch causes one more fetch after it. */
async function refresh() {
  if (refreshing) {
    refreshAgain = true;
    return;
  }
  refreshing = true;
  try {
    const response = await fetch(live().dataset.fragment, {
      headers: etag ? { "If-None-Match": etag } : {},
      cache: "no-store",
    });
    if (!response.headers.has("X-Scorekeeper")) throw new Error("not the program's own answer");
    if (response.status === 404) showDeleted();
    const isCached = response.headers.has("X-Seen"); // cached by the service worker: there is no network
    if (response.status === 200 && !(isCached && response.headers.get("ETag") === etag)) {
      etag = response.headers.get("ETag") ?? "";
      swap(await response.text());
    }
    if (isCached) showStale();
    else if (response.ok || response.status === 304) showFresh();
  } catch {
    showStale();
  } finally {
    refreshing = false;
  }
  if (refreshAgain) {
    refreshAgain = false;
    await refresh();
  }
}

/** Shows who is entering a hand, if anybody is; called again after a swap. */
function showBusy() {
  const note = document.getElementById("busy");
  if (!note) return;
  const name = JSON.parse(live().dataset.names)[enteringRole];
  note.hidden = !name;
  if (name) note.textContent = fill(note.dataset.words, { name });
}

function setBusy(role) {
  clearTimeout(busyTimer);
  enteringRole = role;
  if (role) busyTimer = setTimeout(setBusy, BUSY_TIME, "");
  showBusy();
}

function onEntering(event) {
  if (!JSON.parse(live().dataset.mine ?? "[]").includes(event.data)) setBusy(event.data);
}

function close() {
  source?.close();
  source = null;
}

function poll() {
  if (pollTimer) return;
  pollTimer = setInterval(() => {
    if (!document.hidden) refresh();
  }, POLL_INTERVAL);
  setTimeout(listen, STREAM_RETRY_DELAY);
}

function listen() {
  close();
  if (!("EventSource" in window)) {
    poll();
    return;
  }
  source = new EventSource(`${path}/live`);
  source.onopen = () => {
    clearInterval(pollTimer);
    pollTimer = 0;
    if (outageTimer || wasOpen) refresh();
    else showFresh();
    wasOpen = true;
  };
  source.onmessage = (event) => {
    setBusy("");
    if (event.data !== live().dataset.version) refresh();
  };
  source.addEventListener("table", refresh);
  source.addEventListener("entering", onEntering);
  source.addEventListener("gone", showDeleted);
  source.addEventListener("superseded", () => {
    close(); // another page of this browser has the stream
    poll();
  });
  source.onerror = () => {
    outageTimer ||= setTimeout(refresh, OUTAGE_CHECK_DELAY);
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
  showStale();
  listen(); // an answer that was on its way says nothing about the network of now
});
window.addEventListener("pageshow", (event) => event.persisted && wake());
window.addEventListener("pagehide", close);

// Shows the others who has begun to enter a hand. It only informs, and locks nothing.
document.addEventListener("input", (event) => {
  const form = entry();
  if (!form?.contains(event.target) || Date.now() - lastReport < REPORT_INTERVAL) return;
  lastReport = Date.now();
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
  if (document.getElementById("closing")) setTimeout(refresh, CLOSING_TIME);
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
