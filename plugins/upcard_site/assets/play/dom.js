// Small things for drawing: elements, cards, words. All text goes in as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";

/** Make an element: el("p", {class: "x", onclick: f}, "text", other). */
export function el(tag, given = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...inside.flat().filter((part) => part !== null && part !== undefined && part !== ""));
  return made;
}

/** The language of a text that is not in the page's own. */
export function langOf(data, text) {
  return data.english.includes(text) ? "en" : null;
}

/** Put "{}" in a text. */
export function fill(text, ...values) {
  return values.reduce((said, value) => said.replace("{}", () => String(value)), text);
}

function drawn(kind, symbol, label) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", kind);
  if (label) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  } else {
    svg.setAttribute("aria-hidden", "true");
  }
  const use = document.createElementNS(SVG, "use");
  use.setAttributeNS(XLINK, "xlink:href", `#${symbol}`);
  svg.append(use);
  return svg;
}

/** Draws the cards of one game's data. */
export class Drawing {
  constructor(data) {
    this.data = data;
    addSprite(data.sprite);
  }

  name(code) {
    return this.data.cards[code] ? this.data.cards[code].name : code;
  }

  /** A face; silent where a button around it says the name. */
  face(code, silent = false) {
    const known = this.data.cards[code];
    const kind = known && known.wide ? "card card--words" : "card";
    return drawn(kind, `card-${code.replace(/[^A-Za-z0-9]/g, "-")}`, silent ? "" : this.name(code));
  }

  pile(codes) {
    return el("span", { class: "pile" }, codes.map((code) => this.face(code)));
  }

  /** A card within a line. */
  inline(code) {
    const known = this.data.cards[code];
    if (!known || !known.rank) return el("span", { class: "ic ic--words" }, this.name(code));
    const seen = el("span", { "aria-hidden": "true" }, known.rank, this.suitSign(known.suit));
    return el("span", { class: `ic suit-${known.suit}` }, seen, el("span", { class: "sr" }, known.name));
  }

  suitSign(suit) {
    return drawn("suit", `suit-${suit}`, "");
  }

  /** A move or other text with its cards drawn. */
  text(said) {
    const parts = said.split(" ").map((word) => (this.data.cards[word] ? this.inline(word) : word));
    return parts.flatMap((part, at) => (at ? [" ", part] : [part]));
  }

  cards(text) {
    const codes = text.split(/\s+/).filter(Boolean);
    return codes.length && codes.every((code) => this.data.cards[code]) ? codes : null;
  }
}

/** Add the faces that the page has not got yet. */
function addSprite(sprite) {
  const holder = document.createElement("template");
  holder.innerHTML = sprite; // made by the build from the library's packs
  const svg = holder.content.querySelector("svg");
  if (!svg) return;
  for (const symbol of [...svg.querySelectorAll("symbol")]) {
    if (document.getElementById(symbol.id)) symbol.remove();
  }
  const content = document.querySelector(".md-content__inner") || document.body;
  if (svg.querySelector("symbol")) content.append(svg);
}

/** A button that copies a text; where the browser forbids it, the text is marked instead. */
export function copyButton(words, text, source) {
  const button = el("button", { type: "button", class: "tryit__quiet", onclick: async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = words.copied;
    } catch {
      if (source.select) source.select();
      else getSelection().selectAllChildren(source);
    }
  } }, words.copy);
  return button;
}
