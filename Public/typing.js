// Values are typed into cells as in a spreadsheet. What was typed is stored once its cell is left, one value after the other; by then the next
// may be typed already. What can't be stored stays in its cell, marked, until it is corrected or given up.

// The cell that is being written in: its own content, the form of its value, and whether keys alone have opened it.
let open;
// What could not be stored: the form that says why, by the row and the name of the column.
const refused = new Map();
const refusedName = (cell) => `${cell.parentElement.id} ${cell.dataset.cell}`;
// The last value on its way to the server, and how many are.
let last = Promise.resolve(), underway = 0;
// Keys and presses, to tell whether a user has gone on.
let steps = 0;
for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, () => { steps += 1; }, true);

const parsed = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");
const valueForm = async (cell) => {
  const known = refused.get(refusedName(cell))?.form;
  if (known) return known;
  const url = new URL(cell.parentElement.querySelector(".change-link").href);
  url.searchParams.set("_field", cell.dataset.cell);
  const page = await fetchPage(url);
  return page.querySelector("form.row-form") ?? Promise.reject(new Error(page.querySelector("h1")?.textContent ?? "This value can't be changed."));
};
const headOf = (cell) => table.querySelector(`thead [data-edit="${CSS.escape(cell.dataset.cell)}"]`)?.innerText.trim() ?? cell.dataset.cell;

// What was in a cell comes back into it.
const close = () => {
  if (!open) return;
  const { cell, content, box } = open;
  open = undefined;
  cell.classList.remove("being-edited");
  if (box.isConnected) cell.replaceChildren(...content);
  if (cell.parentElement.matches(".row-movable")) cell.parentElement.draggable = true;
};
const edit = (cell, isTyped) => {
  if (open?.cell === cell) return;
  leave();
  const box = Object.assign(document.createElement("div"), { className: "cell-form", tabIndex: -1 });
  const field = Object.assign(document.createElement("textarea"), { rows: 1, spellcheck: false });
  field.setAttribute("aria-label", headOf(cell));
  box.append(field);
  const form = last.then(() => valueForm(cell));
  form.catch(() => {});
  open = { cell, content: [...cell.childNodes], box, field, form };
  // What is marked in a field is not dragged away with the row.
  if (cell.parentElement.draggable) cell.parentElement.draggable = false;
  cell.classList.add("being-edited");
  cell.replaceChildren(box);
  focusCell(cell);
  field.focus();
  box.addEventListener("focusout", ({ relatedTarget }) => {
    if (open?.box === box && document.hasFocus() && !box.contains(relatedTarget)) leave();
  });
  if (!isTyped) showForm(open);
};
// The field for this kind of value takes the place of the one for any text, unless something was typed into that meanwhile.
const showForm = async (mine) => {
  let form;
  try { form = await mine.form; } catch (error) { if (open === mine) { close(); say(error.message, mine.cell); } return; }
  if (open !== mine || mine.field.value) return;
  const shown = document.importNode(form, true);
  shown.className = "cell-form-fields";
  for (const part of shown.querySelectorAll(".form-actions a + a")) part.remove();
  const cancel = shown.querySelector(".form-actions a");
  cancel?.addEventListener("click", (event) => { event.preventDefault(); close(); focusCell(mine.cell); });
  shown.addEventListener("submit", (event) => { event.preventDefault(); leave(); focusCell(mine.cell); });
  mine.shown = shown;
  mine.before = new URLSearchParams(new FormData(shown)).toString();
  const field = shown.querySelector("[id^=field-]:not(p)") ?? shown.querySelector("button");
  mine.box.append(shown);
  field.focus();
  mine.field.remove();
  field.select?.();
};
// The cell is left, and its value stored if it is another one.
const leave = () => {
  if (!open) return;
  const mine = open, { cell, shown, field } = mine;
  const isAgain = refused.has(refusedName(cell));
  if (shown ? !isAgain && new URLSearchParams(new FormData(shown)).toString() === mine.before : !mine.isTyped) return close();
  const body = shown && new FormData(shown);
  const control = shown?.querySelector("[id^=field-]:not(p)");
  const text = shown ? control?.selectedOptions?.[0]?.text ?? control?.value ?? "" : field.value;
  close();
  store(cell, text, mine.form, body);
};

// A text stands for the choice that begins with it, where there is a list.
const choiceFor = (control, text) => {
  if (control?.localName !== "select" || !text) return text;
  const options = [...control.options], wanted = text.trim().toLowerCase();
  const found = options.find((each) => each.value === text.trim()) ?? options.find((each) => each.text.toLowerCase() === wanted)
    ?? options.filter((each) => each.text.toLowerCase().startsWith(wanted)).find((each, _, all) => all.length === 1);
  return found?.value ?? text;
};
const store = (cell, text, form, body, isCleared) => {
  const row = cell.parentElement.id, name = cell.dataset.cell, began = steps;
  showText(cell, text);
  cell.classList.add("works");
  underway += 1;
  const before = last;
  last = (async () => {
    await before;
    try {
      const known = await form;
      const sent = body ?? new FormData(known);
      if (!body) {
        const control = known.querySelector("[id^=field-]:not(p)");
        sent.set(`value.${name}`, choiceFor(control, text));
        if (isCleared && known.querySelector(`[name="${CSS.escape(`null.${name}`)}"]`)) sent.set(`null.${name}`, "1");
      }
      const answer = await fetch(known.action, {
        method: "POST", body: known.enctype === "multipart/form-data" ? sent : new URLSearchParams(sent),
        headers: { Accept: "text/html" }, redirect: "manual",
      });
      refused.delete(`${row} ${name}`);
      if (answer.type === "opaqueredirect") return;
      const page = await parsed(answer), again = page.querySelector("form.row-form"), alert = page.querySelector(".alert");
      const message = page.querySelector(".row-form .error")?.textContent.trim() ?? alert?.textContent.trim() ?? page.querySelector("h1")?.textContent;
      // Both versions of a conflict are told beside the field.
      if (answer.status === 409 && alert) again?.prepend(alert);
      refuse(row, name, text, again, message, began);
    } catch (error) {
      refuse(row, name, text, undefined, error instanceof TypeError ? "The server can't be reached." : error.message, began);
    } finally {
      underway -= 1;
      if (!underway) await refresh();
    }
  })();
};
const showText = (cell, text) => {
  writtenParts.add(cell);
  const span = document.createElement("span");
  span.textContent = text;
  cell.replaceChildren(span);
};
const refuse = (row, name, text, form, message, began) => {
  refused.set(`${row} ${name}`, { form, text, message });
  markRefused();
  const cell = findCell(row, name);
  // A row that is gone has nothing to be corrected.
  if (!cell) {
    refused.delete(`${row} ${name}`);
    return say(`${message} (${text})`);
  }
  // Whoever waits for it is led back at once; others go on where they are.
  if (began === steps && form) edit(cell);
  else say(`${headOf(cell)}: ${message}`, cell);
};
const markRefused = () => {
  for (const cell of table.querySelectorAll("[data-cell].refused")) {
    if (!refused.has(refusedName(cell))) cell.classList.remove("refused");
  }
  for (const [key, { text, message }] of refused) {
    const [row, ...name] = key.split(" "), cell = findCell(row, name.join(" "));
    if (!cell || cell === open?.cell) continue;
    showText(cell, text);
    cell.classList.remove("works");
    cell.classList.add("refused");
    cell.title = message;
  }
};

document.addEventListener("rowschange", markRefused);

// What could not be done is said at the lower edge, with a way to it.
const say = (message, cell) => {
  const row = cell?.parentElement.id, name = cell?.dataset.cell;
  const toast = Object.assign(document.createElement("dialog"), { className: "flash flash-refused", open: true });
  toast.setAttribute("aria-label", "Not stored");
  const text = document.createElement("p");
  text.setAttribute("role", "alert");
  const shut = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: "Correct" });
  if (!cell) shut.textContent = "Close";
  shut.addEventListener("click", () => {
    toast.remove();
    if (cell) edit(findCell(row, name) ?? cell);
  });
  toast.append(text, shut);
  document.querySelector(".flash")?.remove();
  document.querySelector(".top-bar").after(toast);
  text.textContent = message;
};

// The rows of all pages as they are now, with what else has changed, and a row in another place if it has moved there.
const refresh = async () => {
  ownRenewals += 1;
  const answers = await renewPages(() => !underway);
  ownRenewals += 1;
  if (!answers) return;
  const flash = answers.map((answer) => answer?.querySelector(".flash")).find(Boolean), style = flash?.previousElementSibling;
  if (flash && !document.querySelector(".flash-refused")) {
    document.querySelector(".flash")?.remove();
    if (style?.rel === "stylesheet" && !document.querySelector(`link[href="${CSS.escape(style.getAttribute("href"))}"]`)) document.head.append(style);
    document.querySelector(".top-bar").after(flash);
  }
};

// A link or a button waits until everything is stored, and leads nowhere as long as something can't be.
let isLeading = false;
document.addEventListener("click", (event) => {
  const target = event.target.closest?.("a[href], button, input[type=checkbox]");
  if (isLeading || !target || target.closest(".cell-form") || target.closest("[data-cell]")) return;
  leave();
  if (!underway) return;
  event.preventDefault();
  event.stopPropagation();
  const { id } = target.closest("tr") ?? {};
  last.then(() => {
    const row = id && document.getElementById(id);
    const same = target.isConnected ? target : [...row?.querySelectorAll(target.localName) ?? []].find((each) => each.innerText === target.innerText);
    if (refused.size) return;
    isLeading = true;
    same?.click();
    isLeading = false;
  });
}, true);
addEventListener("beforeunload", (event) => { if (underway || refused.size || open?.isTyped) event.preventDefault(); });

// Undo goes the same way, without another page.
const undo = async (form) => {
  await last;
  await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" }, redirect: "manual" });
  form.closest(".flash").remove();
  await refresh();
};
document.addEventListener("submit", (event) => {
  if (!table || !event.target.matches(".flash form[method=post]")) return;
  event.preventDefault();
  undo(event.target);
});

document.addEventListener("click", (event) => {
  const cell = event.target.closest?.("[data-cell]");
  if (!cell || event.target.closest(".cell-form, summary, button") || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  // One press selects, the next one opens; fingers and screen readers have no keys to type with, so that the first one opens.
  if (event.pointerType === "touch" || event.detail === 0 || pressedAgain === cell) edit(cell);
  else focusCell(cell);
});
// A cell that is pressed has the focus before the click comes, which must not count as a second press. Its default stays: a row is dragged by it.
let pressedAgain;
document.addEventListener("mousedown", (event) => {
  const cell = event.target.closest?.("[data-cell]");
  pressedAgain = cell && document.activeElement === cell ? cell : undefined;
  if (cell && !event.target.closest(".cell-form")) leave();
});
document.addEventListener("input", ({ target }) => { if (open && target === open.field) open.isTyped = true; });
document.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  const box = event.target.closest?.(".cell-form");
  if (box && open?.box === box) return inField(event);
  const cell = event.target;
  if (!cell.matches?.("[data-cell]") || event.altKey || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey) {
    const back = event.key === "z" && document.querySelector(".flash form[method=post]");
    if (back) { event.preventDefault(); undo(back); }
    return;
  }
  if (event.key === "Enter" && event.shiftKey) { event.preventDefault(); return goTo(leadOn(cell, "Enter", true)); }
  if (event.key === "Enter" || event.key === "F2") { event.preventDefault(); return edit(cell); }
  if (event.key === "Escape" && refused.delete(refusedName(cell))) { refresh(); return; }
  if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    return store(cell, "", last.then(() => valueForm(cell)), undefined, true);
  }
  // The key itself goes into the field that has the focus by then.
  if ([...event.key].length === 1) edit(cell, true);
});
const inField = (event) => {
  const { cell, shown, field } = open;
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    refused.delete(refusedName(cell));
    close();
    focusCell(cell);
    if (cell.matches(".refused")) refresh();
    return;
  }
  if (event.target.matches("button, a")) return;
  if (event.key === "Enter" && event.altKey && event.target.matches("textarea")) {
    event.preventDefault();
    event.target.setRangeText("\n", event.target.selectionStart, event.target.selectionEnd, "end");
    return event.target.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  const isArrow = !shown && event.target === field && /^Arrow/.test(event.key) && !field.value.includes("\n") && !event.shiftKey;
  if (!["Enter", "Tab"].includes(event.key) && !isArrow || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const next = leadOn(cell, event.key, event.shiftKey);
  leave();
  goTo(next ?? cell);
};
// One value is pasted into its cell, more of them go the way of rows.
document.addEventListener("paste", (event) => {
  const cell = event.target.closest?.("[data-cell]"), text = event.clipboardData.getData("text/plain").replace(/\r?\n$/, "");
  if (!cell || event.target.closest(".cell-form") || /[\t\n]/.test(text)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  store(cell, text, last.then(() => valueForm(cell)));
}, true);
