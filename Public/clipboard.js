// The selected rows on their way to the clipboard, and what comes from it.

// The chosen rows, as text and as a table at once: behind a link to them, or those whose boxes are ticked.
const copy = document.querySelector("[data-copy]");
const source = document.querySelector("textarea#source");
const copyAddress = () => copy.href ?? `${copy.formAction}?${new URLSearchParams([...new FormData(copy.form)].filter(([name]) => name === "_selected"))}`;
let copied, ready;
const prepareCopy = () => {
  ready = undefined;
  copied = fetch(copyAddress(), { headers: { Accept: "application/json" } }).then((answer) => answer.json());
  const mine = copied;
  copied.then((answer) => { if (mine === copied && answer.rows > 0) ready = answer; }, () => {});
};
if (copy) {
  prepareCopy();
  document.addEventListener("change", (event) => { if (copy.form && event.target.form === copy.form) prepareCopy(); });
}
copy?.addEventListener("click", (event) => {
  if (!navigator.clipboard?.write) return;
  event.preventDefault();
  const part = (type, name) => copied.then((answer) => new Blob([answer[name]], { type }));
  navigator.clipboard.write([new ClipboardItem({ "text/plain": part("text/plain", "text"), "text/html": part("text/html", "html") })])
    .then(() => { copy.textContent = "Copied"; }, () => location.assign(copyAddress()));
});
document.addEventListener("copy", (event) => {
  // Of a cell its value is copied, as its form has it.
  const cell = event.target.closest?.("[data-cell]");
  if (cell && event.target === cell && !ready && getSelection().isCollapsed && navigator.clipboard?.write) {
    event.preventDefault();
    const value = valueForm(cell).then((form) => new Blob([form.querySelector("[id^=field-]:not(p)")?.value ?? ""], { type: "text/plain" }));
    return navigator.clipboard.write([new ClipboardItem({ "text/plain": value })]).catch(() => {});
  }
  if (!ready || !getSelection().isCollapsed || event.target.closest?.("input:not([type=checkbox]), textarea")) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", ready.text);
  event.clipboardData.setData("text/html", ready.html);
});
source?.select();

// What is pasted beside the fields goes into the form for it, which shows it before it is stored.
document.addEventListener("paste", (event) => {
  const field = document.querySelector(".paste-rows textarea");
  const text = event.clipboardData.getData("text/plain");
  if (!field || !text.trim() || event.target.closest?.("input:not([type=checkbox]), textarea")) return;
  event.preventDefault();
  field.value = text;
  field.form.submit();
});
