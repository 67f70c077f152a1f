// Keeps the board as the sheet stands. It knows no rule: it swaps what the server prints.

const POLL = 5_000;
const TRY_STREAM = 60_000;
const SOON = 3_000;

const path = location.pathname.replace(/\/board\/?$/, "");
const board = () => document.getElementById("board");
let etag = `"${board().dataset.mark}"`;
let heard = new Date();
let source = null;
let polling = 0;
let silence = 0;
let asking = false;
let askAgain = false;

function fresh() {
  heard = new Date();
  clearTimeout(silence);
  silence = 0;
  document.getElementById("stale").hidden = true;
}

function stale() {
  const note = document.getElementById("stale");
  const facts = {
    hand: board().dataset.hand,
    time: heard.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
  };
  note.textContent = note.dataset.words.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
  note.hidden = false;
}

function gone() {
  source?.close();
  source = null;
  clearInterval(polling);
  document.getElementById("gone").hidden = false;
}

function swap(html) {
  const now = new DOMParser().parseFromString(html, "text/html").getElementById("board");
  if (!now) return;
  board().replaceWith(now);
  if (now.dataset.next) location.replace(now.dataset.next);
}

/** Fetches what is new; asked for while it does so, it does so once more. */
async function refresh() {
  if (asking) {
    askAgain = true;
    return;
  }
  asking = true;
  try {
    const answer = await fetch(`${path}/board/fragment`, {
      headers: etag ? { "If-None-Match": etag } : {},
      cache: "no-store",
    });
    if (answer.status === 404) gone();
    if (answer.status === 200) {
      etag = answer.headers.get("ETag") ?? "";
      swap(await answer.text());
    }
    if (answer.ok || answer.status === 304) fresh();
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

function poll() {
  if (polling) return;
  polling = setInterval(refresh, POLL);
  setTimeout(listen, TRY_STREAM);
}

function listen() {
  source?.close();
  if (!("EventSource" in window)) {
    poll();
    return;
  }
  source = new EventSource(`${path}/live`);
  source.onopen = () => {
    clearInterval(polling);
    polling = 0;
    refresh();
  };
  source.onmessage = (event) => {
    if (event.data !== board().dataset.version) refresh();
  };
  source.addEventListener("table", refresh);
  source.addEventListener("gone", gone);
  source.onerror = () => {
    silence ||= setTimeout(stale, SOON);
    if (source?.readyState === EventSource.CLOSED) poll();
  };
}

/** A board that falls asleep shows nothing. Where the browser refuses, it is left at that. */
function stayAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

function wake() {
  if (document.hidden) return;
  stayAwake();
  refresh();
  if (!source || source.readyState === EventSource.CLOSED) listen();
}

document.addEventListener("visibilitychange", wake);
window.addEventListener("online", wake);
window.addEventListener("offline", stale);
window.addEventListener("pageshow", (event) => event.persisted && wake());
window.addEventListener("pagehide", () => source?.close());
stayAwake();
listen();
