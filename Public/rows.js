// Rows as they are now come in the place of those that are shown. What is the same stays as it is, with its focus, its choice and what is open in it.

// What the server sent of each row, and the cells that scripts have written into since.
const sentRows = new WeakMap(), writtenCells = new WeakSet();
const noteRows = (rows) => { for (const row of rows) sentRows.set(row, row.outerHTML); };

// What a row is found by again: its id, or the link to its page; where it has neither, what it says.
const nameOf = (row) => row.id || row.querySelector(":scope > th > a[href]")?.getAttribute("href") || (sentRows.get(row) ?? row.outerHTML);
const shellOf = (element) => element.cloneNode(false).outerHTML;
const elementOf = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
};

// Whether somebody is writing into a field of a row, which then stays as it is.
const isFieldWritten = (field) => {
  if (field === document.activeElement) return true;
  if (field.localName !== "select") return field.value !== field.defaultValue;
  return field.selectedIndex !== Math.max([...field.options].findIndex(({ defaultSelected }) => defaultSelected), 0);
};
const isBeingWritten = (row) => [...row.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select")]
  .some((field) => !field.closest(".cell-form") && isFieldWritten(field));

// The row that stands for a new state of one that is shown: the same with other cells, or another one.
const renewedRow = (row, fresh, mark) => {
  const html = fresh.outerHTML, sent = sentRows.get(row);
  const isWritten = [...row.children].some((cell) => writtenCells.has(cell));
  if (sent === html && !isWritten || isBeingWritten(row)) return row;
  const before = sent && elementOf(sent);
  const isSame = before && before.textContent === fresh.textContent;
  const isOpen = row.querySelector(":scope > .being-edited");
  if (!row.cells || !before || row.cells.length !== fresh.cells.length || !isOpen && shellOf(before) !== shellOf(fresh)) {
    noteRows([fresh]);
    const chosen = row.querySelector(".choose-cell > input"), other = fresh.querySelector(".choose-cell > input");
    if (chosen && other) other.checked = chosen.checked;
    if (!isSame) mark?.(fresh);
    return fresh;
  }
  [...fresh.cells].forEach((cell, place) => {
    const old = row.cells[place], was = before.cells[place];
    if (was.outerHTML === cell.outerHTML && !writtenCells.has(old)) return;
    // What is being written is looked at again once it isn't any more.
    if (old.matches(".being-edited")) return writtenCells.add(old);
    old.replaceWith(cell);
    if (was.textContent !== cell.textContent) mark?.(cell);
  });
  sentRows.set(row, html);
  return row;
};

// Puts new rows in the place of old ones, which stand one behind the other before `end`. Only what has moved is moved.
const mergeRows = (parent, old, fresh, end, mark) => {
  const known = new Map();
  for (const row of old) known.set(nameOf(row), [...known.get(nameOf(row)) ?? [], row]);
  const take = (row) => known.get(nameOf(row))?.shift();
  // A row that somebody is typing into keeps its place, and all others theirs.
  if (parent.querySelector(".being-edited")) {
    const rows = new Map(old.map((row) => [row, row]));
    for (const row of fresh) {
      const before = take(row), renewed = before && renewedRow(before, row, mark);
      if (renewed !== before) before.replaceWith(renewed);
      if (before) rows.set(before, renewed);
    }
    return [...rows.values()];
  }
  const rows = fresh.map((row) => {
    const before = take(row);
    if (before) return renewedRow(before, row, mark);
    noteRows([row]);
    mark?.(row);
    return row;
  });
  const kept = new Set(rows), before = old[0]?.previousElementSibling ?? null;
  for (const row of old) if (!kept.has(row)) row.remove();
  let at = old.length ? (before ? before.nextElementSibling : parent.firstElementChild) : end;
  for (const row of rows) {
    if (row === at) at = at.nextElementSibling;
    else parent.insertBefore(row, at);
  }
  return rows;
};
