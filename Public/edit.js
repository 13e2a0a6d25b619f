// Keys, dragging and the clipboard for rows, and values that are changed where they stand. All of it goes through the forms and links that
// are there without it.
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

// Rows are chosen without a page in between.

const chosenForm = document.getElementById("chosen");
const table = document.querySelector("table.grid");
const boxes = () => [...document.querySelectorAll(":is(tbody, .cells) .choose-cell > input")];
// More would make addresses that nobody takes.
const addressLimit = 200;

// What is chosen stands in the address of the page, and in every link to another of its pages.
const keepChoice = () => {
  const all = [...new FormData(chosenForm).getAll("_selected")];
  const keys = all.length > addressLimit ? [] : all;
  const chosen = (address) => {
    const url = new URL(address, location.href);
    url.searchParams.delete("_selected");
    for (const key of keys) url.searchParams.append("_selected", key);
    return url;
  };
  history.replaceState(history.state, "", chosen(location.href));
  for (const link of document.querySelectorAll("a[href]")) {
    const url = new URL(link.href);
    if (url.pathname === location.pathname && url.searchParams.has("_edit") && !("clear" in link.dataset)) link.href = chosen(link.href).href;
  }
  const here = location.pathname + location.search;
  // Forms and links of a row lead back to it.
  const back = (address) => here + (address.match(/#.*/)?.[0] ?? "");
  for (const field of document.querySelectorAll("main :is([name=_return], [name=_duplicate])")) field.value = back(field.value);
  for (const link of document.querySelectorAll("main a[href*='_return=']")) {
    const url = new URL(link.href);
    url.searchParams.set("_return", back(url.searchParams.get("_return")));
    link.href = url.href;
  }
  const count = all.length;
  chosenForm.querySelector(".chosen-count").textContent =
    count === 0 ? "No rows selected" : count === 1 ? "1 row selected" : `${count.toLocaleString("en")} rows selected`;
  for (const button of chosenForm.querySelectorAll("button")) button.disabled = count === 0;
  chosenForm.querySelector("[data-clear]").hidden = count === 0;
  if (every) {
    every.checked = boxes().length > 0 && boxes().every((box) => box.checked);
    every.indeterminate = !every.checked && boxes().some((box) => box.checked);
  }
};

// One box for all of the page.
let every;
const corner = table?.querySelector("thead .choose-cell") ?? chosenForm?.querySelector(".choose-all");
if (corner) {
  every = Object.assign(document.createElement("input"), { type: "checkbox" });
  every.setAttribute("aria-label", "Select all rows on this page");
  every.addEventListener("change", () => {
    for (const box of boxes()) box.checked = every.checked;
    keepChoice();
  });
  every.setAttribute("form", "chosen");
  corner.append(every);
}
// A field of a new row that is gone to may be below the columns that stay in their place.
table?.addEventListener("focusin", ({ target }) => {
  if (target.matches(".insertion > td > *")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
});
// With Shift everything between two boxes is chosen.
let last;
document.addEventListener("click", (event) => {
  const box = event.target.closest?.(":is(tbody, .cells) .choose-cell > input");
  if (!box) return;
  const list = boxes();
  if (event.shiftKey && last) {
    const [from, to] = [list.indexOf(last), list.indexOf(box)].sort((one, other) => one - other);
    for (const other of list.slice(Math.max(from, 0), to + 1)) other.checked = box.checked;
  }
  last = box;
  keepChoice();
});
if (chosenForm) {
  chosenForm.querySelector("[data-keep]")?.remove();
  keepChoice();
}

// Cells: those of a column that can be changed take the focus, and arrows lead from one to the next.
const names = () => [...table?.querySelectorAll("thead tr > *") ?? []].map((head) => head.dataset.edit);
const prepare = () => {
  const columns = names();
  const dark = document.activeElement;
  for (const row of table?.tBodies ? [...table.tBodies].flatMap((body) => [...body.rows]) : []) {
    if (!row.querySelector(":scope > .choose-cell > input")) continue;
    [...row.cells].forEach((cell, place) => {
      if (!columns[place]) return;
      cell.dataset.cell = columns[place];
      cell.tabIndex = -1;
    });
  }
  const first = table?.querySelector("[data-cell]");
  if (first && dark !== first) first.tabIndex = 0;
};
const focusCell = (cell) => {
  if (!cell) return;
  for (const other of table.querySelectorAll("[data-cell][tabindex='0']")) other.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus();
};
const beside = (cell, step) => {
  const cells = [...cell.parentElement.querySelectorAll("[data-cell]")];
  return cells[cells.indexOf(cell) + step];
};
const above = (cell, step) => {
  const cells = [...table.querySelectorAll(`[data-cell="${CSS.escape(cell.dataset.cell)}"]`)];
  return cells[cells.indexOf(cell) + step];
};
prepare();

// The form of one value is fetched and put into its cell; what it answers to being sent is put there too, or is the page as it is then.
const parsed = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");
let open;
const close = () => {
  if (!open) return;
  const { cell, content } = open;
  open = undefined;
  cell.classList.remove("being-edited");
  cell.replaceChildren(...content);
  if (cell.parentElement.matches(".row-movable")) cell.parentElement.draggable = true;
  focusCell(cell);
};
const show = (page, isConflict) => {
  const form = page.querySelector("form.row-form");
  if (!form || !open) return false;
  document.adoptNode(form);
  form.className = "cell-form";
  for (const part of form.querySelectorAll(".form-actions a + a")) part.remove();
  // What is wrong with the one field stands beside it.
  const alert = page.querySelector(".alert");
  if (alert && isConflict) form.prepend(document.adoptNode(alert));
  const cancel = form.querySelector(".form-actions a");
  cancel?.addEventListener("click", (event) => { event.preventDefault(); close(); });
  form.addEventListener("submit", (event) => { event.preventDefault(); save(form); });
  open.cell.replaceChildren(form);
  const field = form.querySelector("[id^=field-]:not(p)") ?? form.querySelector("button");
  field?.focus();
  field?.select?.();
  return true;
};
const edit = async (cell) => {
  if (open?.cell === cell) return;
  close();
  const link = cell.parentElement.querySelector(".change-link");
  const url = new URL(link.href);
  url.searchParams.set("_field", cell.dataset.cell);
  cell.classList.add("works");
  try {
    const answer = await fetch(url, { headers: { Accept: "text/html" } });
    open = { cell, content: [...cell.childNodes] };
    // What is marked in a field is not dragged away with the row.
    if (cell.parentElement.draggable) cell.parentElement.draggable = false;
    cell.classList.add("being-edited");
    if (!answer.ok || !show(await parsed(answer))) location.assign(url);
  } catch {
    location.assign(url);
  } finally {
    cell.classList.remove("works");
  }
};
const save = async (form) => {
  const { cell } = open;
  const key = cell.parentElement.id;
  const name = cell.dataset.cell;
  cell.classList.add("works");
  try {
    const body = form.enctype === "multipart/form-data" ? new FormData(form) : new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    const page = await parsed(answer);
    if (!answer.redirected) { if (!show(page, answer.status === 409)) location.reload(); return; }
    const now = page.querySelector("table.grid");
    if (!now) { location.reload(); return; }
    open = undefined;
    // What else has changed meanwhile, and a place that the row has moved to, come with it.
    const insertion = table.querySelector(".insertion");
    for (const body of [...table.tBodies]) body.remove();
    table.append(...[...now.tBodies].map((body) => document.adoptNode(body)));
    // A row that is half written stays so.
    if (insertion) table.querySelector(".insertion")?.replaceWith(insertion);
    document.querySelector(".flash")?.remove();
    const flash = page.querySelector(".flash");
    const style = flash?.previousElementSibling;
    if (flash) document.querySelector(".top-bar").after(...[style?.rel === "stylesheet" ? style : [], flash].flat());
    prepare();
    keepChoice();
    document.dispatchEvent(new Event("rowschange"));
    const row = document.getElementById(key);
    focusCell(row?.querySelector(`[data-cell="${CSS.escape(name)}"]`));
  } catch {
    form.submit();
  } finally {
    cell.classList.remove("works");
  }
};

document.addEventListener("click", (event) => {
  if (event.target.closest?.(".cell-form")) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const cell = event.target.closest?.("[data-cell]");
  if (!cell || event.target.closest("summary, button")) return;
  event.preventDefault();
  edit(cell);
});
document.addEventListener("keydown", (event) => {
  if (open && event.key === "Escape") {
    event.preventDefault();
    close();
    return;
  }
  const cell = event.target;
  if (!cell.matches?.("[data-cell]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = {
    Enter: () => edit(cell), F2: () => edit(cell),
    ArrowLeft: () => focusCell(beside(cell, -1)), ArrowRight: () => focusCell(beside(cell, 1)),
    ArrowUp: () => focusCell(above(cell, -1)), ArrowDown: () => focusCell(above(cell, 1)),
    " ": () => cell.parentElement.querySelector(".choose-cell input").click(),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
