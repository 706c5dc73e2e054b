// The table's keys and presses. Keys work only while the focus is in the table.

import * as moves from "./moves.js";

/** Listen to a table's presses and keys, once. */
export function listen(table) {
  const { root } = table;
  root.addEventListener("click", (event) => pressed(table, event));
  root.addEventListener("dblclick", (event) => doubled(table, event));
  root.addEventListener("keydown", (event) => keyed(table, event));
  root.addEventListener("focusin", ({ target }) => {
    if (target.matches(".tc--button")) rove(root, target);
  });
}

function spot(table, button) {
  return [table.view.zones[button.dataset.zone], Number(button.dataset.at)];
}

/** Whether a card is one to choose: one's own, or one that a move takes. */
function mayChoose(table, zone, at) {
  return zone.owner === table.view.acts_for || moves.playable(table.view, zone, zone.cards[at]);
}

function pressed(table, event) {
  if (!table.acting) return;
  const button = event.target.closest(".tc--button");
  if (button) {
    const [zone, at] = spot(table, button);
    if (mayChoose(table, zone, at)) table.press(zone, at);
    else if (table.aims(zone)) table.playOnto(zone);
    return;
  }
  const holder = event.target.closest(".tz--aim");
  if (holder && !event.target.closest("summary")) table.playOnto(table.view.zones[holder.dataset.zone]);
}

function doubled(table, event) {
  const button = event.target.closest(".tc--button");
  if (!table.acting || !button) return;
  const [zone, at] = spot(table, button);
  if (!mayChoose(table, zone, at)) return;
  table.chosen = [{ zone, at, code: zone.cards[at] }];
  if (!table.playChosen()) table.panels.mark();
}

function keyed(table, event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
  const done = act(table, target, key);
  if (/^[a-z/]$/i.test(key) || done) event.stopPropagation(); // the page has keys of its own
  if (done) event.preventDefault();
}

function act(table, target, key) {
  const card = target.closest(".tc--button");
  if (key === "Escape" && table.chosen.length) {
    table.clear();
    return true;
  }
  if (/^[1-9]$/.test(key)) {
    const button = table.root.querySelectorAll(".tactions button[data-action]")[Number(key) - 1];
    if (button) button.click();
    return Boolean(button);
  }
  if (key === "u" || key === "U") {
    table.undo();
    return true;
  }
  if (key === "h" || key === "H") {
    table.hint();
    return true;
  }
  if (!card) return false;
  if (key === "Enter" && table.acting) return entered(table, card);
  return arrow(table.root, card, key);
}

/** Enter on a card: play it if one move is meant, or else choose it. */
function entered(table, card) {
  const [zone, at] = spot(table, card);
  if (!mayChoose(table, zone, at)) {
    if (table.aims(zone)) table.playOnto(zone);
    return true;
  }
  const chosen = table.chosen.some((one) => one.zone === zone && one.at === at);
  if (!chosen) table.press(zone, at);
  if (table.busy || table.playChosen()) return true;
  if (chosen && !moves.fitting(table.view, table.chosen).length) table.press(zone, at);
  else {
    const first = table.root.querySelector(".tactions button[data-action]");
    if (chosen && first) first.focus();
  }
  return true;
}

/** Move the focus among the cards: within a pile, or to the pile before or after. */
function arrow(root, card, key) {
  const buttons = [...root.querySelectorAll(".tc--button")].filter((one) => one.offsetParent);
  const at = buttons.indexOf(card);
  const piles = [...new Set(buttons.map((one) => one.closest(".tz")))];
  const pile = piles.indexOf(card.closest(".tz"));
  const inPile = (one) => (one ? buttons.find((button) => button.closest(".tz") === one) : null);
  const to = {
    ArrowRight: () => buttons[at + 1],
    ArrowLeft: () => buttons[at - 1],
    ArrowDown: () => inPile(piles[pile + 1]),
    ArrowUp: () => inPile(piles[pile - 1]),
    Home: () => inPile(piles[pile]),
    End: () => buttons.filter((button) => button.closest(".tz") === piles[pile]).pop(),
  }[key];
  if (!to) return false;
  const next = to();
  if (next) next.focus();
  return true;
}

/** Let one card be reached by the tab key: the one that had the focus last. */
export function rove(root, card) {
  root.querySelectorAll(".tc--button[tabindex='0']").forEach((one) => { one.tabIndex = -1; });
  card.tabIndex = 0;
}
