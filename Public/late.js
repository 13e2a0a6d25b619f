// Fills in what was not known yet when the page was sent. Such a part names the page that waits for it, and has a link to it for
// those who read without scripts. Parts that wait for the same page come at once, so that none pushes another about.
const fill = async (address, parts) => {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of parts) {
      const found = page.getElementById(part.id);
      if (!found) continue;
      // What stands below and was there before stays where it is.
      const below = part.nextElementSibling;
      if (below && !parts.includes(below)) found.style.minHeight = `${part.offsetHeight}px`;
      part.replaceWith(document.adoptNode(found));
      found.dispatchEvent(new Event("filled", { bubbles: true }));
    }
  } catch {
    // The links are still there.
  }
};

const fillLate = (root) => {
  const waiting = new Map();
  for (const part of root.querySelectorAll("[data-late]")) {
    const menu = "lateInMenu" in part.dataset && part.closest("details");
    const address = part.dataset.late;
    if (menu) menu.addEventListener("toggle", () => fill(address, [part]), { once: true });
    else waiting.set(address, [...waiting.get(address) ?? [], part]);
  }
  for (const [address, parts] of waiting) fill(address, parts);
};
fillLate(document);
