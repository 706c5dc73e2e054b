// What the engine answered, in cards and words; each rule with its sentence and a way to it.

import { el, fill } from "./dom.js";

export function drawAnswer(data, drawing, question, told) {
  const draw = { score, ruling, answer, refused }[told.kind];
  return draw({ data, drawing, words: data.words, question }, told);
}

/** The rules at work, by id. */
export function rulesOf(told) {
  const listed = told.kind === "refused" ? [told] : told.rules;
  return new Map(listed.map((rule) => [rule.rule, rule]));
}

function ruleLink(at, rule, known) {
  const label = at.data.rules[rule] || rule.replace(/-/g, " ");
  const anchor = known && known.anchor;
  return anchor ? el("a", { href: `#${anchor}`, class: "because" }, label) : label;
}

function sentence(known) {
  return known && known.sentence ? el("q", { class: "tryit__sentence" }, known.sentence) : null;
}

function score(at, told) {
  const { words, drawing } = at;
  const rules = rulesOf(told);
  const byRule = new Map();
  for (const item of told.items) byRule.set(item.rule, [...(byRule.get(item.rule) || []), item]);
  const lines = [...byRule].map(([rule, items]) => {
    const points = items.reduce((sum, item) => sum + item.points, 0);
    const groups = items.filter((item) => item.cards).map((item) => el("span", { class: "tryit__group" },
      drawing.pile(item.cards.split(" ")), items.length > 1 ? el("span", { class: "tryit__each" }, String(item.points)) : null));
    return el("li", { class: "tryit__item" },
      el("p", { class: "tryit__line" }, el("span", {}, ruleLink(at, rule, rules.get(rule))), el("b", {}, String(points))),
      groups.length ? el("div", { class: "tryit__groups" }, groups) : null, sentence(rules.get(rule)));
  });
  return [
    el("p", { class: "tryit__total" }, el("span", {}, words.total), el("b", {}, String(told.total))),
    lines.length ? el("ul", { class: "tryit__items" }, lines) : el("p", {}, words.nothing),
  ];
}

function ruling(at, told) {
  const { words, drawing } = at;
  const rules = rulesOf(told);
  const legal = told.legal.length === 0 ? words.nothing_legal : told.cards ? drawing.pile(told.legal)
    : told.legal.map((move, n) => el("span", {}, n ? ", " : "", drawing.text(move)));
  const byRule = new Map();
  for (const [what, rule] of Object.entries(told.refused)) byRule.set(rule, [...(byRule.get(rule) || []), what]);
  const refused = [...byRule].map(([rule, what]) => {
    const cards = what.every((one) => at.data.cards[one]);
    return el("li", { class: "tryit__item" },
      el("p", { class: "tryit__line" }, el("span", {}, `${words.refused}: `, ruleLink(at, rule, rules.get(rule)))),
      cards ? drawing.pile(what) : el("p", {}, what.map((move, n) => el("span", {}, n ? ", " : "", drawing.text(move)))),
      sentence(rules.get(rule)));
  });
  return [
    el("p", { class: "tryit__label" }, told.cards ? words.legal : words.allowed),
    el("div", { class: "tryit__legal" }, legal),
    refused.length ? el("ul", { class: "tryit__items" }, refused) : null,
  ];
}

function answer(at, told) {
  const { data, words, drawing } = at;
  const rules = [...rulesOf(told).values()];
  return [
    el("p", { class: "tryit__total" }, el("span", {}, words.answer), el("b", {}, value(at, told, data, drawing))),
    rules.length ? el("ul", { class: "tryit__items" }, rules.map((rule) => el("li", { class: "tryit__item" },
      el("p", { class: "tryit__line" }, el("span", {}, ruleLink(at, rule.rule, rule))), sentence(rule)))) : null,
  ];
}

function value(at, told, data, drawing) {
  const kind = data.answers[at.question];
  const said = String(told.value);
  const cards = told.cards ? drawing.cards(said) : null;
  if (cards) return drawing.pile(cards);
  if (kind === "seat" && data.seats[said]) return data.seats[said];
  if (kind === "suit" && data.suits[said]) return data.suits[said];
  if (data.words[said] && ["yes", "no", "none"].includes(said)) return data.words[said];
  return drawing.text(said);
}

function refused(at, told) {
  return [
    el("p", { class: "tryit__total tryit__total--no" }, el("span", {}, at.words.not_allowed)),
    el("ul", { class: "tryit__items" }, el("li", { class: "tryit__item" },
      el("p", { class: "tryit__line" }, el("span", {}, ruleLink(at, told.rule, told))), sentence(told))),
  ];
}

/** The same question for the terminal. */
export function terminal(data, question, given, under) {
  const quoted = (text) => (/^[\w=.-]+$/.test(text) ? text : `'${String(text).replace(/'/g, "'\\''")}'`);
  const words = under === "base" ? [] : under.split(" ");
  const chosen = words.map((word) => (word.includes("=") ? ["--set", quoted(word)] : ["--variant", word])).flat();
  const parts = Object.entries(given).map(([name, part]) => `${name}=${quoted(String(part))}`);
  return ["upcard ask", data.id, question, ...parts, ...chosen].join(" ");
}

export function faultText(words, error, command) {
  if (error.code === "stopped") return [words.stopped];
  const known = { absent: words.absent, unsupported: words.unsupported }[error.code];
  if (known || ["worker", "network"].includes(error.code)) {
    return [known || fill(words.failed, error.message), el("pre", {}, el("code", {}, command))];
  }
  return [error.code === "engine" ? fill(words.internal, error.message) : error.message];
}
