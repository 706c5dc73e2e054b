// One question's form, drawn from its description: cards to pick or type, choices, numbers.

import { el, fill, langOf } from "./dom.js";

export class Form {
  /** `form` is the question's description, `values` what it is filled with, by name. */
  constructor(data, form, drawing, values, deck) {
    Object.assign(this, { data, form, drawing });
    this.words = data.words;
    this.deck = deck;
    this.fields = new Map();
    this.active = null;
    this.live = el("div", { class: "sr", "aria-live": "polite" });
    this.element = el("div", { class: "tryit__fields" }, form.fields.map((field) => this.draw(field, values)), this.live);
    const first = form.fields.find((field) => this.picks(field) && !field.optional && !this.fields.get(field.name).read());
    if (first && deck.cards.length <= 120) this.pickFor(first.name);
  }

  picks(field) {
    return field.kind === "cards" || field.kind === "card";
  }

  /** What is filled in, by name. Empty parts are left out, but no cards may be an answer too. */
  given() {
    const found = {};
    for (const { name, kind, optional } of this.form.fields) {
      const value = this.fields.get(name).read();
      if ((value !== "" && value !== null) || (kind === "cards" && !optional)) found[name] = value;
    }
    return found;
  }

  /** The labels of parts that must be given and are not. */
  missing() {
    return this.form.fields.filter((f) => !f.optional && !["cards", "switch"].includes(f.kind)
      && (this.fields.get(f.name).read() === "" || this.fields.get(f.name).read() === null))
      .map((f) => this.data.labels[f.name]);
  }

  blame(path) {
    this.element.querySelectorAll("[aria-invalid]").forEach((input) => input.removeAttribute("aria-invalid"));
    const found = path && path.length ? this.fields.get(path[0]) : null;
    if (!found) return;
    found.input.setAttribute("aria-invalid", "true");
    found.input.focus({ preventScroll: true });
  }

  draw(field, values) {
    const id = `tryit-${field.name}`;
    const value = values[field.name];
    const label = this.data.labels[field.name] || field.name;
    if (this.picks(field)) return this.cards(field, id, label, value || "");
    if (field.kind === "seats") return this.seats(field, id, label, values);
    const drawn = this.plain(field, id, value);
    this.fields.set(field.name, drawn);
    const title = el("label", { for: id, lang: langOf(this.data, label) }, label);
    if (field.kind === "switch") return el("div", { class: "tryit__field tryit__field--switch" }, drawn.input, title);
    return el("div", { class: "tryit__field" }, title, drawn.input);
  }

  plain(field, id, value) {
    const { words, data } = this;
    if (field.kind === "switch") {
      const on = ["yes", "true", true].includes(value === undefined ? field.default : value);
      const input = el("input", { id, type: "checkbox", checked: on });
      return { input, read: () => (input.checked ? "yes" : field.optional && !field.default ? "" : "no") };
    }
    if (field.values.length) {
      const name = { suit: (v) => data.suits[v], seat: (v) => data.seats[v], choice: (v) => data.values[v] }[field.kind];
      const options = field.values.map((v) => el("option", { value: v }, (name && name(v)) || v));
      const empty = field.optional && field.default === undefined || field.kind !== "choice" && !field.optional;
      if (empty) options.unshift(el("option", { value: "" }, field.optional ? words.none : "–"));
      const input = el("select", { id }, options);
      const wanted = String(value === undefined ? field.default === undefined ? "" : field.default : value);
      if ([...input.options].some((option) => option.value === wanted)) input.value = wanted;
      return { input, read: () => input.value };
    }
    const hint = (data.samples[this.form.name] || {})[field.name];
    const start = value === undefined ? (field.default === undefined ? "" : field.default) : value;
    const input = el("input", {
      id, autocomplete: "off", spellcheck: "false", value: String(start), maxlength: field.kind === "number" ? 9 : 500,
      ...(field.kind === "number" ? { inputmode: "numeric", class: "tryit__number" } : {}),
      placeholder: hint === undefined ? null : String(hint),
    });
    return { input, read: () => input.value.trim() };
  }

  seats(field, id, label, values) {
    const inputs = field.values.map((seat) => [seat, el("input", {
      id: `${id}-${seat}`, autocomplete: "off", spellcheck: "false", maxlength: field.of === "number" ? 9 : 500,
      inputmode: field.of === "number" ? "numeric" : null, class: field.of === "number" ? "tryit__number" : null,
      value: String(values[`${field.name}.${seat}`] || ""),
    })]);
    const read = () => {
      const full = inputs.map(([seat, input]) => [seat, input.value.trim()]).filter(([, value]) => value);
      return full.length ? Object.fromEntries(full) : null;
    };
    this.fields.set(field.name, { input: inputs[0][1], read });
    const rows = inputs.map(([seat, input]) => el("span", { class: "tryit__seat" },
      el("label", { for: input.id }, this.data.seats[seat] || seat), input));
    return el("fieldset", { class: "tryit__field" }, el("legend", { lang: langOf(this.data, label) }, label), rows);
  }

  // --- cards -----------------------------------------------------------------------------------

  cards(field, id, label, value) {
    const { words } = this;
    const hint = (this.data.samples[this.form.name] || {})[field.name];
    const input = el("input", {
      id, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 500, value,
      placeholder: hint || null, oninput: () => refresh(),
    });
    const chosen = el("div", { class: "tryit__chosen pile" });
    const pick = el("button", { type: "button", class: "tryit__quiet", "aria-expanded": "false",
      onclick: () => (this.active === field.name ? this.pickFor(null) : this.pickFor(field.name)) }, words.pick);
    const place = el("div", { class: "tryit__place" });
    const codes = () => input.value.trim().split(/[\s,]+/).filter(Boolean);
    const known = (code) => this.code(code);
    const refresh = () => {
      chosen.replaceChildren(...codes().map((code, at) => known(code) && el("button", {
        type: "button", class: "tryit__card", "aria-label": fill(words.remove, this.drawing.name(known(code))),
        onclick: () => this.take(field.name, at) }, this.drawing.face(known(code), true))).filter(Boolean));
      if (this.active === field.name) this.mark();
    };
    this.fields.set(field.name, { field, input, pick, place, refresh, codes, label, read: () => input.value.trim() });
    refresh();
    const more = field.optional ? el("span", { class: "tryit__optional" }, ` (${words.optional})`) : null;
    return el("div", { class: "tryit__field tryit__field--cards" }, el("label", { for: id }, el("span", { lang: langOf(this.data, label) }, label), more), chosen,
      el("div", { class: "tryit__type" }, input, pick), place);
  }

  /** The pack's code for what somebody typed, as far as a page can tell; the engine reads it anew. */
  code(typed) {
    const folded = typed.toUpperCase().replace(/[♠♥♦♣]\uFE0F?/g, (sign) => ({ "♠": "S", "♥": "H", "♦": "D", "♣": "C" })[sign[0]]);
    return [folded, folded.replace(/^T(?=.$)/, "10")].find((code) => this.data.cards[code]) || null;
  }

  take(name, at) {
    const field = this.fields.get(name);
    const left = field.codes();
    const [gone] = left.splice(at, 1);
    field.input.value = left.join(" ");
    field.refresh();
    this.say(fill(this.words.removed, this.drawing.name(this.code(gone) || gone)));
    const buttons = [...field.input.closest(".tryit__field").querySelectorAll(".tryit__card")];
    (buttons[Math.min(at, buttons.length - 1)] || field.input).focus({ preventScroll: true });
  }

  add(code) {
    const field = this.fields.get(this.active);
    const single = field.field.kind === "card";
    const card = this.deck.cards.find((one) => one.code === code);
    if (!single && field.codes().filter((one) => this.code(one) === code).length >= card.count) return;
    field.input.value = single ? code : [...field.codes(), code].join(" ");
    field.refresh();
    const count = field.codes().length;
    this.say(`${fill(this.words.added, this.drawing.name(code))}. ${field.label}: ${count}`);
    const usual = single ? 1 : (this.data.usual[this.form.name] || {})[this.active];
    if (usual && count === usual) this.advance();
  }

  /** Go on to the next empty part that wants cards. */
  advance() {
    const names = this.form.fields.filter((f) => this.picks(f)).map((f) => f.name);
    const after = names.slice(names.indexOf(this.active) + 1).find((name) => !this.fields.get(name).read());
    if (after) this.pickFor(after, true);
  }

  pickFor(name, focus = false) {
    const before = this.fields.get(this.active);
    if (before) {
      before.place.replaceChildren();
      before.pick.setAttribute("aria-expanded", "false");
    }
    this.active = name;
    const field = this.fields.get(name);
    if (!field) return;
    field.pick.setAttribute("aria-expanded", "true");
    field.place.replaceChildren(this.drawDeck(field));
    this.mark();
    if (focus) field.place.querySelector("[tabindex='0']").focus({ preventScroll: true });
  }

  drawDeck(field) {
    const rows = new Map();
    for (const card of this.deck.cards) {
      if (!rows.has(card.suit)) rows.set(card.suit, []);
      rows.get(card.suit).push(el("button", { type: "button", class: "tryit__pick", tabindex: "-1",
        "data-code": card.code, onclick: () => this.add(card.code) }, this.drawing.face(card.code, true)));
    }
    const lines = [...rows.values()];
    const group = el("div", { class: "tryit__deck", role: "group", "aria-label": fill(this.words.picking, field.label),
      onkeydown: (event) => this.move(event, lines) }, lines.map((line) => el("div", { class: "tryit__suit" }, line)));
    lines[0][0].tabIndex = 0;
    return group;
  }

  /** Say how many of each card are left for the part that is being filled. */
  mark() {
    const field = this.fields.get(this.active);
    const used = field.codes().map((code) => this.code(code));
    for (const button of field.place.querySelectorAll(".tryit__pick")) {
      const card = this.deck.cards.find((one) => one.code === button.dataset.code);
      const left = card.count - used.filter((code) => code === card.code).length;
      button.setAttribute("aria-disabled", left < 1 && field.field.kind === "cards" ? "true" : "false");
      const many = card.count > 1 ? `, ${fill(this.words.left, Math.max(left, 0))}` : "";
      button.setAttribute("aria-label", this.drawing.name(card.code) + many);
      button.dataset.left = card.count > 1 && left > 0 ? String(left) : "";
      button.classList.toggle("tryit__pick--gone", left < 1 && field.field.kind === "cards");
    }
  }

  move(event, lines) {
    const row = lines.findIndex((line) => line.includes(event.target));
    if (row < 0) return;
    const at = lines[row].indexOf(event.target);
    const flat = lines.flat();
    const to = {
      ArrowRight: () => flat[flat.indexOf(event.target) + 1],
      ArrowLeft: () => flat[flat.indexOf(event.target) - 1],
      ArrowDown: () => lines[row + 1] && lines[row + 1][Math.min(at, lines[row + 1].length - 1)],
      ArrowUp: () => lines[row - 1] && lines[row - 1][Math.min(at, lines[row - 1].length - 1)],
      Home: () => lines[row][0],
      End: () => lines[row][lines[row].length - 1],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    const button = to();
    if (!button) return;
    flat.forEach((one) => { one.tabIndex = -1; });
    button.tabIndex = 0;
    button.focus();
  }

  say(text) {
    this.live.textContent = text;
  }
}
