// The preferences of this device: switches of the menu, stored in this browser, on by default.

const list = document.getElementById("own");

for (const field of list?.querySelectorAll("[data-kept]") ?? []) {
  field.checked = localStorage.getItem(field.dataset.kept) !== "off";
  field.addEventListener("change", () => {
    localStorage.setItem(field.dataset.kept, field.checked ? "on" : "off");
  });
}
if (list) list.hidden = false;
