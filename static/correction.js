// Shows what a correction changes before it is written. It knows no rule: the server prints it.

const SOON = 250;

const place = document.getElementById("changes");
const form = place.closest("form");
const shown = place.querySelector(".shown");
const button = place.querySelector("button[value=show]");
let waiting = 0;
let asked = null;

/** Returns whether a field differs from the page as printed: browsers restore what was typed. */
function touched(field) {
  if (field.type === "hidden") return false;
  if (field.options) return [...field.options].some((one) => one.selected && !one.defaultSelected);
  if (field.type === "radio" || field.type === "checkbox") {
    return field.checked !== field.defaultChecked;
  }
  return "defaultValue" in field && field.value !== field.defaultValue;
}

function put(html) {
  shown.innerHTML = html;
  place.querySelector("[role=status]").textContent =
    shown.querySelector(".changes-summary")?.textContent ?? "";
}

/** Fetches what the form would change as it is filled in now; only the last response counts. */
async function ask(deed) {
  clearTimeout(waiting);
  asked?.abort();
  const mine = new AbortController();
  asked = mine;
  const address = new URL(form.action);
  address.searchParams.set("part", "changes");
  const body = new FormData(form);
  body.set("deed", deed);
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { method: "POST", body, signal: mine.signal });
    if (!answer.headers.has("X-Scorekeeper")) throw new Error("not the program's own answer");
    const html = await answer.text();
    if (asked === mine) put(html);
  } catch {
    if (asked !== mine) return;
    put("");
    shown.textContent = place.dataset.silent;
  } finally {
    if (asked === mine) place.removeAttribute("aria-busy");
  }
}

form.addEventListener("input", (event) => {
  if (event.target.name === "note") return;
  clearTimeout(waiting);
  waiting = setTimeout(ask, SOON, "show");
});
form.addEventListener("submit", (event) => {
  const deed = event.submitter?.value ?? "";
  if (!deed.startsWith("show")) return;
  event.preventDefault();
  ask(deed).then(() => place.scrollIntoView({ block: "nearest" }));
});
button.hidden = true;
if ([...form.elements].some(touched)) ask("show");
