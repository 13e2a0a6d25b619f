// The page of statements: Ctrl+Enter runs the statement, a name of the schema goes where the text is being written, and the
// caret stands where a statement went wrong.
const field = document.getElementById("sql");
if (field) {
  field.addEventListener("keydown", event => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    field.form.requestSubmit();
  });
  const start = Number(field.dataset.faultStart), end = Number(field.dataset.faultEnd);
  if (end > start) {
    field.focus({ preventScroll: true });
    field.setSelectionRange(start, end);
  }
  for (const name of document.querySelectorAll("[data-insert]")) {
    name.hidden = false;
    name.addEventListener("click", () => {
      field.focus();
      field.setRangeText(name.dataset.insert, field.selectionStart, field.selectionEnd, "end");
    });
  }
}
