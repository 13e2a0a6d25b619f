// Rows as they are now come in the place of those that are shown. What is the same stays as it is, with its focus, its choice and what is open in it.

// What the server sent of each row, and the cells that scripts have written into since.
const sentRows = new WeakMap(), writtenCells = new WeakSet();
const noteRows = (rows) => { for (const row of rows) sentRows.set(row, row.outerHTML); };

// What a row is found by again: its id, or the link to its page; where it has neither, what it says.
const nameOf = (row) => row.id || row.querySelector(":scope > th > a[href]")?.getAttribute("href") || (sentRows.get(row) ?? row.outerHTML);
const shellOf = (element) => element.cloneNode(false).outerHTML;
const ownTextOf = (element) => [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data.trim()).join("\n");
const elementOf = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
};

// Whether somebody is writing into a field of a part, which then stays as it is.
const isFieldWritten = (field) => {
  if (field === document.activeElement) return true;
  if (field.localName !== "select") return field.value !== field.defaultValue;
  return field.selectedIndex !== Math.max([...field.options].findIndex(({ defaultSelected }) => defaultSelected), 0);
};
const isBeingWritten = (part) => [...part.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select")]
  .some((field) => !field.closest(".cell-form") && isFieldWritten(field));

// What stands for a new state of a part of a page that is shown: as much of it as can be stays as it is.
// - was: what the server sent of it before; fresh: what it sends of it now.
// - took: called with what has come into the page, and whether it says the same as what was there.
const renewedPart = (part, was, fresh, took) => {
  const isWritten = writtenCells.has(part);
  if (was.isEqualNode(fresh) && !isWritten && ![...part.children].some((each) => writtenCells.has(each))) return part;
  // What is being written is looked at again once it isn't any more.
  if (part.matches(".being-edited")) {
    writtenCells.add(part);
    return part;
  }
  const isSame = was.textContent === fresh.textContent, isAlike = !isWritten && shellOf(was) === shellOf(fresh);
  const isOpen = part.matches("tr:has(> .being-edited)"), parts = [part, was, fresh].map(({ children }) => [...children]);
  if ((isAlike || isOpen) && parts.every(({ length }) => length === parts[0].length && length > 0) && ownTextOf(was) === ownTextOf(fresh)) {
    parts[2].forEach((each, place) => renewedPart(parts[0][place], parts[1][place], each, took));
    return part;
  }
  if (isBeingWritten(part)) return part;
  if (isAlike && !fresh.children.length && !part.children.length) {
    part.replaceChildren(...fresh.childNodes);
    took(part, isSame);
    return part;
  }
  const chosen = part.querySelector(".choose-cell > input"), other = fresh.querySelector(".choose-cell > input");
  if (chosen && other) other.checked = chosen.checked;
  part.replaceWith(fresh);
  took(fresh, isSame);
  return fresh;
};
const renewedRow = (row, fresh, took) => {
  const html = fresh.outerHTML, renewed = renewedPart(row, elementOf(sentRows.get(row)), fresh, took);
  sentRows.set(renewed, html);
  return renewed;
};

// Puts new rows in the place of old ones, which stand one behind the other before `end`. Only what has moved is moved.
const mergeRows = (parent, old, fresh, end, took) => {
  const known = new Map(), before = old[0]?.previousElementSibling ?? null;
  for (const row of old) known.set(nameOf(row), [...known.get(nameOf(row)) ?? [], row]);
  const take = (row) => known.get(nameOf(row))?.shift();
  // A row that somebody is typing into keeps its place, and all others theirs.
  if (parent.querySelector(".being-edited")) {
    const rows = new Map(old.map((row) => [row, row]));
    for (const row of fresh) {
      const same = take(row);
      if (same) rows.set(same, renewedRow(same, row, took));
    }
    return [...rows.values()];
  }
  const rows = fresh.map((row) => {
    const same = take(row);
    if (same) return renewedRow(same, row, took);
    noteRows([row]);
    took(row, false);
    return row;
  });
  const kept = new Set(rows);
  for (const row of old) if (!kept.has(row)) row.remove();
  let at = old.length ? (before ? before.nextElementSibling : parent.firstElementChild) : end;
  for (const row of rows) {
    if (row === at) at = at.nextElementSibling;
    else parent.insertBefore(row, at);
  }
  return rows;
};
