// How the rows of several pages stand beside each other, in a table and in a list.

// The parts of a table that has come, without the rows that are shown elsewhere.
const partsOf = (table, isElsewhere) => {
  const bodies = [...table?.tBodies ?? [document.createElement("tbody")]].map((body) => document.adoptNode(body));
  for (const row of bodies.flatMap((body) => [...body.rows])) {
    if (row.matches(".insertion") || row.id.startsWith("row-") && isElsewhere(row.id)) row.remove();
  }
  return bodies.filter((body, place) => place === 0 || body.rows.length > 0);
};
const rowsIn = (body) => [...body.rows].filter((row) => !row.matches(".insertion"));

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
  // New rows are written behind all others.
  const placeInsertion = (row) => {
    const body = shownPages.at(-1).bodies.at(-1);
    if (row && row !== body.lastElementChild) body.append(row);
  };

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
    sent: (answer) => [...answer.querySelectorAll(".scroll > table.grid > tbody > tr:not(.insertion)")],
    // Its columns.
    titles: (root) => [...root.querySelector(".scroll > table.grid")?.tHead.rows[0].cells ?? []].map((head) => head.textContent.trim()).join("\n"),
    // A page that is empty now keeps its place.
    renew: (pages, answers, took) => {
      const seen = new Set(), groups = [], gone = [];
      for (const [place, page] of pages.entries()) {
        const table = answers[place].querySelector(".scroll > table.grid"), bodies = partsOf(table, (id) => seen.has(id));
        for (const { id } of bodies.flatMap(rowsIn)) seen.add(id);
        // Where a section goes on, its head was taken away.
        if (page.head) page.bodies.find(({ rows }) => rows.length > 0)?.prepend(page.head);
        page.head = undefined;
        page.caption = table?.caption.textContent ?? page.caption;
        const old = page.bodies;
        page.bodies = bodies.map((body, part) => {
          const parent = old[part] ?? body.cloneNode(false);
          groups.push({ parent, old: old[part] ? rowsIn(parent) : [], fresh: rowsIn(body) });
          if (body.id) parent.id = body.id;
          return parent;
        });
        for (const body of old.slice(bodies.length)) {
          groups.push({ parent: body, old: rowsIn(body), fresh: [] });
          gone.push(body);
        }
        page.bodies.reduce((before, body) => {
          if (!body.isConnected) before.after(body);
          return body;
        });
      }
      mergeRows(groups, took);
      for (const body of gone) body.remove();
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
  const sectionsOf = (root) => [...root.querySelectorAll(":scope > .section:not(.row-values)")], sections = () => sectionsOf(list);
  const titleOf = (section) => section.querySelector(":scope > h2")?.textContent;
  const itemsOf = (section) => [...section.querySelectorAll(":scope > .cells > li")];
  // What stands around the items, which come in other lists where it has changed.
  const shapeOf = (section) => [section, ...section.children].map((part) => part.matches(".section, .cells") ? shellOf(part) : part.outerHTML).join("");
  const told = (root) => {
    const parts = sectionsOf(root), groups = parts.map(itemsOf);
    return { parts, items: groups.flat(), groups, shape: parts.map(shapeOf).join("") };
  };
  const join = (section, other, isUpward) => {
    const cells = other.querySelector(":scope > .cells"), items = itemsOf(section), foot = section.querySelector(":scope > footer");
    if (isUpward) return cells.prepend(...items);
    cells.append(...items);
    // It stands where the section ends.
    other.querySelector(":scope > footer")?.remove();
    if (foot) other.append(foot);
  };
  // Where pages are shown already, beside the first or the last of their sections; else where a mark stands.
  const place = (page, isUpward, mark) => {
    const beside = sections().at(isUpward ? 0 : -1), edge = page.parts.at(isUpward ? -1 : 0);
    if (beside?.querySelector(":scope > .cells") && edge && titleOf(edge) === titleOf(beside)) {
      join(edge, beside, isUpward);
      page.parts.splice(page.parts.indexOf(edge), 1);
    }
    if (isUpward) beside.before(...page.parts); else (beside ?? mark).after(...page.parts);
    delete page.parts;
  };
  return {
    first: told(list),
    limit: 2000,
    rowsOf: ({ items }) => items,
    edge: () => list.getBoundingClientRect().top,
    isWritten: () => list.querySelector(":focus")?.matches("input, textarea, select"),
    read: (answer) => {
      const other = answer.querySelector(".list.scroll");
      if (!other) return undefined;
      for (const item of other.querySelectorAll(":scope > .section > .cells > li")) if (item.id && document.getElementById(item.id)) item.remove();
      return told(document.adoptNode(other));
    },
    sent: (answer) => [...answer.querySelectorAll(".list.scroll > .section:not(.row-values) > .cells > li")],
    titles: () => "",
    renew: (pages, answers, took) => {
      const fresh = answers.map((answer) => told(document.adoptNode(answer.querySelector(".list.scroll") ?? document.createElement("div"))));
      if (fresh.every(({ shape, groups }, place) => shape === pages[place].shape && groups.every((group, part) => !group.length === !pages[place].groups[part].length))) {
        const rows = mergeRows(pages.flatMap(({ groups }, place) => groups.map((group, part) => ({
          parent: group[0]?.parentElement ?? list, old: group, fresh: fresh[place].groups[part], behind: group[0]?.previousElementSibling,
        }))), took);
        for (const page of pages) Object.assign(page, { groups: rows.splice(0, page.groups.length) });
        for (const page of pages) page.items = page.groups.flat();
        return;
      }
      // All sections come anew, with the items that are the same.
      const old = sections();
      const rows = mergeRows(pages.flatMap(({ items }, place) => fresh[place].groups.map((group, part) => {
        const parent = group[0]?.parentElement ?? fresh[place].parts[part];
        for (const item of group) item.remove();
        return { parent, old: part === 0 ? items : [], fresh: group };
      })), took);
      for (const [place, page] of pages.entries()) {
        const { parts, shape, groups } = fresh[place];
        Object.assign(page, { parts, shape, groups: rows.splice(0, groups.length) });
        page.items = page.groups.flat();
      }
      const start = document.createElement("div");
      old[0].before(start);
      for (const section of old) section.remove();
      for (const page of pages) place(page, false, start);
      start.remove();
    },
    put: place,
    hold: () => () => {},
    remove: ({ items }) => {
      const left = new Set(items.map((item) => item.closest(".section")));
      for (const item of items) item.remove();
      for (const section of left) if (section && !itemsOf(section).length) section.remove();
    },
    turn: () => {},
  };
};
