// Rows go on where a page ends: as a reader comes near, the next page is fetched, or the one before, and its rows are put there. Each stays a page:
// the address, the pager and the menus are those of the page that is read, so that reloading, going back and a link sent to others lead to the
// same rows, and whoever follows the pager instead misses nothing.

// The pages whose rows are shown, in their order. Of each: its address, its foot with the pager, its parts of a table with what that is called, or its
// items of a list, and the head of a section that goes on from the page before.
const shownPages = [];
// The page that is read; whether what has come is the same page at another time, and whether it has the same rows.
let pageRead = () => shownPages[0], isSamePage = () => false, hasSameRows = () => false;
// Rows that have changed come in the place of those that are shown: on the page that is read and beside it.
let renewPages = async () => undefined;
// Counts what is fetched anew after own changes, which is newer than what was asked for before.
let ownRenewals = 0;
const pageOf = (cell) => shownPages.find(({ bodies }) => bodies?.includes(cell.closest("tbody")));
// The address of a page, with what is chosen now; of the one that is read where none is given.
const addressOf = (page) => {
  const url = new URL(page?.address ?? location.href);
  url.hash = "";
  url.searchParams.delete("_selected");
  for (const key of new URLSearchParams(location.search).getAll("_selected")) url.searchParams.append("_selected", key);
  return url;
};

{
  const scroll = document.querySelector(".shell .scroll"), grid = scroll?.querySelector(":scope > table.grid");
  const foot = () => document.querySelector(".page-foot");
  const style = (page) => page.querySelector("head style")?.textContent;
  const layout = !scroll || !foot() ? undefined : grid ? tablePages(grid) : scroll.matches(".list:has(> .section)") ? listPages(scroll) : undefined;

  // What is seen stays where it is, whatever comes above it.
  let last = 0;
  const keepPlace = (change, isKept = true) => {
    const top = layout.edge(), row = shownPages.flatMap(layout.rowsOf).find((each) => each.getBoundingClientRect().bottom > top);
    const before = row?.getBoundingClientRect().top;
    change();
    if (row?.isConnected && isKept) scroll.scrollTop += row.getBoundingClientRect().top - before;
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
    noteRows(layout.rowsOf(page));
    Object.assign(page, { address, foot: document.adoptNode(pager) });
    keepPlace(() => {
      const tidy = layout.hold();
      layout.put(page, isUpward);
      if (isUpward) shownPages.unshift(page); else shownPages.push(page);
      letGo(isUpward);
      tidy();
    });
    if (comesLate) for (const part of page.bodies ?? page.items) fillLate(part);
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

  // The page that is read, what is beside it, and what is between them and rows that are chosen or written.
  const nearPages = () => {
    turn();
    const near = [...shownPages.keys()].filter((place) => Math.abs(place - shownPages.indexOf(turned)) < 2 || isNeeded(shownPages[place]));
    return shownPages.slice(near[0], near.at(-1) + 1);
  };

  // What of a page says which one it is: if that is another, the whole page is.
  const signOf = (root) => [style(root), layout?.titles(root), ...[...root.querySelectorAll(".page-title:not(.in-place *) > :not(.count, .notice), script[src*='/pages.js']")]
    .map((part) => part.src || part.textContent)].join("\n");
  const sign = signOf(document), hasRows = (root) => !!root.querySelector(".shell .scroll > table.grid, .shell .list.scroll > .section");
  isSamePage = (answer) => !!answer.querySelector(".page-foot") && hasRows(answer) === !!layout && signOf(answer) === sign;
  pageRead = () => turned ?? { address: location.href };

  const lead = (root) => root.querySelector("a[rel=next]")?.href;
  const token = (address) => address && new URL(address).searchParams.get("_next");
  // Has the pages near by as they are now, but for one that has come already. Where one ends elsewhere than before, the next one begins there.
  const presentPages = async (given) => {
    const known = nearPages();
    const answers = await Promise.all(known.map((page) => given?.page === page ? given.answer : fetchPage(addressOf(page))));
    for (let place = 1; place < known.length; place += 1) {
      const end = answers[place - 1] && lead(answers[place - 1]);
      if (token(end) === token(lead(known[place - 1].foot))) continue;
      known[place].address = end ?? known[place].address;
      answers[place] = end && await fetchPage(addressOf(known[place]));
    }
    return { known, answers };
  };
  const keepFocus = () => {
    const at = document.activeElement, row = at?.closest("tr, li"), name = at?.dataset.cell;
    if (!row || !scroll.contains(row)) return () => {};
    const place = [...row.querySelectorAll("*")].indexOf(at), number = shownPages.flatMap(layout.rowsOf).indexOf(row), key = nameOf(row);
    return () => {
      if (at.isConnected) return document.activeElement === at || at.focus({ preventScroll: true });
      const rows = shownPages.flatMap(layout.rowsOf), here = rows.find((each) => nameOf(each) === key) ?? rows[Math.min(number, rows.length - 1)];
      const cell = name && (here?.querySelector(`[data-cell="${CSS.escape(name)}"]`) ?? scroll.querySelector("[data-cell]"));
      if (cell) focusCell(cell);
      else [...here?.querySelectorAll("*") ?? []][place]?.focus({ preventScroll: true });
    };
  };
  const comesLate = typeof fillLate === "function";
  // What comes late is asked for again, one question at a time: a twentieth of the time at most, but nobody reads an old number for longer than that.
  const longest = 30_000, waits = new Map();
  const fillAgain = async ({ id, dataset: { late: address } }, mark) => {
    const wait = waits.get(address) ?? { until: 0, due: new Map() };
    waits.set(address, wait);
    wait.due.set(id, mark);
    if (wait.isAsked) return;
    wait.isAsked = true;
    while (wait.due.size) {
      await new Promise((end) => setTimeout(end, wait.until - performance.now()));
      // What is being written stays, and comes with the next change.
      const parts = [...wait.due.keys()].map((each) => document.getElementById(each)).filter((part) => part && !isBeingWritten(part));
      const marks = wait.due, began = performance.now(), filled = parts.filter((part) => part.matches(":not([data-late])"));
      wait.due = new Map();
      if (parts.length) await fill(address, parts);
      for (const part of filled) {
        const fresh = document.getElementById(part.id);
        if (fresh && fresh.textContent !== part.textContent) marks.get(part.id)?.(fresh);
      }
      wait.until = performance.now() + Math.min(20 * (performance.now() - began), longest);
    }
    wait.isAsked = false;
  };
  // What of a page stands around its rows and may change with them: how many there are, facets, views before and behind all rows, their index.
  const around = (root) => [...root.querySelectorAll("main :is(.page-title > .count, .facets section, .list-header, .list-footer, .index-strip)")];
  let sentAround = around(document).map(({ outerHTML }) => outerHTML);
  // Lines about the table, such as how much of it is loaded, come and go.
  const renewNotices = (answer) => {
    const notices = (root) => [...root.querySelectorAll(".page-title > .notice")], shown = notices(document), fresh = notices(answer).map((line) => document.adoptNode(line));
    if (shown.map(shellOf).join() === fresh.map(shellOf).join()) {
      for (const [place, line] of shown.entries()) if (line.innerHTML !== fresh[place].innerHTML) line.replaceChildren(...fresh[place].childNodes);
      return;
    }
    for (const line of shown) line.remove();
    [...document.querySelectorAll(".page-title > :is(h1, .count, .summary)")].at(-1)?.after(...fresh);
  };
  const renewAround = (answer, took) => {
    renewNotices(answer);
    const fresh = around(answer), shown = around(document), sent = fresh.map(({ outerHTML }) => outerHTML);
    if (shown.length !== fresh.length || shown.length !== sentAround.length) return;
    for (const [place, part] of fresh.entries()) {
      const late = part.matches("[data-late]") ? part : part.querySelector("[data-late]");
      if (!late) renewedPart(shown[place], elementOf(sentAround[place]), document.adoptNode(part), took);
      else if (comesLate) {
        // Where the number was known so far, it has no part that can be filled: it stays, and is one now.
        if (!document.getElementById(late.id)) {
          late.replaceChildren(...shown[place].childNodes);
          shown[place].replaceWith(document.adoptNode(part));
        }
        fillAgain(late);
      }
    }
    sentAround = sent;
  };
  if (layout) hasSameRows = (page, answer) => {
    const fresh = layout.sent(answer), shown = [page.head, ...layout.rowsOf(page)].filter((row) => row && !row.matches(".insertion"));
    return shown.length === fresh.length && shown.every((row, place) => sentRows.get(row) === fresh[place].outerHTML);
  };
  // What has come may have parts that come later still.
  const tookFor = (mark) => (part, isSame, isGone) => {
    if (comesLate && !isGone && part.querySelector("[data-late], [data-late-in-menu]")) fillLate(part);
    if (!isSame) mark?.(part);
  };
  // A page without rows that go on, such as that of one row: as much of it as can be stays.
  if (!layout) {
    const main = document.querySelector("main");
    let sent = main.outerHTML;
    hasSameRows = (page, answer) => answer.querySelector("main").outerHTML === sent;
    renewPages = async (mayShow, { given, mark } = {}) => {
      if (!given || !mayShow()) return undefined;
      const was = elementOf(sent), fresh = document.adoptNode(given.answer.querySelector("main")), html = fresh.outerHTML;
      // What has come late stays until it comes again.
      for (const root of [was, fresh]) for (const part of root.querySelectorAll("[data-late]")) {
        const shown = document.getElementById(part.id);
        if (!shown) continue;
        part.replaceWith(shown.cloneNode(true));
        if (root === fresh && comesLate) fillAgain(part, mark);
      }
      renewedPart(main, was, fresh, tookFor(mark));
      sent = html;
      return [given.answer];
    };
  }
  // - given: one of the pages that has come already.
  // - mark: takes what has changed. Without it all that is far away goes, since it may have changed, too, and comes again when it is scrolled to.
  if (layout) renewPages = async (mayShow, { given, mark } = {}) => {
    let known, answers;
    try { ({ known, answers } = await presentPages(given)); } catch { return undefined; }
    if (!mayShow() || !answers.every((answer) => !answer || answer.querySelector(".page-foot"))) return undefined;
    const focusAgain = keepFocus();
    keepPlace(() => {
      const tidy = layout.hold();
      // Behind rows that have moved, others begin.
      const isMoved = token(answers.at(-1) && lead(answers.at(-1))) !== token(lead(known.at(-1).foot));
      const behind = isMoved ? shownPages.slice(shownPages.indexOf(known.at(-1)) + 1) : [];
      const isGone = (page) => known.includes(page) ? !answers[known.indexOf(page)] : !mark || behind.includes(page);
      for (const page of shownPages.filter(isGone)) drop(page);
      const left = known.filter((_, place) => answers[place]), fresh = answers.filter(Boolean);
      layout.renew(left, fresh, tookFor(mark));
      for (const [place, page] of left.entries()) {
        const pager = document.adoptNode(fresh[place].querySelector(".page-foot"));
        if (page.foot.contains(document.activeElement)) continue;
        if (page.foot.isConnected) page.foot.replaceWith(pager);
        page.foot = pager;
      }
      tidy();
      if (!shownPages.includes(turned)) turned = shownPages.at(-1);
      layout.turn(turned);
      // Whoever reads the beginning sees what comes before it.
    }, scroll.scrollTop > 0);
    renewAround(answers[known.includes(turned) ? known.indexOf(turned) : 0] ?? answers[0], tookFor());
    // It begins elsewhere where rows have moved.
    history.replaceState(history.state, "", addressOf(turned));
    document.dispatchEvent(new Event("rowschange"));
    focusAgain();
    return answers;
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
    noteRows(layout.rowsOf(turned));
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
