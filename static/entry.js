// The hand form with a script: one tap a step, and what will be written is shown in pencil first.
//
// It knows no rule: the page holds every outcome of the next hand. What has been tapped outlives a
// reload, and a hand that cannot be sent goes into the outbox.

const PREVIEW_DELAY = 250;

const byId = (id) => document.getElementById(id);
// By the addresses on the page, which name their versions.
const [drafts, outbox, preview] = await Promise.all(
  ["drafts", "outbox", "preview"].map((name) => import(byId(`${name}-script`).src)),
);
const { fill, make, mark } = preview;
const words = byId("words")?.dataset ?? {};
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

let form = null;
let outcomes = null;
let sides = [];
let previewTimer = 0;
let sending = false;
let returnedKey = ""; // idempotency key of the outbox hand that is in the form again

function vibrate(pattern) {
  if (!reducedMotion.matches && mayVibrate()) navigator.vibrate?.(pattern);
}

function mayVibrate() {
  try {
    return localStorage.getItem("buzz") !== "off";
  } catch {
    return true;
  }
}

function checkedValue(name) {
  return form.querySelector(`[name=${name}]:checked`)?.value ?? "";
}

/** Returns what was tapped: the side, the bid, and the tricks or "surrendered". */
function selection() {
  const [, side, bid] = /^(\d+)-(.*)$/.exec(checkedValue("bid")) ?? [];
  return { key: checkedValue("bid"), side: Number(side), bid, tricks: checkedValue("tricks") };
}

/** Returns the outcome of what was tapped; null until enough was. */
function selectedOutcome() {
  const { key, tricks } = selection();
  if (!outcomes || !key || tricks === "" || handsAhead().length) return null;
  return preview.findOutcome(outcomes, key, tricks, Number(checkedValue("free_tricks") || 0));
}

// The steps: first the bid, then its tricks.

/** Shows the bid as a button that leads back to the bids. */
function showBidButton() {
  const { key, side, bid } = selection();
  const button = byId("back");
  button.className = `back ${sides[side]?.mark ?? ""}-t`;
  if (!key) return;
  const arrow = make("span", "", "\u2039");
  arrow.ariaHidden = "true";
  button.replaceChildren(
    arrow,
    mark(sides[side]),
    make("bdi", "", sides[side].short),
    make("span", "num", bid),
    make("span", "vh", `, ${words.change}`),
  );
}

/** Shows the result under each number of tricks, and above them who took how many. */
function showTricks() {
  const { key, side, tricks } = selection();
  const results = { made: words.made, set: words.set, "shut out": words.shut };
  for (const radio of form.querySelectorAll("[name=tricks]")) {
    const tile = radio.closest("label");
    if (radio.value === "surrendered") {
      tile.hidden = outcomes.must.includes(checkedValue("trump"));
      if (tile.hidden) radio.checked = false;
      continue;
    }
    tile.querySelector("small")?.remove();
    const place = outcomes.of[key]?.[Number(radio.value)];
    if (place === undefined) continue;
    tile.append(make("small", "", results[outcomes.rows[place][0]] ?? ""));
  }
  const legend = byId("took");
  legend.dataset.words ||= legend.textContent;
  legend.textContent = legend.dataset.words;
  if (key && tricks !== "" && tricks !== "surrendered") {
    legend.textContent = fill(words.took, {
      side: sides[side].short,
      tricks,
      other: sides[1 - side].short,
      rest: outcomes.tricks - tricks,
    });
  }
}

/** Shows only the seats that play for the bidding side. */
function showSeats() {
  const { key, side } = selection();
  for (const radio of form.querySelectorAll("[name=seat][type=radio]")) {
    const isOwn = radio.value !== "" && outcomes.seats[Number(radio.value)] === side;
    radio.closest("label").hidden = !isOwn;
    if (!isOwn && radio.checked && radio.value) radio.checked = false;
  }
  const group = form.querySelector("[name=seat][type=radio]")?.closest("fieldset");
  if (group) group.hidden = !key;
}

/** Asks the server what it would write, in games with too many outcomes to put on the page. */
function requestPreview() {
  clearTimeout(previewTimer);
  previewTimer = setTimeout(async () => {
    const requestedFor = form;
    const body = [...new FormData(form)];
    try {
      const response = await fetch(`${byId("live").dataset.base}/preview`, {
        method: "POST",
        body: new URLSearchParams(body),
      });
      const isAnswer = response.ok && outbox.isOurs(response);
      const { said, wins } = isAnswer ? await response.json() : { said: [], wins: "" };
      if (requestedFor !== form) return;
      const lines = [...said, wins].filter(Boolean);
      byId("said").replaceChildren(...lines.map((line) => make("p", "", line)));
    } catch {
      byId("said")?.replaceChildren();
    }
  }, PREVIEW_DELAY);
}

function render() {
  if (!outcomes) return;
  form.dataset.step = checkedValue("bid") ? "2" : "1";
  showTricks();
  const row = selectedOutcome();
  showBidButton();
  showSeats();
  preview.showSentences(sides, row, outcomes);
  const { key, side, bid } = selection();
  preview.showRow(sides, outcomes, key ? { side, bid, row } : null, row ? words.pencil : "");
}

function backToBids() {
  const bid = form.querySelector("[name=bid]:checked");
  for (const name of ["bid", "tricks", "seat"]) {
    for (const radio of form.querySelectorAll(`[name=${name}]`)) radio.checked = false;
  }
  drafts.save(form);
  render();
  bid?.focus({ preventScroll: true });
}

// Saving. The page that the server returns is shown; a hand without a response waits in the outbox.

/** Returns the hands that have to be written before the one in the form. */
function handsAhead() {
  return outbox.hands().filter((hand) => outbox.keyOf(hand) !== returnedKey);
}

/** Passes a page of the server to the script that swaps the live part of this page. */
function showPage(html, keep) {
  document.dispatchEvent(new CustomEvent("printed", { detail: { html, keep } }));
}

async function submit(event) {
  if (event.target !== form) return;
  event.preventDefault();
  if (sending) return;
  const body = outbox.fieldsOf(form, event.submitter);
  const { side, bid } = selection();
  const hand = {
    body,
    number: form.dataset.number,
    at: Date.now(),
    told: { side, bid, row: selectedOutcome() }, // the name under which browsers have stored it
    words: outbox.describe(body),
  };
  if (handsAhead().length) queue(hand);
  else await write(hand);
}

async function write(hand) {
  const sentForm = form;
  const replacedKey = returnedKey;
  const response = await deliver(hand);
  const isSameForm = sentForm === form; // the server may have sent another form meanwhile
  if (response?.isWritten) {
    if (isSameForm) drafts.discard(form);
    outbox.remove(replacedKey, response.page);
    showPage(response.page, false);
    outbox.send();
    return;
  }
  const refused = response ? { ...hand, refused: outbox.refusalIn(response.page) } : hand;
  if (response && isSameForm && hasReturnedForm(response.page)) {
    vibrate(200);
    if (replacedKey) outbox.put(refused, replacedKey);
    showPage(response.page, true);
    if (replacedKey) returnedKey = outbox.keyOf(refused);
    return;
  }
  queue(refused, isSameForm, replacedKey);
  if (response) showPage(response.page, true);
}

/** Sends the hand in the form, and says so on the button. Returns null without a clear response. */
async function deliver(hand) {
  const save = form.querySelector("[value=save]");
  const label = save.textContent;
  sending = true;
  save.setAttribute("aria-disabled", "true");
  save.textContent = fill(words.writing, hand);
  vibrate([10, 40, 18]);
  const response = await outbox.deliver(hand.body).catch(() => null);
  sending = false;
  save.removeAttribute("aria-disabled");
  save.textContent = label;
  return response;
}

/** Returns whether a page has the form with what was entered: then nothing is lost. */
function hasReturnedForm(page) {
  const parsed = new DOMParser().parseFromString(page, "text/html");
  return parsed.querySelector("#entry[data-kept]") !== null;
}

/** Puts a hand into the outbox, and empties the form that it was entered in. */
function queue(hand, isInForm = true, replacedKey = "") {
  outbox.put(hand, replacedKey);
  if (isInForm) {
    drafts.discard(form);
    emptyForm();
    render();
  }
  showFirstWaiting();
  outbox.retryLater();
}

/** Empties the form for the hand after those in the outbox. */
function emptyForm() {
  const { number } = form.dataset;
  const waiting = outbox.hands().filter((hand) => !outbox.isRefused(hand));
  const next = String(Math.max(Number(number), ...waiting.map((hand) => Number(hand.number) + 1)));
  for (const field of form.elements) {
    if (field.type === "text") field.value = "";
    else if (field.type === "radio" || field.type === "checkbox") {
      field.checked = field.value === "" || (field.name === "free_tricks" && field.value === "0");
    }
  }
  delete form.dataset.kept;
  returnedKey = "";
  form.elements.number.value = next;
  form.elements.once.value = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
  form.dataset.number = next;
  form.elements[`hand-${number}`].name = `hand-${next}`;
  form.name = `hand-${next}`;
  for (const part of [byId("hand"), form.querySelector("[value=save]")]) {
    part.textContent = part.textContent.replace(number, next);
  }
}

/** Shows the first hand of the outbox in pencil; later ones have no figures until it is sent. */
function showFirstWaiting() {
  const [first] = handsAhead();
  if (!form || !first?.told?.bid || outbox.isRefused(first)) return;
  preview.showRow(sides, outcomes, first.told, words.waiting);
}

/** Handles the response to a hand of the outbox; what is being entered meanwhile is kept. */
function handleAnswer({ detail: { hand, isWritten, page } }) {
  if (isWritten) {
    showPage(page, false);
  } else if (!form || !("kept" in form.dataset || drafts.exists(form))) {
    showPage(page, true);
    if (form && "kept" in form.dataset) returnedKey = outbox.keyOf(hand);
  }
}

/** Prepares a form that is new on the page. */
function initForm() {
  form = byId("entry");
  outcomes = null;
  if (!form) return;
  sides = preview.readSides();
  outcomes = preview.readOutcomes();
  if (outcomes) addSteps();
  if (!("kept" in form.dataset)) {
    returnedKey = "";
    if (outbox.hands().some((hand) => !outbox.isRefused(hand))) emptyForm();
    drafts.restore(form);
  }
  render();
  showFirstWaiting();
}

/** Puts the way back to the bids, and the seats, above the tricks. */
function addSteps() {
  const button = make("button", "back");
  button.type = "button";
  button.id = "back";
  button.addEventListener("click", backToBids);
  const head = make("div", "ask", button);
  const seats = form.querySelector("[name=seat][type=radio]")?.closest("fieldset");
  if (seats) {
    seats.classList.add("who");
    head.append(seats);
  }
  form.querySelector(".step-2").prepend(head);
  form.classList.add("stepped");
}

document.addEventListener("change", (event) => {
  if (!form?.contains(event.target)) return;
  vibrate(8);
  document.querySelector(".toast")?.remove();
  const isFirst = event.target.name === "bid" && form.dataset.step === "1";
  drafts.save(form);
  render();
  if (isFirst && outcomes && event.target.matches(":focus-visible")) byId("back").focus();
});
document.addEventListener("input", (event) => {
  if (!form?.contains(event.target)) return;
  drafts.save(form);
  if (!outcomes) requestPreview();
});
document.addEventListener("submit", submit);
document.addEventListener("swapped", initForm);
document.addEventListener("refreshed", () => {
  if (outcomes) outcomes = preview.readOutcomes();
  render();
});
document.addEventListener("answered", handleAnswer);

initForm();
outbox.send();
