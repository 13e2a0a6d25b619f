// A value that is written for several rows is meant: its box is ticked with it.
document.addEventListener("input", ({ target }) => {
  const tick = target.closest?.(".edit-field")?.querySelector("[name^='set.']");
  if (tick && tick !== target) tick.checked = true;
});

// Rows that can be referred to are looked for while their names are written, among all of them.
const lookUp = async (field) => {
  const text = field.value, url = new URL(field.dataset.choices, location.href);
  url.searchParams.set("q", text);
  const answer = await fetch(url, { headers: { Accept: "application/json" } });
  if (!answer.ok || field.value !== text) return;
  const { choices } = await answer.json();
  field.list?.replaceChildren(...choices.map(({ value, title }) => Object.assign(document.createElement("option"), { value, textContent: title })));
};
let lookingUp;
document.addEventListener("input", ({ target, inputType }) => {
  // One that was picked from the list is not looked for again.
  if (!target.dataset?.choices || inputType === "insertReplacementText" || inputType === undefined) return;
  clearTimeout(lookingUp);
  lookingUp = setTimeout(() => lookUp(target).catch(() => {}), 120);
});
