// The hand form with a script: one tap a step, and what will be written is shown in pencil first.
//
// It knows no rule. The page holds every outcome of the next hand, and this script looks one up.
// What has been tapped outlives a reload, and a hand that cannot be sent goes into the outbox.

const KEPT = 12 * 3_600_000;
const PAUSE = 250;

const byId = (id) => document.getElementById(id);
const outbox = await import(byId("outbox-script").src);
const words = byId("words")?.dataset ?? {};
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : "0");
const plain = (n) => String(n).replace("-", "\u2212");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const buzz = (beat) => {
  if (!still.matches && kept("buzz") !== "off") navigator.vibrate?.(beat);
};

let form = null;
let data = null;
let sides = [];
let asking = 0;
const unkept = {}; // what the browser refuses to store
let sending = false;
let returned = ""; // idempotency key of the outbox hand that is in the form again

/** Returns an element with a class and contents; text is never parsed as HTML. */
function make(tag, name, ...contents) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...contents);
  return element;
}

function chosen(name) {
  return form.querySelector(`[name=${name}]:checked`)?.value ?? "";
}

/** Returns what was tapped: the side, the bid, and the tricks or "surrendered". */
function tapped() {
  const [, side, bid] = /^(\d+)-(.*)$/.exec(chosen("bid")) ?? [];
  return { key: chosen("bid"), side: Number(side), bid, tricks: chosen("tricks") };
}

/** Returns the outcome of what was tapped; null until enough was. */
function outcome() {
  const { key, tricks } = tapped();
  if (!data || !key || tricks === "" || ahead().length) return null;
  const free = Number(chosen("free_tricks") || 0);
  const place = tricks === "surrendered" ? data.up[key]?.[free] : data.of[key]?.[Number(tricks)];
  if (place === undefined) return null;
  const [kind, ...numbers] = data.rows[place];
  const pair = (at) => numbers.slice(2 * at, 2 * at + 2);
  return {
    kind,
    points: pair(0),
    cells: pair(1),
    shorts: pair(2),
    totals: pair(3),
    winner: numbers[8],
  };
}

/** Returns the note on the side's shortfall after the hand, as the sheet prints it. */
function carried(side, row) {
  const owed = data.owed[side];
  if (row.shorts[side]) return fill(words.carries, { short: row.shorts[side] });
  return owed ? fill(words.paid, { owed }) : "";
}

function sentence(side, row) {
  const { name, mark } = sides[side];
  const points = row.points[side];
  const line = make("p", "");
  const figure = make("bdi", "sg", signed(points));
  line.append(make("b", `${mark}-t`, make("bdi", "", name), " ", figure));
  const note = carried(side, row);
  const writes = fill(words.writes, { cell: plain(row.cells[side]) });
  line.append(note && points ? `: ${writes}, ${note}.` : ".");
  return line;
}

function say(row) {
  const said = byId("said");
  said.replaceChildren(...(row ? [sentence(0, row), sentence(1, row)] : []));
  if (row && row.winner >= 0) {
    said.append(make("p", "", fill(words.wins, { side: sides[row.winner].name })));
  }
}

/** Fills the next line of the sheet in pencil: the bid, its state, and any known figures. */
function pencil(told, state) {
  const line = document.querySelector("tr.next");
  if (!line || !data) return;
  line.classList.toggle("pencilled", Boolean(told));
  const story = line.querySelector(".story");
  story.replaceChildren();
  if (told) {
    const bid = make("span", "b", mark(told.side), told.bid.replace(/ pepper$/, ""));
    story.append(make("span", "st", bid, " ", make("small", "", state)));
  }
  line.querySelectorAll(".cell").forEach((cell, at) => {
    cell.replaceChildren();
    if (!told?.row) return;
    const figures = make("span", "");
    figures.append(make("span", "w", plain(told.row.cells[at])));
    figures.append(make("span", "run", plain(told.row.totals[at])));
    const note = carried(at, told.row);
    if (note) figures.append(make("span", "cy", note));
    cell.append(figures);
  });
}

function mark(side) {
  const sign = make("i", `mk ${sides[side].mark}`);
  sign.ariaHidden = "true";
  return sign;
}

/** Shows the bid as a button that leads back to the bids. */
function back() {
  const { key, side, bid } = tapped();
  const button = byId("back");
  button.className = `back ${sides[side]?.mark ?? ""}-t`;
  if (!key) return;
  const arrow = make("span", "", "\u2039");
  arrow.ariaHidden = "true";
  button.replaceChildren(
    arrow,
    mark(side),
    make("bdi", "", sides[side].short),
    make("span", "num", bid),
    make("span", "vh", `, ${words.change}`),
  );
}

/** Shows the result under each number of tricks, and above them who took how many. */
function captions() {
  const { key, side, tricks } = tapped();
  const told = { made: words.made, set: words.set, "shut out": words.shut };
  for (const radio of form.querySelectorAll("[name=tricks]")) {
    const tile = radio.closest("label");
    if (radio.value === "surrendered") {
      tile.hidden = data.must.includes(chosen("trump"));
      if (tile.hidden) radio.checked = false;
      continue;
    }
    tile.querySelector("small")?.remove();
    const place = data.of[key]?.[Number(radio.value)];
    if (place !== undefined) tile.append(make("small", "", told[data.rows[place][0]] ?? ""));
  }
  const legend = byId("took");
  legend.dataset.words ||= legend.textContent;
  legend.textContent = legend.dataset.words;
  if (key && tricks !== "" && tricks !== "surrendered") {
    legend.textContent = fill(words.took, {
      side: sides[side].short,
      tricks,
      other: sides[1 - side].short,
      rest: data.tricks - tricks,
    });
  }
}

/** Shows only the seats that play for the bidding side. */
function seats() {
  const { key, side } = tapped();
  for (const radio of form.querySelectorAll("[name=seat][type=radio]")) {
    const own = radio.value !== "" && data.seats[Number(radio.value)] === side;
    radio.closest("label").hidden = !own;
    if (!own && radio.checked && radio.value) radio.checked = false;
  }
  const group = form.querySelector("[name=seat][type=radio]")?.closest("fieldset");
  if (group) group.hidden = !key;
}

/** Asks the server what it would write, in games with too many outcomes to put on the page. */
function ask() {
  clearTimeout(asking);
  asking = setTimeout(async () => {
    const asked = form;
    const body = [...new FormData(form)];
    try {
      const answer = await fetch(`${byId("live").dataset.base}/preview`, {
        method: "POST",
        body: new URLSearchParams(body),
      });
      const told = answer.ok && outbox.ours(answer) ? await answer.json() : { said: [], wins: "" };
      if (asked !== form) return;
      const lines = [...told.said, told.wins].filter(Boolean);
      byId("said").replaceChildren(...lines.map((line) => make("p", "", line)));
    } catch {
      byId("said")?.replaceChildren();
    }
  }, PAUSE);
}

function show() {
  if (!data) return;
  form.dataset.step = chosen("bid") ? "2" : "1";
  captions();
  const row = outcome();
  back();
  seats();
  say(row);
  const { key, side, bid } = tapped();
  pencil(key ? { side, bid, row } : null, row ? words.pencil : "");
}

// What has been tapped outlives a reload.

const draftName = () => `draft:${form.dataset.code}`;

function keepDraft() {
  const fields = [...new FormData(form)].filter(
    ([name, value]) =>
      value !== "" && !["csrf_token", "version", "once", "deed", "number"].includes(name),
  );
  const draft = { number: form.dataset.number, at: Date.now(), fields };
  store(draftName(), fields.length ? draft : null);
}

function takeDraft() {
  const draft = load(draftName());
  if (!draft || draft.number !== form.dataset.number || Date.now() - draft.at > KEPT) return;
  for (const [name, value] of draft.fields) {
    for (const field of form.elements) {
      if (field.name !== name) continue;
      if (field.type === "radio" || field.type === "checkbox")
        field.checked ||= field.value === value;
      else if (field.type !== "hidden") field.value = value;
    }
  }
}

function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function load(name) {
  try {
    return unkept[name] ?? JSON.parse(kept(name));
  } catch {
    return null;
  }
}

function store(name, value) {
  delete unkept[name];
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    unkept[name] = value; // it is in this page only
  }
}

// Saving. The page that the server returns is shown; a hand without a response waits in the outbox.

/** Returns the hands that have to be written before the one in the form. */
function ahead() {
  return outbox.hands().filter((hand) => outbox.keyOf(hand) !== returned);
}

/** Passes a page of the server to the script that swaps the live part of this page. */
function adopt(html, keep) {
  document.dispatchEvent(new CustomEvent("printed", { detail: { html, keep } }));
}

async function submit(event) {
  if (event.target !== form) return;
  event.preventDefault();
  if (sending) return;
  const body = outbox.fieldsOf(form, event.submitter);
  const { side, bid } = tapped();
  const told = { side, bid, row: outcome() };
  const hand = { body, number: form.dataset.number, at: Date.now(), told, words: outbox.say(body) };
  if (ahead().length) wait(hand);
  else await write(hand);
}

async function write(hand) {
  const sent = form;
  const instead = returned;
  const save = form.querySelector("[value=save]");
  const label = save.textContent;
  sending = true;
  save.setAttribute("aria-disabled", "true");
  save.textContent = fill(words.writing, hand);
  buzz([10, 40, 18]);
  const answer = await outbox.deliver(hand.body).catch(() => null);
  sending = false;
  save.removeAttribute("aria-disabled");
  save.textContent = label;
  const stays = sent === form; // the server may have sent another form meanwhile
  if (answer?.isWritten) {
    if (stays) store(draftName(), null);
    outbox.written(instead, answer.page);
    adopt(answer.page, false);
    outbox.send();
    return;
  }
  const refused = answer ? { ...hand, refused: outbox.reason(answer.page) } : hand;
  if (answer && stays && comesBack(answer.page)) {
    buzz(200);
    if (instead) outbox.put(refused, instead);
    adopt(answer.page, true);
    if (instead) returned = outbox.keyOf(refused);
    return;
  }
  wait(refused, stays, instead);
  if (answer) adopt(answer.page, true);
}

/** Returns whether a page has the form with what was entered: then nothing is lost. */
function comesBack(page) {
  return (
    new DOMParser().parseFromString(page, "text/html").querySelector("#entry[data-kept]") !== null
  );
}

/** Puts a hand into the outbox, and empties the form that it was entered in. */
function wait(hand, stays = true, instead = "") {
  outbox.put(hand, instead);
  if (stays) {
    store(draftName(), null);
    free();
    show();
  }
  pencilWaiting();
  outbox.later();
}

/** Empties the form for the hand after those in the outbox. */
function free() {
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
  returned = "";
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
function pencilWaiting() {
  const [first] = ahead();
  if (form && first?.told?.bid && !outbox.isRefused(first)) pencil(first.told, words.waiting);
}

/** Handles the response to a hand of the outbox; what is being entered meanwhile is kept. */
function answered({ detail: { hand, isWritten, page } }) {
  if (isWritten) {
    adopt(page, false);
  } else if (!form || !("kept" in form.dataset || load(draftName()))) {
    adopt(page, true);
    if (form && "kept" in form.dataset) returned = outbox.keyOf(hand);
  }
}

/** Prepares a form that is new on the page. */
function begin() {
  form = byId("entry");
  data = null;
  if (!form) return;
  sides = [...document.querySelectorAll("thead th[data-name]")].map((head) => ({
    ...head.dataset,
  }));
  const told = byId("outcomes");
  if (told) {
    data = JSON.parse(told.textContent);
    const button = make("button", "back");
    button.type = "button";
    button.id = "back";
    button.addEventListener("click", toBids);
    const ask = make("div", "ask", button);
    const who = form.querySelector("[name=seat][type=radio]")?.closest("fieldset");
    if (who) {
      who.classList.add("who");
      ask.append(who);
    }
    form.querySelector(".step-2").prepend(ask);
    form.classList.add("stepped");
  }
  if (!("kept" in form.dataset)) {
    returned = "";
    if (outbox.hands().some((hand) => !outbox.isRefused(hand))) free();
    takeDraft();
  }
  show();
  pencilWaiting();
}

function toBids() {
  const bid = form.querySelector("[name=bid]:checked");
  for (const name of ["bid", "tricks", "seat"]) {
    for (const radio of form.querySelectorAll(`[name=${name}]`)) radio.checked = false;
  }
  keepDraft();
  show();
  bid?.focus({ preventScroll: true });
}

document.addEventListener("change", (event) => {
  if (!form?.contains(event.target)) return;
  buzz(8);
  document.querySelector(".toast")?.remove();
  const first = event.target.name === "bid" && form.dataset.step === "1";
  keepDraft();
  show();
  if (first && data && event.target.matches(":focus-visible")) byId("back").focus();
});
document.addEventListener("input", (event) => {
  if (!form?.contains(event.target)) return;
  keepDraft();
  if (!data) ask();
});
document.addEventListener("submit", submit);
document.addEventListener("swapped", begin);
document.addEventListener("refreshed", () => {
  if (data) data = JSON.parse(byId("outcomes")?.textContent ?? "null");
  show();
});
document.addEventListener("answered", answered);

begin();
outbox.send();
