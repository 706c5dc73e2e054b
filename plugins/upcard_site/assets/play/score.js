// Score it: the form of one question, the answer with its reasons, an address and an example of it.

import { drawAnswer, faultText, rulesOf, terminal } from "./answer.js";
import { copyButton, Drawing, el, fill, langOf } from "./dom.js";
import { engine, gameData } from "./engine.js";
import { Form } from "./form.js";

const LONGEST = 1500;
const VALUE = 500;
const RESERVED = ["try", "rules", "q", "h"];

/** Open the form in `box`, filled in from an address. `pressed`: the reader has asked for it. */
export async function open(box, address, query, pressed) {
  addStyle();
  const data = await gameData(address);
  const asked = new Score(box, data);
  asked.read(query);
  await asked.draw(pressed);
}

/** Answer in `place`, without a form, what an address asks. */
export async function answerIn(place, address, query) {
  addStyle();
  const data = await gameData(address);
  const asked = new Score(null, data);
  asked.read(query);
  const given = new Form(data, asked.question, asked.drawing, asked.values, asked.deck).given();
  place.classList.add("tryit");
  place.textContent = data.words.loading;
  try {
    await engine.open(data);
    const told = await engine.call("ask", asked.request(given));
    place.replaceChildren(...asked.answer(told).flat().filter(Boolean));
  } catch (error) {
    place.replaceChildren(...asked.excuse(error, given));
  }
}

function addStyle() {
  const href = new URL("score.css", import.meta.url).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return;
  if (document.querySelector("link[data-tryit-style]")) return;
  document.head.append(el("link", { rel: "stylesheet", href, "data-tryit-style": true }));
}

class Score {
  constructor(box, data) {
    Object.assign(this, { box, data, words: data.words });
    this.drawing = new Drawing(data);
    this.forms = data.questions;
    this.deck = data.decks[data.deck];
    this.under = pageRules(data.id);
    this.values = {};
  }

  /** Read an address strictly: a known question, its own parts, short texts. */
  read(query) {
    const wanted = query.get("try");
    this.question = this.forms.find((form) => form.name === wanted) || this.forms[0];
    const rules = query.get("rules");
    if (rules !== null && /^[\w=\- ]{1,300}$/.test(rules)) this.under = rules.trim() || "base";
    if (String(query).length > 2 * LONGEST) return;
    for (const field of this.question.fields) {
      const key = RESERVED.includes(field.name) ? `given.${field.name}` : field.name;
      const names = field.kind === "seats" ? Object.keys(this.data.seats).map((seat) => `.${seat}`) : [""];
      for (const name of names) {
        const value = query.get(key + name);
        if (value !== null && value.length <= VALUE) this.values[field.name + name] = value;
      }
    }
  }

  async draw(pressed) {
    const { box, words } = this;
    box.classList.add("tryit--open");
    for (const link of box.querySelectorAll(".tryit__questions a")) {
      const name = new URL(link.href).searchParams.get("try");
      if (name === this.question.name) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    this.form = new Form(this.data, this.question, this.drawing, this.values, this.deck);
    this.rules = this.rulesField();
    this.send = el("button", { type: "submit", class: "tryit__go" }, words.ask);
    this.cancel = el("button", { type: "button", class: "tryit__quiet", hidden: true, onclick: () => engine.stop() }, words.cancel);
    this.bar = el("progress", { max: "1", value: 0, "aria-label": words.loading });
    this.status = el("p", { class: "tryit__status", hidden: true }, this.bar, el("span", {}));
    this.result = el("div", { class: "tryit__result", "aria-live": "polite" });
    this.more = el("div", { class: "tryit__more" });
    const label = this.data.labels[this.question.name];
    const about = this.data.about[this.question.name];
    const title = el("h3", { id: "tryit-title", tabindex: "-1", lang: langOf(this.data, label) }, label);
    const form = el("form", { "aria-labelledby": "tryit-title", novalidate: true, onsubmit: (event) => {
      event.preventDefault();
      this.ask();
    } }, el("p", { class: "tryit__about", lang: langOf(this.data, about) }, about), this.form.element, this.rules.element,
    el("p", { class: "tryit__actions" }, this.send, this.cancel), this.status);
    box.querySelector(".tryit__form").replaceChildren(title, form, this.result, this.more);
    document.documentElement.classList.remove("asked");
    if (!pressed) {
      box.scrollIntoView();
      return;
    }
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    title.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "start" });
    title.focus({ preventScroll: true });
    if (Object.keys(this.values).length) await this.ask();
    else await this.warm();
  }

  rulesField() {
    const known = this.data.variants;
    const options = known.map((variant) => el("option", { value: variant.id }, variant.title));
    if (!known.some((variant) => variant.id === this.under)) {
      options.push(el("option", { value: this.under }, this.title || `${this.words.chosen}: ${this.under}`));
    }
    const select = el("select", { id: "tryit-rules", onchange: () => this.changeRules(select.value) }, options);
    select.value = this.under;
    const element = el("div", { class: "tryit__field" }, el("label", { for: "tryit-rules" }, this.words.rules), select);
    if (options.length < 2) element.hidden = true;
    return { element, select };
  }

  /** Other rules may mean another pack or other seats: the engine is asked for the form anew. */
  async changeRules(under) {
    this.under = under;
    if (!engine.running) return;
    const told = await engine.call("questions", { game: this.data.id, under });
    const form = told.questions.find((one) => one.name === this.question.name);
    if (told.deck.id === this.deck.id && JSON.stringify(form) === JSON.stringify(this.question)) return;
    this.values = flat(this.form.given());
    this.deck = told.deck;
    this.question = form;
    const fresh = new Form(this.data, form, this.drawing, this.values, this.deck);
    this.form.element.replaceWith(fresh.element);
    this.form = fresh;
  }

  /** Start the engine in the background, so that the answer is there at once. */
  async warm() {
    try {
      await this.start();
    } catch (error) {
      this.fault(error);
    }
  }

  async start() {
    if (!engine.running) this.loading(0, 0);
    try {
      await engine.start({ progress: ({ loaded, total }) => this.loading(loaded, total) });
      await engine.open(this.data);
    } finally {
      this.status.hidden = true;
      this.cancel.hidden = true;
    }
  }

  loading(loaded, total) {
    const { words } = this;
    const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
    const said = this.status.querySelector("span");
    this.status.hidden = false;
    this.cancel.hidden = false;
    this.bar.max = total || 1;
    this.bar.value = loaded;
    said.textContent = total && loaded >= total ? words.starting
      : `${words.loading} ${total ? fill(words.megabytes, megabytes(loaded), megabytes(total)) : ""}`;
  }

  async ask() {
    const { words } = this;
    this.form.blame(null);
    const missing = this.form.missing();
    if (missing.length) {
      this.say(el("p", { class: "tryit__fault" }, fill(words.wanting, missing.join(", "))));
      return;
    }
    const given = this.form.given();
    this.send.disabled = true;
    this.send.textContent = words.asking;
    this.cancel.hidden = false;
    try {
      await this.start();
      this.cancel.hidden = false;
      const request = this.request(given);
      const told = await engine.call("ask", request);
      this.say(...this.answer(told));
      light(rulesOf(told));
      this.offer(request);
    } catch (error) {
      this.fault(error);
    } finally {
      this.send.disabled = false;
      this.send.textContent = words.ask;
      this.cancel.hidden = true;
    }
  }

  request(given) {
    return { game: this.data.id, under: this.under, question: this.question.name, given };
  }

  answer(told) {
    return drawAnswer(this.data, this.drawing, this.question.name, told);
  }

  /** Why there is no answer, and how to get one in a terminal if the engine cannot run here. */
  excuse(error, given) {
    return faultText(this.words, error, terminal(this.data, this.question.name, given, this.under));
  }

  say(...parts) {
    this.more.replaceChildren();
    this.result.replaceChildren(...parts.flat().filter(Boolean));
  }

  fault(error) {
    this.say(el("div", { class: "tryit__fault" }, this.excuse(error, this.form.given())));
    light(new Map());
    if (error.path) this.form.blame(error.path);
  }

  /** Offer the address of the question, and the question as an example. */
  offer(request) {
    const { words } = this;
    const address = shareAddress(request);
    const field = el("input", { readonly: true, value: address, "aria-label": words.share, onfocus: () => field.select() });
    const code = el("code", {});
    const example = el("details", { class: "tryit__example", ontoggle: async () => {
      if (!example.open || code.textContent) return;
      try {
        code.textContent = await engine.call("example", request);
      } catch (error) {
        code.textContent = error.message;
      }
    } }, el("summary", {}, words.example), el("p", {}, words.example_help), el("pre", {}, code),
    copyButton(words, () => code.textContent, code));
    const share = address ? el("details", { class: "tryit__share" }, el("summary", {}, words.share),
      el("p", { class: "tryit__type" }, field, copyButton(words, () => address, field))) : null;
    this.more.replaceChildren(...[share, example].filter(Boolean));
  }
}

/** The rules chosen on this page, as one text. */
function pageRules(game) {
  const chosen = window.upcard && typeof window.upcard.rules === "function" ? window.upcard.rules() : "base";
  const holder = document.querySelector("[data-game]");
  return holder && holder.dataset.game !== game ? "base" : chosen || "base";
}

function flat(given) {
  const found = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "object") for (const [seat, part] of Object.entries(value)) found[`${name}.${seat}`] = part;
    else found[name] = value;
  }
  return found;
}

function shareAddress({ question, given, under }) {
  const query = new URLSearchParams({ try: question });
  for (const [name, value] of Object.entries(flat(given))) {
    query.set(RESERVED.includes(name.split(".")[0]) ? `given.${name}` : name, value);
  }
  if (under !== "base") query.set("rules", under);
  const found = `${location.origin}${location.pathname}?${query}#score-it`;
  return found.length <= LONGEST ? found : "";
}

/** Light the rules at work up in the text. */
function light(rules) {
  document.querySelectorAll(".rule--lit").forEach((rule) => rule.classList.remove("rule--lit"));
  for (const { anchor } of rules.values()) {
    const rule = anchor ? document.getElementById(anchor) : null;
    if (rule) rule.classList.add("rule--lit");
  }
}

// The form follows the page's choice of rules, wherever that is made.
document.addEventListener("upcard:rules", ({ detail }) => {
  const select = document.getElementById("tryit-rules");
  if (!select || !detail || typeof detail.under !== "string") return;
  const under = detail.under || "base";
  if (![...select.options].some((option) => option.value === under)) {
    select.append(el("option", { value: under }, detail.title || under));
  }
  select.value = under;
  select.dispatchEvent(new Event("change"));
});
