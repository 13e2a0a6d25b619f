// Keys, dragging and the clipboard for rows. All of it goes through the forms and links that are there without it.
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
  // The menu of a row closes by Escape; from a cell, too, Alt and an arrow move the row.
  const menu = event.key === "Escape" && event.target.closest?.(".row-menu[open]");
  if (menu) {
    menu.open = false;
    menu.firstElementChild.focus();
  }
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

// The chosen rows, as text and as a table at once: behind a link to them, or those whose boxes are ticked.
const copy = document.querySelector("[data-copy]");
const source = document.querySelector("textarea#source");
const copyAddress = () => copy.href ?? `${copy.formAction}?${new URLSearchParams([...new FormData(copy.form)].filter(([name]) => name === "_selected"))}`;
let copied, ready;
const prepareCopy = () => {
  ready = undefined;
  copied = fetch(copyAddress(), { headers: { Accept: "application/json" } }).then((answer) => answer.json());
  const mine = copied;
  copied.then((answer) => { if (mine === copied && answer.rows > 0) ready = answer; }, () => {});
};
if (copy) {
  prepareCopy();
  document.addEventListener("change", (event) => { if (copy.form && event.target.form === copy.form) prepareCopy(); });
}
copy?.addEventListener("click", (event) => {
  if (!navigator.clipboard?.write) return;
  event.preventDefault();
  const part = (type, name) => copied.then((answer) => new Blob([answer[name]], { type }));
  navigator.clipboard.write([new ClipboardItem({ "text/plain": part("text/plain", "text"), "text/html": part("text/html", "html") })])
    .then(() => { copy.textContent = "Copied"; }, () => location.assign(copyAddress()));
});
document.addEventListener("copy", (event) => {
  if (!ready || !getSelection().isCollapsed || event.target.closest?.("input:not([type=checkbox]), textarea")) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", ready.text);
  event.clipboardData.setData("text/html", ready.html);
});
source?.select();

// What is pasted beside the fields goes into the form for it, which shows it before it is stored.
document.addEventListener("paste", (event) => {
  const field = document.querySelector(".paste-rows textarea");
  const text = event.clipboardData.getData("text/plain");
  if (!field || !text.trim() || event.target.closest?.("input:not([type=checkbox]), textarea")) return;
  event.preventDefault();
  field.value = text;
  field.form.submit();
});
