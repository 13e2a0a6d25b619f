// What others change is shown while a page is open: the server answers once there is another page than the one that is shown, and its rows come in
// the place of those. Whoever wants to read in peace pauses it.
{
  // Seconds between questions where the server doesn't wait for a change, and how many it may wait.
  const pause = 10;
  let patience = 25;
  let kept;
  try { kept = localStorage; } catch {}
  let isPaused = kept?.getItem("live") === "paused", isOver = false, hasFit = false;
  // Who doesn't see marks is told as well.
  const news = document.createElement("p");
  news.className = "visually-hidden";
  news.role = "status";
  let changed = new Set(), telling;
  const tell = (row) => {
    changed.add(row);
    telling ??= setTimeout(() => {
      news.textContent = changed.size === 1 ? "1 change" : `${changed.size} changes`;
      changed = new Set();
      telling = setTimeout(() => {
        news.textContent = "";
        telling = undefined;
        if (changed.size) tell(changed.values().next().value);
      }, 10000);
    }, 500);
  };

  // How often nothing came, or nothing else, one after the other.
  let failures = 0, repeats = 0;
  // What the server calls the pages that were read, by their addresses, and the state that all were brought to.
  const tags = new Map();
  let state;

  // Each page has its own sign at its foot.
  const show = () => {
    const sign = document.querySelector(".live");
    if (!sign) return;
    sign.hidden = isOver && !hasFit;
    sign.textContent = isOver ? "Reload" : "Live";
    sign.ariaPressed = isOver ? null : String(!isPaused);
    sign.title = isOver ? "This page has changed" : isPaused ? "Changes are not shown; press to show them" : "Changes are shown as they are made; press to pause";
    sign.classList.toggle("is-over", isOver);
  };
  document.addEventListener("click", ({ target }) => {
    if (!target.matches?.(".live")) return;
    if (isOver) return location.reload();
    isPaused = !isPaused;
    kept?.setItem("live", isPaused ? "paused" : "on");
    show();
    turn();
  });

  // What has changed is marked for a moment.
  const mark = (part) => {
    // In a chart all of it is another one.
    const marked = part.closest("td, th, tr, dd, li");
    marked?.classList.add("changed");
    tell(part.closest("tr, li") ?? part);
    setTimeout(() => marked?.classList.remove("changed"), 3000);
  };

  // While something is being written, chosen from a menu or dragged, all stays as it is.
  let isDragged = false;
  addEventListener("dragstart", () => { isDragged = true; });
  addEventListener("dragend", () => { isDragged = false; });
  const isHeld = () => isDragged || !!document.querySelector("main :is(.being-edited, .works, .row-menu[open]), .grid-menu-popover, dialog.sheet[open]");
  const isUntouched = () => !document.querySelector("main :is(.insertion, .row-fields, tbody :checked, .refused)") && !document.querySelector("main").contains(document.activeElement);

  const mayShow = (renewals) => () => !isHeld() && renewals === ownRenewals;
  const take = async (page, answer, isFirst, renewals) => {
    const html = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (isSamePage(html)) {
      hasFit = true;
      const isSame = hasSameRows(page, html);
      repeats = isSame ? repeats + 1 : 0;
      return isSame && isFirst || !!await renewPages(mayShow(renewals), { given: { page, answer: html }, mark });
    }
    if (hasFit && isUntouched()) {
      location.reload();
    } else {
      isOver = true;
    }
    return true;
  };
  // Brings the pages that are shown besides the one that is read to the present state.
  const takeOthers = async (renewals) => {
    let isSame = true;
    const isTaken = await renewPages(mayShow(renewals), { mark: (part) => { isSame = false; mark(part); } });
    repeats = isSame ? repeats + 1 : 0;
    return isTaken;
  };
  let asking, asked, timer;
  const turn = (delay = 0) => {
    clearTimeout(timer);
    asking?.abort();
    asking = undefined;
    if (!isPaused && !isOver && document.visibilityState === "visible") timer = setTimeout(ask, delay);
  };
  const ask = async () => {
    if (isHeld()) return void (timer = setTimeout(ask, 1000));
    const mine = asking = new AbortController(), page = asked = pageRead(), address = addressOf(page).href, tag = tags.get(address), began = performance.now(), renewals = ownRenewals;
    // They may change though the one that is read doesn't.
    const hasOthers = shownPages.length > 1;
    let seconds = pause;
    try {
      const answer = await fetch(address, {
        headers: { Accept: "text/html", Prefer: `wait=${tag ? patience : 0}${hasOthers ? `; changes=${state ?? "none"}` : ""}`, ...tag && { "If-None-Match": tag } },
        // What the browser has kept of it is asked for by its own tag, the first time.
        cache: tag ? "no-store" : "no-cache", signal: mine.signal,
      });
      const waited = performance.now() - began, next = /changes=(\w+)/.exec(answer.headers.get("Preference-Applied"))?.[1];
      if (answer.redirected || [401, 403, 404, 410].includes(answer.status)) isOver = true;
      else if (answer.status === 304 && hasOthers && next && next !== state) {
        if (await takeOthers(renewals)) state = next;
        seconds = Math.min(pause, 2 ** Math.max(repeats - 1, 0));
      } else if (answer.status === 304) seconds = waited > 1000 ? 0 : pause;
      else if (answer.ok) {
        const isTaken = await take(page, answer, !tag, renewals), known = answer.headers.get("ETag");
        if (isTaken && known) tags.set(address, known);
        if (isTaken && tag) state = next;
        // What takes the server long is asked for less often, and so is what changes without showing. How long the page took that was there before
        // is no matter: the browser may have kept it from when the server had just started.
        const took = tag ? Number(/dur=([\d.]+)/.exec(answer.headers.get("Server-Timing"))?.[1] ?? 0) : 0;
        seconds = Math.max(took / 10, Math.min(pause, 2 ** Math.max(repeats - 1, 0)));
      } else throw new Error(answer.headers.get("Retry-After") ?? "");
      failures = 0;
    } catch ({ message }) {
      if (asking !== mine) return;
      // What stands between may not wait as long as the server would.
      if (performance.now() - began > 3000) patience = Math.max(1, Math.floor((performance.now() - began) / 2000));
      failures += 1;
      seconds = Math.min(120, Math.max(Number(message) || 0, 2 ** failures));
    }
    if (asking !== mine) return;
    asking = undefined;
    if (isOver) return show();
    timer = setTimeout(ask, seconds * 1000);
  };

  if (document.querySelector(".live") && !navigator.connection?.saveData) {
    show();
    document.body.append(news);
    document.addEventListener("rowschange", () => {
      show();
      // Another page is read now, which may have changed since it came.
      if (asking && pageRead() !== asked) turn(1000);
    });
    document.addEventListener("visibilitychange", () => turn());
    addEventListener("pagehide", () => { clearTimeout(timer); asking?.abort(); asking = undefined; });
    addEventListener("pageshow", ({ persisted }) => { if (persisted) turn(); });
    addEventListener("online", () => turn());
    turn(1500);
  } else {
    // What is still to come is asked for as it is without scripts.
    const seconds = /content="(\d+)"/.exec(document.querySelector("head noscript")?.textContent)?.[1];
    if (seconds) setTimeout(() => location.reload(), seconds * 1000);
  }
}
