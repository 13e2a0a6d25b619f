// Keys that every page has: Escape closes menus, / searches, Ctrl+K leads to any table or row, ? lists the keys.
const fetchPage = async (address) => new DOMParser().parseFromString(await (await fetch(address, { headers: { Accept: "text/html" } })).text(), "text/html");
// A page that is shown over another one brings its style along.
const adoptStyle = async (page) => {
  const style = page.querySelector("link[href*='sheet.css']");
  if (!style || document.querySelector("link[href*='sheet.css']")) return;
  const added = document.adoptNode(style);
  await new Promise((done) => { added.onload = added.onerror = done; document.head.append(added); });
};
{
  const here = document.currentScript.src;
  const isWriting = (target) => target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

  // A page of a few lines is shown over the one that is there.
  const show = async (name) => {
    const address = new URL(`../${name}`, here);
    document.querySelector("dialog.sheet")?.remove();
    let page;
    try { page = await fetchPage(address); } catch { return location.assign(address); }
    const dialog = Object.assign(document.createElement("dialog"), { className: "sheet" });
    await adoptStyle(page);
    dialog.append(...page.querySelector("main").children);
    dialog.setAttribute("aria-label", dialog.querySelector("h1").textContent);
    const shut = document.createElement("form");
    shut.method = "dialog";
    shut.className = "sheet-close";
    shut.append(Object.assign(document.createElement("button"), { className: "button", textContent: "Close" }));
    dialog.append(shut);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector("input")?.focus();
  };

  // What is found follows what is written; arrows lead through it.
  let finding;
  const find = async (field) => {
    const text = field.value, address = new URL(field.form.action);
    address.searchParams.set("q", text);
    const found = (await fetchPage(address)).getElementById("found");
    if (found && field.value === text) document.getElementById("found")?.replaceWith(document.adoptNode(found));
  };
  document.addEventListener("input", ({ target }) => {
    if (!target.closest("dialog.sheet") || target.name !== "q") return;
    clearTimeout(finding);
    finding = setTimeout(() => find(target).catch(() => {}), 150);
  });
  const walk = (event, sheet) => {
    const links = [...sheet.querySelectorAll("#found a")], place = links.indexOf(document.activeElement);
    if (event.key === "Enter" && event.target.name === "q" && links[0]) {
      event.preventDefault();
      clearTimeout(finding);
      return find(event.target).then(() => sheet.querySelector("#found a")?.click(), () => {});
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !links.length) return;
    event.preventDefault();
    (links[place + step] ?? sheet.querySelector("input")).focus();
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const { key, target } = event;
    const sheet = target.closest?.("dialog.sheet");
    if (key === "Escape") {
      if (sheet) {
        event.preventDefault();
        return sheet.close();
      }
      const menu = target.closest?.(".menu[open]") ?? document.querySelector(".menu[open]");
      if (!menu) return;
      for (const other of document.querySelectorAll(".menu[open]")) other.open = false;
      menu.querySelector("summary").focus();
      return event.preventDefault();
    }
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key.toLowerCase() === "k") {
      event.preventDefault();
      return show("jump");
    }
    if (sheet) return walk(event, sheet);
    // A cell takes every letter for its value.
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(target) || target.matches?.("[data-cell]")) return;
    if (key === "/") {
      const field = document.querySelector("main [type=search]");
      event.preventDefault();
      if (!field) return document.querySelector(".site-links a")?.click();
      field.focus();
      field.select();
    } else if (key === "?") {
      event.preventDefault();
      show("keys");
    }
  });
}
