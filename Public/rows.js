// Rows as they are now come in the place of those that are shown. What is the same stays as it is, with its focus, its choice and what is open in it.

// What the server sent of each row, and the parts that are another by now: scripts have written into them, or nothing new was put there.
const sentRows = new WeakMap(), writtenParts = new Set();
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
// - took: called with what has come into the page, and whether it says the same as what was there; and with rows that are gone.
const renewedPart = (part, was, fresh, took) => {
  const isWritten = writtenParts.has(part);
  if (was.isEqualNode(fresh) && ![...writtenParts].some((each) => part.contains(each))) return part;
  // What is being written is looked at again once it isn't any more.
  if (part.matches(".being-edited")) {
    writtenParts.add(part);
    return part;
  }
  const isSame = was.textContent === fresh.textContent, isAlike = !isWritten && shellOf(was) === shellOf(fresh);
  const isOpen = part.matches("tr:has(> .being-edited)"), parts = [part, was, fresh].map(({ children }) => [...children]);
  if ((isAlike || isOpen) && parts.every(({ length }) => length === parts[0].length && length > 0) && ownTextOf(was) === ownTextOf(fresh)) {
    parts[2].forEach((each, place) => renewedPart(parts[0][place], parts[1][place], each, took));
    return part;
  }
  if (isBeingWritten(part)) {
    writtenParts.add(part);
    return part;
  }
  if (isAlike && part.matches("tbody, ul, .results") && parts[0].length === parts[1].length) {
    for (const [place, row] of parts[0].entries()) sentRows.set(row, parts[1][place].outerHTML);
    mergeRows([{ parent: part, old: parts[0], fresh: parts[2] }], took);
    return part;
  }
  if (isAlike && !fresh.children.length && !part.children.length) {
    part.replaceChildren(...fresh.childNodes);
    took(part, isSame);
    return part;
  }
  const chosen = part.querySelector(".choose-cell > input"), other = fresh.querySelector(".choose-cell > input");
  if (chosen && other) other.checked = chosen.checked;
  for (const each of writtenParts) if (part.contains(each)) writtenParts.delete(each);
  part.replaceWith(fresh);
  took(fresh, isSame);
  return fresh;
};
const renewedRow = (row, fresh, took) => {
  const html = fresh.outerHTML, renewed = renewedPart(row, elementOf(sentRows.get(row)), fresh, took);
  sentRows.set(renewed, html);
  return renewed;
};

// Puts new rows in the place of old ones, in several groups: of each its parent, the old and the new rows, and what they stand behind, if not at the
// beginning. Only what has moved is moved, from one group to another as well.
const mergeRows = (groups, took) => {
  const known = new Map();
  for (const row of groups.flatMap(({ old }) => old)) known.set(nameOf(row), [...known.get(nameOf(row)) ?? [], row]);
  const take = (row) => known.get(nameOf(row))?.shift();
  // A row that somebody is typing into keeps its place, and all others theirs.
  if (groups.some(({ parent }) => parent.querySelector(".being-edited"))) {
    const now = new Map();
    for (const row of groups.flatMap(({ fresh }) => fresh)) {
      const same = take(row);
      if (same) now.set(same, renewedRow(same, row, took));
    }
    return groups.map(({ old }) => old.map((row) => now.get(row) ?? row));
  }
  const rows = groups.map(({ fresh }) => fresh.map((row) => {
    const same = take(row);
    if (same) return renewedRow(same, row, took);
    noteRows([row]);
    took(row, false);
    return row;
  }));
  const all = groups.flatMap(({ old }) => old), kept = new Set(rows.flat()), gone = all.filter((row) => !kept.has(row));
  for (const row of gone) row.remove();
  // Others have come in the place of the first ones.
  for (const row of gone.slice(kept.size - (all.length - gone.length))) took(row, false, true);
  // Groups of one parent stand one behind the other.
  const places = new Map();
  for (const [number, { parent, behind }] of groups.entries()) {
    let at = places.has(parent) ? places.get(parent) : behind ? behind.nextElementSibling : parent.firstElementChild;
    for (const row of rows[number]) {
      if (row === at) at = at.nextElementSibling;
      else parent.insertBefore(row, at);
    }
    places.set(parent, at);
  }
  return rows;
};
