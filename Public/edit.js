// Keys and dragging for rows. All of it goes through the forms and links that are there without it.
const rows = () => [...document.querySelectorAll(".row")];
const press = (row, selector) => {
  const button = row.querySelector(selector);
  button?.click();
  return !!button;
};

// A row takes the focus by arrows; Alt and an arrow move it, Space chooses it, Delete asks to delete it.
const prepareRows = () => {
  for (const [place, row] of rows().entries()) {
    row.tabIndex = place === 0 ? 0 : -1;
    if (row.matches(".row-movable")) row.draggable = true;
  }
};
prepareRows();
document.addEventListener("rowschange", prepareRows);
const focus = (row) => {
  if (!row) return;
  for (const other of rows()) other.tabIndex = other === row ? 0 : -1;
  row.focus();
};
const keys = {
  ArrowUp: (row, alt) => alt ? press(row, "button[name=move][value=up], button[name=up]") : (focus(rows()[rows().indexOf(row) - 1]), true),
  ArrowDown: (row, alt) => alt ? press(row, "button[name=move][value=down], button[name=down]") : (focus(rows()[rows().indexOf(row) + 1]), true),
  " ": (row) => press(row, ".row-choice button, .choose-cell input"),
  Delete: (row) => press(row, ".row-delete, [data-delete]"),
  Enter: (row) => press(row, "a.cell, th > a"),
};
document.addEventListener("keydown", (event) => {
  // From a cell, too, Alt and an arrow move the row.
  const row = event.altKey && event.target.matches?.("[data-cell]") ? event.target.parentElement : event.target;
  if (!row.matches?.(".row") || event.ctrlKey || event.metaKey) return;
  if (keys[event.key]?.(row, event.altKey)) event.preventDefault();
});
// After a form the page comes back with its row's anchor: work goes on there.
const back = location.hash ? document.getElementById(location.hash.slice(1)) : null;
if (back?.matches(".row") && !back.querySelector(".row-fields")) focus(back);
back?.querySelector("[aria-invalid], .row-fields input:not([type=hidden]), .row-fields textarea")?.focus();

// A row is dropped before or behind another.
let dragged;
const place = (event) => {
  const row = event.target.closest?.(".row");
  if (!dragged || !row || row === dragged) return {};
  const box = row.getBoundingClientRect();
  return { row, name: event.clientY < box.top + box.height / 2 ? "before" : "after" };
};
const unmark = () => document.querySelectorAll("[data-drop]").forEach((row) => delete row.dataset.drop);
document.addEventListener("dragstart", (event) => {
  // A link in a row is dragged as the row.
  const row = event.target.closest?.(".row-movable");
  if (!row) return;
  dragged = row;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", dragged.innerText.trim());
});
document.addEventListener("dragend", () => { dragged = undefined; unmark(); });
document.addEventListener("dragover", (event) => {
  const { row, name } = place(event);
  unmark();
  if (!row) return;
  event.preventDefault();
  row.dataset.drop = name;
});
document.addEventListener("drop", (event) => {
  const { row, name } = place(event);
  if (!row) return;
  event.preventDefault();
  const button = dragged.querySelector("button[name=up]");
  const form = button?.form ?? dragged.querySelector("form.row-tools");
  const field = (name, value) => {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  };
  if (button) {
    // A row of a database: its button holds its key and the number of its place; other rows are known by their keys.
    field("row", button.value);
    field(name, row.querySelector("button[name=up]").value.split(";")[0]);
  } else {
    field("event", "move");
    field(name, row.querySelector("input[name=row]").value);
  }
  form.submit();
});
