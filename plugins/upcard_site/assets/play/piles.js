// Draws the piles of a table from their description: how they lie, who owns them, what may be played.

import { el, fill } from "./dom.js";
import { playable, withCard } from "./moves.js";

const LONG_ROW = 12;
const MANY = 8; // more cards of a hand than fit side by side on a phone

const ALIKE = 3; // so many piles of one kind are named together
const OF = " of ";

/** What piles that differ in the last word only are: "foundation" of a foundation of clubs. */
function kindOf(zone) {
  const at = zone.layout === "pile" ? zone.label.lastIndexOf(OF) : -1;
  return at < 0 ? "" : zone.label.slice(0, at);
}

export class Piles {
  constructor(table) {
    this.table = table;
  }

  /** The piles of one owner (nobody: null), in their order; columns and piles of one kind stand together. */
  draw(owner) {
    const { view } = this.table;
    const zones = view.zones.filter((zone) => zone.owner === owner);
    const drawn = [];
    const groups = new Map();
    let columns = null;
    for (const zone of zones) {
      if (zone.layout === "column") {
        const kind = zone.label.replace(/\s*\d+$/, "");
        if (!columns || columns.kind !== kind) {
          columns = { kind, labels: new Map() };
          drawn.push(columns);
        }
        columns.labels.set(zone.label, [...(columns.labels.get(zone.label) || []), zone]);
      } else {
        columns = null;
        const kind = kindOf(zone);
        if (zones.filter((one) => kind && kindOf(one) === kind).length < ALIKE) drawn.push(zone);
        else if (groups.has(kind)) groups.get(kind).piles.push(zone);
        else {
          groups.set(kind, { kind, piles: [zone] });
          drawn.push(groups.get(kind));
        }
      }
    }
    const fans = (one) => (one.layout === "fan" ? 1 : 0); // a hand comes last, nearest to who holds it
    drawn.sort((a, b) => fans(a) - fans(b));
    return owner !== null && drawn.some((one) => one.labels) ? this.beside(drawn) : this.each(drawn);
  }

  each(drawn, short = false) {
    return drawn.map((one) => (one.labels ? this.columns(one) : one.piles ? this.group(one) : this.zone(one, short))).filter(Boolean);
  }

  /** Beside columns the other piles stand one above the other, so that both fit a phone. */
  beside(drawn) {
    const piles = (one) => !one.labels && one.layout !== "fan";
    const parts = [...this.each(drawn.filter((one) => one.labels)), el("div", { class: "tz-beside" }, this.each(drawn.filter(piles), true))];
    return [el("div", { class: "tz-layout" }, parts), ...this.each(drawn.filter((one) => one.layout === "fan"))];
  }

  /** Piles that differ in one word, "foundation of clubs": the kind is said once. */
  group({ kind, piles }) {
    const name = this.table.name(kind);
    const holder = el("div", { class: "tz-group__row" }, piles.map((zone) => this.zone(zone, true, zone.label.slice(kind.length + OF.length))));
    holder.style.setProperty("--columns", piles.length);
    return el("div", { class: "tz-group", role: "group", "aria-label": name }, el("p", { class: "tz__label", "aria-hidden": "true" }, name), holder);
  }

  title(zone) {
    const { table } = this;
    const many = zone.count ? table.cards(zone.count) : table.words.empty;
    return [table.name(zone.label), zone.part && table.name(zone.part), many].filter(Boolean).join(", ");
  }

  head(label, count) {
    return el("p", { class: "tz__label", "aria-hidden": "true" }, el("span", {}, this.table.name(label)), count ? ` ${count}` : "");
  }

  zone(zone, short = false, label = zone.label) {
    const { view } = this.table;
    const mine = zone.owner !== null && zone.owner === view.acts_for;
    if (!zone.count && !this.aim(zone) && (zone.layout === "fan" || zone.owner !== null || zone.layout === "row")) return null;
    const long = zone.layout === "row" && zone.count > LONG_ROW && !mine;
    const kind = zone.cards && zone.layout === "pile" || long ? "heap" : zone.layout;
    const cards = zone.cards ? (kind === "heap" ? this.heap(zone, short) : this.faces(zone)) : this.back(zone.count);
    const holder = el("div", { class: zone.count > MANY ? "tz__cards tz__cards--many" : "tz__cards" }, cards);
    holder.style.setProperty("--n", Math.max(zone.count, 1));
    return el("div", this.given(zone, `tz tz--${zone.cards ? kind : "pile"}`), this.head(label, short && kind === "heap" ? 0 : zone.count), holder);
  }

  given(zone, kind) {
    const at = this.table.view.zones.indexOf(zone);
    const aimed = this.aim(zone) ? " tz--aim" : "";
    return { class: kind + aimed + (zone.count ? "" : " tz--empty"), "data-zone": at, role: "group", "aria-label": this.title(zone) };
  }

  aim(zone) {
    return this.table.aims(zone);
  }

  columns({ kind, labels }) {
    const drawn = [...labels.values()].map((zones) => {
      const open = zones.find((zone) => zone.cards) || zones[zones.length - 1];
      const down = zones.filter((zone) => zone !== open).reduce((sum, zone) => sum + zone.count, 0);
      const slivers = Array.from({ length: down }, () => el("span", { class: "tback tback--sliver", "aria-hidden": "true" }));
      const given = this.given(open, "tz tz--column");
      if (down) given["aria-label"] += `, ${fill(this.table.words.face_down, down)}`;
      const faces = open.cards ? this.faces(open) : this.back(open.count);
      const number = open.label.match(/\d+$/)[0];
      return el("div", given, el("p", { class: "tz__label", "aria-hidden": "true" }, number), el("div", { class: "tz__cards" }, slivers, faces));
    });
    const holder = el("div", { class: "tz-columns__row" }, drawn);
    holder.style.setProperty("--columns", drawn.length);
    const name = this.table.name(kind);
    return el("div", { class: "tz-columns", role: "group", "aria-label": name }, el("p", { class: "tz__label", "aria-hidden": "true" }, name), holder);
  }

  back(count) {
    if (!count) return el("span", { class: "tslot", "aria-hidden": "true" });
    return el("span", { class: "tback", "aria-hidden": "true" });
  }

  /** An open pile: its top card, and the others for those who want to look through them. */
  heap(zone, short) {
    const last = zone.cards.length - 1;
    if (last < 0) return el("span", { class: "tslot", "aria-hidden": "true" });
    const top = this.card(zone, last);
    top.dataset.top = "";
    if (!last) return top;
    const key = `d:${zone.owner}:${zone.name}`;
    const many = fill(this.table.words.more_cards, zone.count);
    const all = el("details", { class: "tz__all" }, el("summary", { "data-key": key, "aria-label": short ? many : null }, short ? String(zone.count) : many),
      el("div", { class: "tz__spread" }, zone.cards.map((code, at) => (at === last ? this.table.drawing.face(code) : this.card(zone, at)))));
    all.open = this.table.opened.has(key);
    all.addEventListener("toggle", () => {
      this.table.opened[all.open ? "add" : "delete"](key);
      const holder = all.closest(".tz");
      if (holder) holder.classList.toggle("tz--spread", all.open);
    });
    return [top, all];
  }

  faces(zone) {
    if (!zone.cards.length) return el("span", { class: "tslot", "aria-hidden": "true" });
    return zone.cards.map((code, at) => this.card(zone, at));
  }

  /** A card: a button where it may be chosen or aimed at, a picture elsewhere. */
  card(zone, at) {
    const { table } = this;
    const { view } = table;
    const code = zone.cards[at];
    const index = view.zones.indexOf(zone);
    const mine = zone.owner !== null && zone.owner === view.acts_for && table.acting;
    const legal = table.acting && playable(view, zone, code);
    const source = zone.layout === "fan" || zone.cards.some((one) => playable(view, zone, one));
    const top = zone.layout !== "pile" || at === zone.cards.length - 1;
    if (!(mine && source && top) && !legal) {
      return el("span", { class: "tc" }, table.drawing.face(code));
    }
    const same = zone.cards.slice(0, at).filter((one) => one === code).length;
    const button = el("button", {
      type: "button", tabindex: "-1", "data-zone": index, "data-at": at, "data-code": code,
      "data-key": `c:${zone.owner}:${zone.name}:${code}:${same}`,
    }, table.drawing.face(code, true));
    this.dress(button, zone, at, legal);
    return button;
  }

  /** Show on a card whether it is playable and chosen, for eyes and ears. */
  dress(button, zone, at, legal) {
    const { table } = this;
    const { view, words } = table;
    const code = zone.cards[at];
    const chosen = table.chosen.some((one) => one.zone === zone && one.at === at);
    const fits = legal && table.chosen.length && !chosen && withCard(view, table.chosen, zone, code).length;
    const state = chosen ? words.chosen : legal ? words.playable : words.not_now;
    button.className = `tc tc--button${legal ? " tc--legal" : ""}${chosen ? " tc--chosen" : ""}${fits ? " tc--fits" : ""}`;
    button.setAttribute("aria-pressed", String(chosen));
    button.setAttribute("aria-label", `${table.drawing.name(code)}, ${state}`);
  }

  /** Mark anew what is chosen, and where it may go. */
  mark(board) {
    const { view } = this.table;
    for (const button of board.querySelectorAll(".tc--button")) {
      const zone = view.zones[button.dataset.zone];
      const at = Number(button.dataset.at);
      this.dress(button, zone, at, button.classList.contains("tc--legal"));
    }
    for (const holder of board.querySelectorAll(".tz")) holder.classList.toggle("tz--aim", this.aim(view.zones[holder.dataset.zone]));
  }
}
