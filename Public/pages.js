// Rows go on where a page ends: as a reader comes near, the next page is fetched, or the one before, and its rows are put there. Each stays a page:
// the address, the pager and the menus are those of the page that is read, so that reloading, going back and a link sent to others lead to the
// same rows, and whoever follows the pager instead misses nothing.

// The pages whose rows are shown, in their order. Of each: its address, its foot with the pager, its parts of a table with what that is called, or its
// items of a list, and the head of a section that goes on from the page before.
const shownPages = [];
// Those that are fetched anew after a change: the page that is read and what is beside it. The others come again when they are scrolled to.
let nearPages = () => shownPages;
const pageOf = (cell) => shownPages.find(({ bodies }) => bodies?.includes(cell.closest("tbody")));
// The address of a page, with what is chosen now; of the one that is read where none is given.
const addressOf = (page) => {
  const url = new URL(page?.address ?? location.href);
  url.hash = "";
  url.searchParams.delete("_selected");
  for (const key of new URLSearchParams(location.search).getAll("_selected")) url.searchParams.append("_selected", key);
  return url;
};
// The parts of a table that has come, without the rows that are shown elsewhere.
const partsOf = (table, isElsewhere) => {
  const bodies = [...table.tBodies].map((body) => document.adoptNode(body));
  for (const row of bodies.flatMap((body) => [...body.rows])) {
    if (row.matches(".insertion") || row.id.startsWith("row-") && isElsewhere(row.id)) row.remove();
  }
  return bodies.filter((body, place) => place === 0 || body.rows.length > 0);
};
// New rows are written behind all others.
const placeInsertion = (row) => { if (row) shownPages.at(-1).bodies.at(-1).append(row); };

// How the rows of pages stand in a table, whose sections are parts of it.
const tablePages = (grid) => {
  // A section that goes on has its head once.
  const joinSections = () => {
    let before;
    for (const page of shownPages) {
      const body = page.bodies.find(({ rows }) => rows.length > 0), first = body?.rows[0];
      if (first?.matches(".section-header")) {
        page.head = first.textContent === before ? first : undefined;
        page.head?.remove();
      } else if (page.head && page.head.textContent !== before) {
        body.prepend(page.head);
        page.head = undefined;
      }
      before = page.bodies.flatMap((each) => [...each.querySelectorAll(":scope > .section-header")]).at(-1)?.textContent ?? before;
    }
  };
  document.addEventListener("rowschange", joinSections);

  // A column gets no narrower by other rows.
  const sheet = new CSSStyleSheet();
  const keepWidths = () => {
    if (document.adoptedStyleSheets.includes(sheet)) return;
    document.adoptedStyleSheets.push(sheet);
    // All are measured before one is set.
    const widths = [...grid.tHead.rows[0].cells].map((head) => head.getBoundingClientRect().width);
    for (const [place, width] of widths.entries()) sheet.insertRule(`.grid tr > :nth-child(${place + 1}):not([colspan]) { min-width: ${width}px }`);
  };
  return {
    first: { bodies: [...grid.tBodies], caption: grid.caption.textContent },
    // So many rows are kept at most.
    limit: Math.min(2000, Math.round(40_000 / grid.tHead.rows[0].cells.length)),
    rowsOf: ({ bodies }) => bodies.flatMap(({ rows }) => [...rows]),
    // Where the head ends, which stays in sight.
    edge: () => grid.tHead.rows[0].cells[0].getBoundingClientRect().bottom,
    isWritten: () => grid.querySelector(".insertion")?.contains(document.activeElement),
    read: (answer) => {
      const table = answer.querySelector(".scroll > table.grid");
      return table && { bodies: partsOf(table, (id) => document.getElementById(id)), caption: table.caption.textContent };
    },
    put: ({ bodies }, isUpward) => {
      keepWidths();
      if (isUpward) grid.tBodies[0].before(...bodies); else grid.append(...bodies);
    },
    // What doesn't go with a page is put in order once pages have come and gone.
    hold: () => {
      const insertion = grid.querySelector(".insertion");
      return () => { joinSections(); placeInsertion(insertion); };
    },
    remove: ({ bodies }) => { for (const body of bodies) body.remove(); },
    turn: ({ caption }) => { grid.caption.textContent = caption; },
  };
};

// The same in a list, whose sections have a list of items each. What goes on is one section, in which the items of several pages stand.
const listPages = (list) => {
  const sections = () => [...list.querySelectorAll(":scope > .section:not(.row-values)")];
  const titleOf = (section) => section.querySelector(":scope > h2")?.textContent;
  const itemsOf = (section) => [...section.querySelectorAll(":scope > .cells > li")];
  const join = (section, other, isUpward) => {
    const cells = other.querySelector(":scope > .cells"), items = itemsOf(section), foot = section.querySelector(":scope > footer");
    if (isUpward) return cells.prepend(...items);
    cells.append(...items);
    // It stands where the section ends.
    other.querySelector(":scope > footer")?.remove();
    if (foot) other.append(foot);
  };
  return {
    first: { items: sections().flatMap(itemsOf) },
    limit: 2000,
    rowsOf: ({ items }) => items,
    edge: () => list.getBoundingClientRect().top,
    isWritten: () => list.querySelector(":focus")?.matches("input, textarea, select"),
    read: (answer) => {
      const other = answer.querySelector(".list.scroll");
      if (!other) return undefined;
      const found = [...other.querySelectorAll(":scope > .section")].map((section) => document.adoptNode(section));
      for (const item of found.flatMap(itemsOf)) if (item.id && document.getElementById(item.id)) item.remove();
      return { sections: found, items: found.flatMap(itemsOf) };
    },
    put: (page, isUpward) => {
      const known = sections(), beside = known.at(isUpward ? 0 : -1), edge = page.sections.at(isUpward ? -1 : 0);
      if (beside?.querySelector(":scope > .cells") && edge && titleOf(edge) === titleOf(beside)) {
        join(edge, beside, isUpward);
        page.sections.splice(page.sections.indexOf(edge), 1);
      }
      if (isUpward) beside.before(...page.sections); else beside.after(...page.sections);
      delete page.sections;
    },
    hold: () => () => {},
    remove: ({ items }) => {
      const left = new Set(items.map((item) => item.closest(".section")));
      for (const item of items) item.remove();
      for (const section of left) if (section && !itemsOf(section).length) section.remove();
    },
    turn: () => {},
  };
};
{
  const scroll = document.querySelector(".shell .scroll"), grid = scroll?.querySelector(":scope > table.grid");
  const foot = () => document.querySelector(".page-foot");
  const style = (page) => page.querySelector("head style")?.textContent;
  const layout = !scroll || !foot() ? undefined : grid ? tablePages(grid) : scroll.matches(".list:has(> .section)") ? listPages(scroll) : undefined;

  // What is seen stays where it is, whatever comes above it.
  let last = 0;
  const keepPlace = (change) => {
    const top = layout.edge(), row = shownPages.flatMap(layout.rowsOf).find((each) => each.getBoundingClientRect().bottom > top);
    const before = row?.getBoundingClientRect().top;
    change();
    if (row?.isConnected) scroll.scrollTop += row.getBoundingClientRect().top - before;
    last = scroll.scrollTop;
  };

  // Rows that are farthest away come again when they are scrolled to. What is chosen, written or read by keys is not taken away.
  const isNeeded = (page) => layout.rowsOf(page).some((row) => row.contains(document.activeElement) || row.querySelector(":checked, .being-edited, .refused, .works"));
  const drop = (page) => {
    layout.remove(page);
    shownPages.splice(shownPages.indexOf(page), 1);
  };
  const letGo = (isUpward) => {
    let count = shownPages.reduce((sum, page) => sum + layout.rowsOf(page).length, 0);
    while (count > layout.limit && shownPages.length > 3) {
      const far = shownPages.at(isUpward ? -1 : 0);
      if (isNeeded(far)) return;
      count -= layout.rowsOf(far).length;
      drop(far);
    }
  };

  const put = (address, answer, isUpward) => {
    const pager = answer.querySelector(".page-foot"), page = style(answer) === style(document) && layout.read(answer);
    if (!page || !pager) return false;
    Object.assign(page, { address, foot: document.adoptNode(pager) });
    keepPlace(() => {
      const tidy = layout.hold();
      layout.put(page, isUpward);
      if (isUpward) shownPages.unshift(page); else shownPages.push(page);
      letGo(isUpward);
      tidy();
    });
    if (typeof fillLate === "function") for (const part of page.bodies ?? page.items) fillLate(part);
    document.dispatchEvent(new Event("rowschange"));
    return true;
  };

  // The page that is read: the first of which something is seen.
  let turned;
  const turn = () => {
    const top = layout.edge() + 1;
    const page = shownPages.find((each) => layout.rowsOf(each).at(-1)?.getBoundingClientRect().bottom > top);
    if (!page || page === turned) return;
    turned = page;
    if (foot() !== page.foot && !foot().contains(document.activeElement)) foot().replaceWith(page.foot);
    layout.turn(page);
    history.replaceState(history.state, "", addressOf(page));
    document.dispatchEvent(new Event("rowschange"));
  };

  if (layout) nearPages = () => {
    turn();
    const isFar = (page) => Math.abs(shownPages.indexOf(page) - shownPages.indexOf(turned)) > 1 && !isNeeded(page);
    keepPlace(() => {
      const tidy = layout.hold();
      while (isFar(shownPages[0])) drop(shownPages[0]);
      while (isFar(shownPages.at(-1))) drop(shownPages.at(-1));
      tidy();
    });
    return shownPages;
  };

  let isBusy = false, isOver = false, turning;
  const look = async (isUpward) => {
    // Where the whole page is scrolled, what stands below the rows has to be reached.
    if (isBusy || isOver || getComputedStyle(scroll).overflowY !== "auto" || layout.isWritten()) return;
    const { scrollTop, scrollHeight, clientHeight } = scroll;
    const address = shownPages.at(isUpward ? 0 : -1).foot.querySelector(`a[rel=${isUpward ? "prev" : "next"}]`)?.href;
    if (!address || (isUpward ? scrollTop : scrollHeight - scrollTop - clientHeight) > 1.5 * clientHeight) return;
    isBusy = true;
    scroll.ariaBusy = "true";
    // What doesn't come now may come later; a page of another kind never will.
    try { isOver = !put(address, await fetchPage(address), isUpward); } catch {}
    scroll.ariaBusy = null;
    isBusy = false;
  };
  if (layout) {
    shownPages.push({ ...layout.first, address: addressOf().href, foot: foot() });
    [turned] = shownPages;
  }
  if (layout && !navigator.connection?.saveData) {
    last = scroll.scrollTop;
    scroll.addEventListener("scroll", () => {
      const isUpward = scroll.scrollTop < last;
      last = scroll.scrollTop;
      look(isUpward);
      clearTimeout(turning);
      turning = setTimeout(turn, 150);
    }, { passive: true });
    // At an end nothing is scrolled any more, nor where all rows are seen.
    scroll.addEventListener("wheel", ({ deltaY }) => { if (deltaY) look(deltaY < 0); }, { passive: true });
    scroll.addEventListener("keydown", ({ key }) => {
      if (/^(ArrowUp|PageUp|Home)$/.test(key)) look(true);
      if (/^(ArrowDown|PageDown|End| )$/.test(key)) look(false);
    });
    let touched;
    scroll.addEventListener("touchstart", ({ touches }) => { touched = touches[0].clientY; }, { passive: true });
    scroll.addEventListener("touchmove", ({ touches }) => { if (touches[0].clientY !== touched) look(touches[0].clientY > touched); }, { passive: true });
  }
}
