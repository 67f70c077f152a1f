// What a hand will write, before it is saved: in sentences, and in pencil on the next row of the
// sheet. The page holds every outcome of the next hand; this script looks one up.

const byId = (id) => document.getElementById(id);
const words = byId("words")?.dataset ?? {};
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : "0");
const plain = (n) => String(n).replace("-", "\u2212");

/** Replaces each {name} in a text by the value of that name. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

/** Returns an element with a class and contents; text is never parsed as HTML. */
export function make(tag, className, ...contents) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...contents);
  return element;
}

/** Returns the outcomes that the page holds; null in games with too many of them. */
export function readOutcomes() {
  return JSON.parse(byId("outcomes")?.textContent ?? "null");
}

/** Returns the sides of the match, in column order: name, short name and mark. */
export function readSides() {
  return [...document.querySelectorAll("thead th[data-name]")].map((head) => ({ ...head.dataset }));
}

export function mark(side) {
  const sign = make("i", `mk ${side.mark}`);
  sign.ariaHidden = "true";
  return sign;
}

/** Returns what a bid key and its tricks, a number or "surrendered", come to; null if not known. */
export function findOutcome(outcomes, key, tricks, freeTricks) {
  const place =
    tricks === "surrendered" ? outcomes.up[key]?.[freeTricks] : outcomes.of[key]?.[Number(tricks)];
  if (place === undefined) return null;
  const [kind, ...numbers] = outcomes.rows[place];
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
function shortfallNote(side, row, outcomes) {
  const owed = outcomes.owed[side];
  if (row.shorts[side]) return fill(words.carries, { short: row.shorts[side] });
  return owed ? fill(words.paid, { owed }) : "";
}

function sentence(side, index, row, outcomes) {
  const points = row.points[index];
  const line = make("p", "");
  const figure = make("bdi", "sg", signed(points));
  line.append(make("b", `${side.mark}-t`, make("bdi", "", side.name), " ", figure));
  const note = shortfallNote(index, row, outcomes);
  const writes = fill(words.writes, { cell: plain(row.cells[index]) });
  line.append(note && points ? `: ${writes}, ${note}.` : ".");
  return line;
}

/** Shows in sentences what an outcome writes; clears them without one. */
export function showSentences(sides, row, outcomes) {
  const box = byId("said");
  box.replaceChildren(
    ...(row ? [0, 1].map((index) => sentence(sides[index], index, row, outcomes)) : []),
  );
  if (row && row.winner >= 0) {
    box.append(make("p", "", fill(words.wins, { side: sides[row.winner].name })));
  }
}

/** Fills the next row of the sheet in pencil: the bid, its state, and any known figures. */
export function showRow(sides, outcomes, hand, state) {
  const line = document.querySelector("tr.next");
  if (!line || !outcomes) return;
  line.classList.toggle("pencilled", Boolean(hand));
  const story = line.querySelector(".story");
  story.replaceChildren();
  if (hand) {
    const ending = byId("entry")?.dataset.ending ?? "";
    const end = hand.bid.length - (hand.bid.endsWith(ending) ? ending.length : 0);
    const bid = make("span", "b", mark(sides[hand.side]), hand.bid.slice(0, end));
    story.append(make("span", "st", bid, " ", make("small", "", state)));
  }
  line.querySelectorAll(".cell").forEach((cell, index) => {
    cell.replaceChildren();
    if (!hand?.row) return;
    const figures = make("span", "");
    figures.append(make("span", "w", plain(hand.row.cells[index])));
    figures.append(make("span", "run", plain(hand.row.totals[index])));
    const note = shortfallNote(index, hand.row, outcomes);
    if (note) figures.append(make("span", "cy", note));
    cell.append(figures);
  });
}
