// Rows are chosen without a page in between.

const chosenForm = document.getElementById("chosen");
const table = document.querySelector("table.grid");
const boxes = () => [...document.querySelectorAll(":is(tbody, .cells) .choose-cell > input")];
// More would make addresses that nobody takes.
const addressLimit = 200;

// What is chosen stands in the address of the page, and in every link to another of its pages.
const keepChoice = () => {
  const all = [...new FormData(chosenForm).getAll("_selected")];
  const keys = all.length > addressLimit ? [] : all;
  const chosen = (address) => {
    const url = new URL(address, location.href);
    url.searchParams.delete("_selected");
    for (const key of keys) url.searchParams.append("_selected", key);
    return url;
  };
  history.replaceState(history.state, "", chosen(location.href));
  for (const link of document.querySelectorAll("a[href]")) {
    const url = new URL(link.href);
    if (url.pathname === location.pathname && url.searchParams.has("_edit") && !("clear" in link.dataset)) link.href = chosen(link.href).href;
  }
  const here = location.pathname + location.search;
  // Forms and links of a row lead back to it.
  const back = (address) => here + (address.match(/#.*/)?.[0] ?? "");
  for (const field of document.querySelectorAll("main :is([name=_return], [name=_duplicate])")) field.value = back(field.value);
  for (const link of document.querySelectorAll("main a[href*='_return=']")) {
    const url = new URL(link.href);
    url.searchParams.set("_return", back(url.searchParams.get("_return")));
    link.href = url.href;
  }
  const count = all.length;
  chosenForm.querySelector(".chosen-count").textContent =
    count === 0 ? "No rows selected" : count === 1 ? "1 row selected" : `${count.toLocaleString("en")} rows selected`;
  for (const button of chosenForm.querySelectorAll("button")) button.disabled = count === 0;
  chosenForm.querySelector("[data-clear]").hidden = count === 0;
  if (every) {
    every.checked = boxes().length > 0 && boxes().every((box) => box.checked);
    every.indeterminate = !every.checked && boxes().some((box) => box.checked);
  }
};

// One box for all of the page.
let every;
const corner = table?.querySelector("thead .choose-cell") ?? chosenForm?.querySelector(".choose-all");
if (corner) {
  every = Object.assign(document.createElement("input"), { type: "checkbox" });
  every.setAttribute("aria-label", "Select all rows on this page");
  every.addEventListener("change", () => {
    for (const box of boxes()) box.checked = every.checked;
    keepChoice();
  });
  every.setAttribute("form", "chosen");
  corner.append(every);
}
// A field of a new row that is gone to may be below the columns that stay in their place.
table?.addEventListener("focusin", ({ target }) => {
  if (target.matches(".insertion > td > *")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
});
// With Shift everything between two boxes is chosen.
let lastBox;
document.addEventListener("click", (event) => {
  const box = event.target.closest?.(":is(tbody, .cells) .choose-cell > input");
  if (!box) return;
  const list = boxes();
  if (event.shiftKey && lastBox) {
    const [from, to] = [list.indexOf(lastBox), list.indexOf(box)].sort((one, other) => one - other);
    for (const other of list.slice(Math.max(from, 0), to + 1)) other.checked = box.checked;
  }
  lastBox = box;
  keepChoice();
});
if (chosenForm) {
  chosenForm.querySelector("[data-keep]")?.remove();
  keepChoice();
  document.addEventListener("rowschange", keepChoice);
}
