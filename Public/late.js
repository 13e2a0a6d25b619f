// Fills in what was not known yet when the page was sent. Such a part names the page that waits for it, and has a link to it for
// those who read without scripts. Parts that wait for the same page come at once, so that none pushes another about. What is still being found is
// asked for again, less and less often.
const fill = async (address, parts, pause = 2000) => {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const waiting = [];
    for (const part of parts) {
      const found = page.getElementById(part.id);
      // Where nothing came of it, nothing more is waited for.
      if (!found && part.hidden) part.remove();
      if (!found || !part.isConnected) continue;
      // What stands below and was there before stays where it is.
      const below = part.nextElementSibling;
      if (below && !parts.includes(below)) found.style.minHeight = `${part.offsetHeight}px`;
      found.hidden = false;
      const hadFocus = part.contains(document.activeElement);
      part.replaceWith(document.adoptNode(found));
      if (hadFocus) found.querySelector("a, button, select, input:not([type=hidden])")?.focus();
      found.dispatchEvent(new Event("filled", { bubbles: true }));
      if (found.matches("[data-late]")) waiting.push(found);
    }
    if (waiting.length) setTimeout(() => {
      const left = waiting.filter(({ isConnected }) => isConnected);
      if (left.length) fill(address, left, 2 * pause);
    }, pause);
  } catch {
    // The links are still there.
  }
};

// What menus show comes when one of those that wait for the same page is opened, or is about to be.
const fillMenus = (address, parts) => {
  let asked;
  const ask = async () => {
    const missing = parts.filter((part) => part.isConnected);
    if (!missing.length) return;
    asked ??= fill(address, missing);
    await asked;
    asked = undefined;
  };
  for (const menu of new Set(parts.map((part) => part.closest("details")))) {
    for (const sign of ["pointerenter", "focusin", "toggle"]) menu.addEventListener(sign, ask, { once: true });
    // What has come may have a part that comes later still. Elsewhere nothing that has come is asked for again, so that no page asks for ever.
    menu.addEventListener("filled", ({ target }) => fillLate(target));
  }
};

const fillLate = (root) => {
  const waiting = new Map(), inMenus = new Map();
  for (const part of root.querySelectorAll("[data-late], [data-late-in-menu]")) {
    const address = part.dataset.late ?? part.querySelector("a").href.split("#")[0];
    const menu = "lateInMenu" in part.dataset && part.closest("details");
    const list = menu && !menu.open ? inMenus : waiting;
    list.set(address, [...list.get(address) ?? [], part]);
  }
  for (const [address, parts] of waiting) fill(address, parts);
  for (const [address, parts] of inMenus) fillMenus(address, parts);
};
fillLate(document);
