// Rows go on where a page ends: as a reader comes near, the next page is fetched, or the one before, and its rows are put there. Each stays a page:
// the address, the pager and the menus are those of the page that is read, so that reloading, going back and a link sent to others lead to the
// same rows, and whoever follows the pager instead misses nothing.

// The pages whose rows are shown, in their order. Of each: its address, its parts of the table, its foot with the pager, what it is called, and the
// head of a section that goes on from the page before.
const shownPages = [];
const pageOf = (cell) => shownPages.find(({ bodies }) => bodies.includes(cell.closest("tbody")));
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
{
  const grid = document.querySelector(".shell .scroll > table.grid"), scroll = grid?.parentElement;
  // So many rows are kept at most; those that are farthest away come again when they are scrolled to.
  const limit = 2000;
  const foot = () => document.querySelector(".page-foot");
  const style = (page) => page.querySelector("head style")?.textContent;
  const countOf = ({ bodies }) => bodies.reduce((sum, body) => sum + body.rows.length, 0);

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

  // Where the head ends, which stays in sight.
  const edge = () => grid.tHead.rows[0].cells[0].getBoundingClientRect().bottom;

  // A column gets no narrower by other rows.
  const sheet = new CSSStyleSheet();
  const keepWidths = () => {
    if (document.adoptedStyleSheets.includes(sheet)) return;
    document.adoptedStyleSheets.push(sheet);
    for (const [place, head] of [...grid.tHead.rows[0].cells].entries()) {
      sheet.insertRule(`.grid tr > :nth-child(${place + 1}):not([colspan]) { min-width: ${head.getBoundingClientRect().width}px }`);
    }
  };

  // What is seen stays where it is, whatever comes above it.
  let last = 0;
  const keepPlace = (change) => {
    const top = edge(), row = [...grid.tBodies].flatMap(({ rows }) => [...rows]).find((each) => each.getBoundingClientRect().bottom > top);
    const before = row?.getBoundingClientRect().top;
    change();
    if (row?.isConnected) scroll.scrollTop += row.getBoundingClientRect().top - before;
    last = scroll.scrollTop;
  };

  // What is chosen, written or read by keys is not taken away.
  const isNeeded = ({ bodies }) => bodies.some((body) => body.contains(document.activeElement) || body.querySelector(":checked, .being-edited, .refused, .works"));
  const letGo = (isUpward) => {
    let count = shownPages.reduce((sum, page) => sum + countOf(page), 0);
    while (count > limit && shownPages.length > 3) {
      const far = shownPages.at(isUpward ? -1 : 0);
      if (isNeeded(far)) return;
      count -= countOf(far);
      for (const body of far.bodies) body.remove();
      shownPages.splice(shownPages.indexOf(far), 1);
    }
  };

  const put = (address, answer, isUpward) => {
    const table = answer.querySelector(".scroll > table.grid"), pager = answer.querySelector(".page-foot");
    if (!table || !pager || style(answer) !== style(document)) return false;
    const page = { address, bodies: partsOf(table, (id) => document.getElementById(id)), foot: document.adoptNode(pager), caption: table.caption.textContent };
    const insertion = grid.querySelector(".insertion");
    keepWidths();
    keepPlace(() => {
      if (isUpward) grid.tBodies[0].before(...page.bodies); else grid.append(...page.bodies);
      if (isUpward) shownPages.unshift(page); else shownPages.push(page);
      letGo(isUpward);
      joinSections();
      placeInsertion(insertion);
    });
    for (const body of page.bodies) fillLate(body);
    document.dispatchEvent(new Event("rowschange"));
    return true;
  };

  // The page that is read: the first of which something is seen below the head.
  let turned;
  const turn = () => {
    const top = edge() + 1, page = shownPages.find(({ bodies }) => bodies.at(-1).getBoundingClientRect().bottom > top);
    if (!page || page === turned) return;
    turned = page;
    if (foot() !== page.foot && !foot().contains(document.activeElement)) foot().replaceWith(page.foot);
    grid.caption.textContent = page.caption;
    history.replaceState(history.state, "", addressOf(page));
    document.dispatchEvent(new Event("rowschange"));
  };

  let isBusy = false, isOver = false, turning;
  const look = async (isUpward) => {
    // Where the whole page is scrolled, what stands below the table has to be reached.
    if (isBusy || isOver || getComputedStyle(scroll).overflowY !== "auto" || grid.querySelector(".insertion")?.contains(document.activeElement)) return;
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
  if (grid && foot()) {
    shownPages.push({ address: addressOf().href, bodies: [...grid.tBodies], foot: foot(), caption: grid.caption.textContent });
    [turned] = shownPages;
    document.addEventListener("rowschange", joinSections);
  }
  if (grid && foot() && !navigator.connection?.saveData) {
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
