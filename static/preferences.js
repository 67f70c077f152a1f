// What only this phone does: the switches of the menu, kept in this browser. On unless switched off.

const list = document.getElementById("own");

for (const field of list?.querySelectorAll("[data-kept]") ?? []) {
  field.checked = localStorage.getItem(field.dataset.kept) !== "off";
  field.addEventListener("change", () => {
    localStorage.setItem(field.dataset.kept, field.checked ? "on" : "off");
  });
}
if (list) list.hidden = false;
