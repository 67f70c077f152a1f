// Shows what a correction changes before it is written. It knows no rule: the server prints it.

const DELAY = 250;

const panel = document.getElementById("changes");
const form = panel.closest("form");
const output = panel.querySelector(".shown");
const button = panel.querySelector("button[value=show]");
let timer = 0;
let latest = null; // the abort controller of the newest request

/** Returns whether a field differs from the page as printed: browsers restore what was typed. */
function isChanged(field) {
  if (field.type === "hidden") return false;
  if (field.options) return [...field.options].some((one) => one.selected && !one.defaultSelected);
  if (field.type === "radio" || field.type === "checkbox") {
    return field.checked !== field.defaultChecked;
  }
  return "defaultValue" in field && field.value !== field.defaultValue;
}

function show(html) {
  output.innerHTML = html;
  panel.querySelector("[role=status]").textContent =
    output.querySelector(".changes-summary")?.textContent ?? "";
}

/** Fetches what the form would change as it is filled in now; only the last response counts. */
async function request(deed) {
  clearTimeout(timer);
  latest?.abort();
  const own = new AbortController();
  latest = own;
  const address = new URL(form.action);
  address.searchParams.set("part", "changes");
  const body = new FormData(form);
  body.set("deed", deed);
  panel.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(address, { method: "POST", body, signal: own.signal });
    if (!response.headers.has("X-Scorekeeper")) throw new Error("not the program's own answer");
    const html = await response.text();
    if (latest === own) show(html);
  } catch {
    if (latest !== own) return;
    show("");
    output.textContent = panel.dataset.silent;
  } finally {
    if (latest === own) panel.removeAttribute("aria-busy");
  }
}

form.addEventListener("input", (event) => {
  if (event.target.name === "note") return;
  clearTimeout(timer);
  timer = setTimeout(request, DELAY, "show");
});
form.addEventListener("submit", (event) => {
  const deed = event.submitter?.value ?? "";
  if (!deed.startsWith("show")) return;
  event.preventDefault();
  request(deed).then(() => panel.scrollIntoView({ block: "nearest" }));
});
button.hidden = true;
if ([...form.elements].some(isChanged)) request("show");
