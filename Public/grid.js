// A row opens where it is pressed. A cell and a column's head have menus: by right click, a long press, the menu key or Shift+F10. What they
// offer is a page of its own, fetched when it is asked for. The edge of a head is dragged to another width.
{
  const grid = document.querySelector(".scroll > table.grid");
  const heads = () => [...grid.querySelectorAll("thead th.column")];
  const isEditing = () => !!document.getElementById("chosen");
  const isControl = (target) => target.closest("a, button, input, select, textarea, summary, label, .cell-form");

  const openRow = (event) => {
    const row = event.target.closest?.("tbody tr"), link = row?.querySelector(":scope > th > a[href]");
    if (!link || isEditing() || isControl(event.target) || !getSelection().isCollapsed) return;
    const { ctrlKey, metaKey, shiftKey } = event;
    if (event.button === 1) return void window.open(link.href);
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
  };
  grid?.addEventListener("click", openRow);
  grid?.addEventListener("auxclick", (event) => { if (event.button === 1) openRow(event); });

  // Arrows lead from a cell to the next, so that each has its menu by keys; Enter opens the row.
  const focusOn = (cell) => {
    const inner = cell.querySelector("a[href], summary");
    if (!inner) cell.tabIndex = -1;
    (inner ?? cell).focus();
  };
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  grid?.addEventListener("keydown", (event) => {
    const cell = event.target.closest("td, th"), step = steps[event.key];
    if (isEditing() || !cell || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.matches("input, select, textarea")) return;
    if (event.key === "Enter" && event.target === cell) cell.parentElement.querySelector(":scope > th > a[href]")?.click();
    if (!step || cell.parentElement.matches(".row")) return;
    const isRightToLeft = getComputedStyle(cell).direction === "rtl";
    const next = grid.rows[cell.parentElement.rowIndex + step[0]]?.cells[cell.cellIndex + (isRightToLeft ? -step[1] : step[1])];
    if (!next) return;
    event.preventDefault();
    focusOn(next);
  });

  // The key of a row stands in its id, or in the link to its page.
  const keyOf = (row) => {
    if (row.id.startsWith("row-")) return row.id.slice(4);
    const link = row.querySelector(":scope > th > a[href]"), table = `${location.pathname.replace(/\/$/, "")}/`.toLowerCase();
    return link?.pathname.toLowerCase().startsWith(table) ? link.getAttribute("href").split("/").pop() : undefined;
  };

  // The page about a column or a cell: its place, and of a cell its row.
  const menuAddress = (cell) => {
    const row = cell.parentElement, key = keyOf(row), first = heads()[0];
    const place = cell.cellIndex - first.cellIndex, isHead = cell.matches("thead *");
    if (place < 0 || place >= heads().length || cell.matches(".row-end")) return;
    const page = pageOf(cell), address = addressOf(page);
    address.pathname = `${address.pathname.replace(/\/$/, "")}/-/${isHead ? "column" : "cell"}`;
    if (isHead || key) for (const name of ["_next", "_previous"]) address.searchParams.delete(name);
    address.searchParams.set("_at", place);
    if (!isHead) {
      if (key) address.searchParams.set("_row", key);
      else {
        const rows = (page?.bodies ?? [...grid.tBodies]).flatMap((body) => [...body.rows]);
        address.searchParams.set("_number", rows.filter((each) => !each.matches(".insertion, .section-header, .section-footer")).indexOf(row));
      }
    }
    return address;
  };

  // Above or below where it was asked for, within the window.
  const place = (menu, x, y) => {
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
    menu.style.top = `${y + height > innerHeight - 8 ? Math.max(8, innerHeight - height - 8) : y}px`;
  };
  const show = async (cell, x, y) => {
    const address = menuAddress(cell);
    if (!address || !HTMLElement.prototype.showPopover) return;
    document.querySelector(".grid-menu-popover")?.remove();
    const menu = Object.assign(document.createElement("div"), { className: "popover grid-menu grid-menu-popover", popover: "auto", tabIndex: -1 });
    menu.setAttribute("role", "dialog");
    menu.setAttribute("aria-label", "Menu");
    menu.append(Object.assign(document.createElement("p"), { className: "note", textContent: "Loading…" }));
    document.querySelector("main").append(menu);
    menu.addEventListener("toggle", ({ newState }) => {
      if (newState === "open") return;
      menu.remove();
      if (cell.isConnected && (document.activeElement === document.body || !document.activeElement)) focusOn(cell);
    });
    menu.showPopover();
    place(menu, x, y);
    menu.focus();
    let page;
    try { page = await fetchPage(address); } catch { return location.assign(address); }
    if (!menu.isConnected) return;
    await adoptStyle(page);
    const shown = page.querySelector(".grid-menu");
    if (!shown) return menu.hidePopover();
    menu.setAttribute("aria-label", shown.querySelector("h1").textContent);
    shown.querySelector("h1").replaceWith(Object.assign(document.createElement("h2"), { textContent: shown.querySelector("h1").textContent }));
    shown.querySelector(".grid-menu-back")?.remove();
    const value = shown.querySelector("[data-copied]");
    if (value) {
      const copy = Object.assign(document.createElement("button"), { type: "button", className: "menu-button", textContent: "Copy value" });
      copy.addEventListener("click", async () => {
        await navigator.clipboard?.writeText(value.value).catch(() => {});
        menu.hidePopover();
      });
      value.replaceWith(copy);
    }
    menu.replaceChildren(...[...shown.childNodes].map((node) => document.adoptNode(node)));
    place(menu, x, y);
    menu.querySelector("a, button")?.focus();
    fillLate(menu);
  };
  grid?.addEventListener("contextmenu", (event) => {
    const cell = event.target.closest("thead th.column, tbody > tr:not(.insertion, .section-header, .section-footer) > :is(td, th)");
    // With Shift, or over text that is marked, the browser's own menu comes.
    if (!cell || event.shiftKey && event.button === 2 || event.target.closest(".cell-form, input") || !getSelection().isCollapsed) return;
    if (!menuAddress(cell)) return;
    event.preventDefault();
    const box = cell.getBoundingClientRect();
    // Keys have no place of their own.
    const isPointed = event.button === 2 || event.pointerType === "touch";
    show(cell, isPointed ? event.clientX : box.left, isPointed ? event.clientY : box.bottom);
  });
  // Where a long press brings no such event by itself.
  let held;
  grid?.addEventListener("touchstart", (event) => {
    const cell = event.target.closest("th.column, tbody td, tbody th"), { clientX, clientY } = event.touches[0];
    if (cell && /iP(hone|ad|od)/.test(navigator.userAgent)) held = setTimeout(() => show(cell, clientX, clientY), 500);
  }, { passive: true });
  for (const kind of ["touchend", "touchmove", "touchcancel"]) grid?.addEventListener(kind, () => clearTimeout(held), { passive: true });
  document.addEventListener("keydown", (event) => {
    const menu = event.target.closest?.(".grid-menu-popover");
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -1e3, End: 1e3 }[event.key];
    if (!menu || !step) return;
    event.preventDefault();
    const links = [...menu.querySelectorAll("a, button")], at = links.indexOf(document.activeElement) + step;
    links[Math.min(Math.max(at, 0), links.length - 1)]?.focus();
  });

  // While the edge of a head is dragged its column follows; then the address says how wide it is.
  const sheet = new CSSStyleSheet();
  const widen = (number, width) => {
    const old = [...sheet.cssRules].findIndex((rule) => rule.selectorText.includes(`nth-child(${number}):`));
    if (old >= 0) sheet.deleteRule(old);
    sheet.insertRule(`.grid.grid tr > :nth-child(${number}):not([colspan]) { width: ${width}px; min-width: ${width}px; max-width: ${width}px }`);
  };
  const keepWidth = async (cell, width) => {
    const known = (await fetchPage(menuAddress(cell))).querySelector("[data-width]");
    if (!known) return;
    const address = new URL(known.dataset.address, location.href), said = known.dataset.width;
    const widths = address.searchParams.getAll("_width");
    address.searchParams.delete("_width");
    for (const each of widths) address.searchParams.append("_width", each === said ? said.replace(/\d+$/, width) : each);
    for (const name of ["_next", "_previous"]) {
      const token = new URLSearchParams(location.search).get(name);
      if (token) address.searchParams.set(name, token);
    }
    location.replace(address);
  };
  const atEdge = (event) => {
    const head = event.target.closest?.("thead th.column");
    if (!head || event.pointerType === "touch") return;
    const { left, right } = head.getBoundingClientRect();
    const isRightToLeft = getComputedStyle(head).direction === "rtl";
    return Math.abs(event.clientX - (isRightToLeft ? left : right)) < 6 ? { head, isRightToLeft } : undefined;
  };
  grid?.tHead.addEventListener("pointermove", (event) => { grid.tHead.style.cursor = atEdge(event) ? "col-resize" : ""; });
  grid?.tHead.addEventListener("pointerdown", (event) => {
    const edge = atEdge(event);
    if (!edge || event.button !== 0) return;
    event.preventDefault();
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    const { head, isRightToLeft } = edge, began = event.clientX, wide = head.getBoundingClientRect().width;
    let width = wide;
    const move = (next) => {
      width = Math.round(Math.min(1000, Math.max(40, wide + (next.clientX - began) * (isRightToLeft ? -1 : 1))));
      widen(head.cellIndex + 1, width);
    };
    const end = () => {
      removeEventListener("pointermove", move);
      // The press that ends it sorts by nothing.
      const stop = (click) => { click.preventDefault(); click.stopPropagation(); };
      addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", stop, true), 0);
      if (width !== wide) keepWidth(head, width).catch(() => {});
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end, { once: true });
  });

  // A column is shown or hidden as soon as it is ticked; the menu is open on the page that comes, so that the next one can follow.
  const ticked = "ticked column";
  // Some frames may keep nothing: the menu is closed there.
  let kept;
  try { kept = sessionStorage; } catch {}
  document.addEventListener("change", ({ target }) => {
    if (!target.matches(".menu input[name=_col]")) return;
    kept?.setItem(ticked, target.value);
    target.form.requestSubmit();
  });
  const last = kept?.getItem(ticked) ?? null;
  kept?.removeItem(ticked);
  const menu = last !== null && document.querySelector(".menu #view")?.closest("details");
  if (menu) {
    menu.addEventListener("filled", () => menu.querySelector(`input[name=_col][value="${CSS.escape(last)}"]`)?.focus(), { once: true });
    menu.open = true;
  }
}
