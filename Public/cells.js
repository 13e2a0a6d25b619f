// Cells whose values can be changed take the focus, and the keys of a spreadsheet lead from one to the next.
const editNames = () => [...table?.querySelectorAll("thead tr > *") ?? []].map((head) => head.dataset.edit);
const prepareCells = () => {
  const columns = editNames();
  for (const row of table ? [...table.tBodies].flatMap((body) => [...body.rows]) : []) {
    if (!row.querySelector(":scope > .choose-cell > input")) continue;
    [...row.cells].forEach((cell, place) => {
      if (!columns[place] || cell.dataset.cell) return;
      cell.dataset.cell = columns[place];
      cell.tabIndex = -1;
    });
  }
  const first = table?.querySelector("[data-cell]");
  if (first && !table.querySelector("[data-cell][tabindex='0']")) first.tabIndex = 0;
};
const focusCell = (cell) => {
  if (!cell) return;
  for (const other of table.querySelectorAll("[data-cell][tabindex='0']")) other.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus({ preventScroll: true });
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
};
const findCell = (row, name) => document.getElementById(row)?.querySelector(`:scope > [data-cell="${CSS.escape(name)}"]`);
const cellsOf = (row) => [...row.querySelectorAll(":scope > [data-cell]")];
const cellsBelow = (name) => [...table.querySelectorAll(`tr > [data-cell="${CSS.escape(name)}"]`)];
const beside = (cell, step) => {
  const cells = cellsOf(cell.parentElement);
  return cells[cells.indexOf(cell) + step];
};
const above = (cell, step) => {
  const cells = cellsBelow(cell.dataset.cell);
  const place = cells.indexOf(cell) + step;
  return cells[Math.abs(step) > 1 ? Math.min(Math.max(place, 0), cells.length - 1) : place];
};

// Where the keys lead. Behind the last row is the one in which a new row is written.
let tabbedFrom;
const leadOn = (cell, key, isBack) => {
  if (key === "Tab") {
    tabbedFrom ??= cell.dataset.cell;
    const next = beside(cell, isBack ? -1 : 1);
    if (next) return next;
    const rows = [...new Set([...table.querySelectorAll("[data-cell]")].map((each) => each.parentElement))];
    const row = rows[rows.indexOf(cell.parentElement) + (isBack ? -1 : 1)];
    if (row) return cellsOf(row).at(isBack ? -1 : 0);
    return isBack ? undefined : table.querySelector(".insertion > td > :is(input:not([type=hidden]), select, textarea)");
  }
  // After some Tabs, Enter begins the next line below the first of these cells.
  const name = key === "Enter" && tabbedFrom || cell.dataset.cell;
  tabbedFrom = undefined;
  if (key === "ArrowLeft") return beside(cell, -1);
  if (key === "ArrowRight") return beside(cell, 1);
  const here = findCell(cell.parentElement.id, name) ?? cell;
  const next = above(here, isBack || key === "ArrowUp" ? -1 : 1);
  if (next || isBack || key !== "Enter") return next;
  const place = [...cell.parentElement.cells].findIndex((each) => each.dataset.cell === name);
  return table.querySelector(`.insertion > :nth-child(${place + 1}) > :is(input:not([type=hidden]), select, textarea)`);
};
const goTo = (target) => target?.matches("[data-cell]") ? focusCell(target) : target?.focus();

const cellKeys = {
  ArrowLeft: (cell, far) => focusCell(far ? cellsOf(cell.parentElement)[0] : beside(cell, -1)),
  ArrowRight: (cell, far) => focusCell(far ? cellsOf(cell.parentElement).at(-1) : beside(cell, 1)),
  ArrowUp: (cell, far) => focusCell(far ? cellsBelow(cell.dataset.cell)[0] : above(cell, -1)),
  ArrowDown: (cell, far) => focusCell(far ? cellsBelow(cell.dataset.cell).at(-1) : above(cell, 1)),
  Home: (cell, far) => focusCell(far ? table.querySelector("[data-cell]") : cellsOf(cell.parentElement)[0]),
  End: (cell, far) => focusCell(far ? [...table.querySelectorAll("[data-cell]")].at(-1) : cellsOf(cell.parentElement).at(-1)),
  PageUp: (cell) => focusCell(above(cell, -10)),
  PageDown: (cell) => focusCell(above(cell, 10)),
};
document.addEventListener("keydown", (event) => {
  const cell = event.target;
  if (!cell.matches?.("[data-cell]") || event.altKey || event.isComposing) return;
  const far = event.ctrlKey || event.metaKey;
  if (event.key === "Tab" && !far) {
    // From the ends of a row Tab leaves the table, so that nobody is kept in it.
    const next = beside(cell, event.shiftKey ? -1 : 1);
    if (!next) return;
    event.preventDefault();
    tabbedFrom ??= cell.dataset.cell;
    return focusCell(next);
  }
  if (event.key === " " && event.shiftKey) {
    event.preventDefault();
    return cell.parentElement.querySelector(".choose-cell input").click();
  }
  const act = cellKeys[event.key];
  if (!act || event.shiftKey) return;
  event.preventDefault();
  tabbedFrom = undefined;
  act(cell, far);
});
document.addEventListener("pointerdown", () => { tabbedFrom = undefined; });
prepareCells();
document.addEventListener("rowschange", prepareCells);
