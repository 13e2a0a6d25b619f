// Fills in what was not known yet when the page was sent. Such a part names the page that waits for it, and has a link to it for
// those who read without scripts.
for (const part of document.querySelectorAll("[data-late]")) {
  const load = async () => {
    try {
      const answer = await fetch(part.dataset.late, { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.getElementById(part.id);
      if (found) part.replaceWith(document.adoptNode(found));
    } catch {
      // The link is still there.
    }
  };
  const menu = "lateInMenu" in part.dataset && part.closest("details");
  if (menu) menu.addEventListener("toggle", load, { once: true });
  else load();
}
