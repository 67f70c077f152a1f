// What has been tapped for the next hand outlives a reload, on this phone, for half a day.

const LIFETIME = 12 * 3_600_000;
const UNSAVED_FIELDS = ["csrf_token", "version", "once", "deed", "number"];

const unsaved = {}; // the drafts that the browser refuses to store: they are in this page only

const nameOf = (form) => `draft:${form.dataset.code}`;

function load(name) {
  try {
    return unsaved[name] ?? JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function store(name, draft) {
  delete unsaved[name];
  try {
    if (draft === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(draft));
  } catch {
    unsaved[name] = draft;
  }
}

/** Returns whether anything has been tapped for the next hand of the form's match. */
export const exists = (form) => load(nameOf(form)) !== null;

export const discard = (form) => store(nameOf(form), null);

export function save(form) {
  const fields = [...new FormData(form)].filter(
    ([name, value]) => value !== "" && !UNSAVED_FIELDS.includes(name),
  );
  const draft = { number: form.dataset.number, at: Date.now(), fields };
  store(nameOf(form), fields.length ? draft : null);
}

/** Fills the form as it was left, unless that was for another hand or is too old. */
export function restore(form) {
  const draft = load(nameOf(form));
  if (!draft || draft.number !== form.dataset.number || Date.now() - draft.at > LIFETIME) return;
  for (const [name, value] of draft.fields) {
    for (const field of form.elements) {
      if (field.name !== name) continue;
      if (field.type === "radio" || field.type === "checkbox") {
        field.checked ||= field.value === value;
      } else if (field.type !== "hidden") field.value = value;
    }
  }
}
