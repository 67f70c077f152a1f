// Opens the menu, "why?" and "what is needed?" as a sheet from below; without this script their
// pages open instead.

function close(event) {
  const sheet = event.currentTarget;
  const closing = event.target.closest("[data-close]");
  if (closing) event.preventDefault();
  if (closing || event.target === sheet) sheet.close();
}

/** Marks, in the list of a side's bids, the one that is tapped at the moment. */
function markTapped(sheet) {
  const tapped = document.querySelector("#entry [name=bid]:checked")?.value;
  const row = tapped && sheet.querySelector(`[data-bid="${CSS.escape(tapped)}"]`);
  if (!row) return;
  row.ariaCurrent = "true";
  row.scrollIntoView({ block: "nearest" });
}

/** Returns a dialog with the main part of the page; it is removed when it is closed. */
function open(part) {
  const sheet = document.createElement("dialog");
  const heading = part.querySelector("h2");
  const closing = part.querySelector("[data-close]");
  heading.id = "sheet-heading";
  heading.tabIndex = -1;
  heading.autofocus = true;
  if (closing) {
    closing.textContent = closing.dataset.close;
    closing.role = "button";
  }
  sheet.setAttribute("aria-labelledby", heading.id);
  sheet.append(part);
  sheet.addEventListener("click", close);
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
  heading.focus({ preventScroll: true });
  markTapped(sheet);
}

/** Opens the page at this address as a sheet, or navigates to it if that fails. */
export async function ask(address) {
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const part = page.querySelector("main > .pad");
    if (!answer.ok || !part?.querySelector("h2")) throw new Error(answer.statusText);
    if (!document.querySelector("dialog[open]")) open(document.adoptNode(part));
  } catch {
    location.assign(address);
  }
}
