// Which moves fit the cards that are chosen, and which pile a move means. Knows no page and no game:
// all follows from the document that `schema/view.schema.json` describes.

const sorted = (codes) => [...codes].sort().join(" ");

/** Every card a move names. */
export function allCards(move) {
  return [...move.cards, ...move.groups.flatMap((group) => group.cards)];
}

/** Whether `many` has at least the cards of `few`. */
export function holds(many, few) {
  const left = [...many];
  return few.every((code) => {
    const at = left.indexOf(code);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The bare words of a move: its argument and the names of its groups, as written. */
export function wordsOf(move) {
  const words = move.groups.map((group) => group.name);
  return move.arg === "" ? words : [String(move.arg), ...words];
}

/** Whether a word means a pile: "3" is "column 3", "a" is "centre a", "payoff" is "pay-off card". */
export function means(word, zone) {
  const tokens = zone.name.toLowerCase().split(/[^a-z0-9]+/);
  const whole = tokens.join("");
  return tokens.includes(word) || (word.length > 3 && whole.startsWith(word));
}

/** Whether a pile is the move's aim: named by it, holding what it is added to, or called like it. */
export function touches(move, zone, view) {
  if (zone.owner !== null && zone.owner !== view.acts_for) return false;
  const words = wordsOf(move);
  const last = words[words.length - 1];
  if (last !== undefined && means(last, zone)) return true;
  const targets = move.groups.filter((group) => group.cards.length);
  if (targets.some((group) => holds(zone.cards || [], group.cards))) return true;
  return !words.length && means(move.verb, zone);
}

/** Whether a card of a pile is what a move takes, not what it is added to. */
function takes(move, zone, code, view) {
  if (!allCards(move).includes(code)) return false;
  const having = view.zones.filter((one) => one.owner === view.acts_for && (one.cards || []).includes(code));
  if (!having.length) return zone.owner === null && move.cards.includes(code) && (zone.cards || []).includes(code);
  const named = having.filter((one) => wordsOf(move).slice(0, -1).some((word) => means(word, one)));
  if (named.length) return named.includes(zone);
  const fans = having.filter((one) => one.layout === "fan");
  return fans.length && having.length > 1 ? fans.includes(zone) : having.includes(zone);
}

/** The moves that one more card, or the first one, may belong to. */
export function withCard(view, chosen, zone, code) {
  const codes = [...chosen.map((one) => one.code), code];
  return view.moves.filter((move) => holds(allCards(move), codes) && takes(move, zone, code, view));
}

/** Whether a card may be played now, alone or with others. */
export function playable(view, zone, code) {
  return view.moves.some((move) => takes(move, zone, code, view));
}

/** The moves that take exactly the chosen cards; those that are added to others' cards come last. */
export function fitting(view, chosen) {
  const codes = sorted(chosen.map((one) => one.code));
  if (!chosen.length) return view.moves.filter((move) => !allCards(move).length);
  const tight = view.moves.filter((move) => sorted(allCards(move)) === codes);
  const loose = view.moves.filter((move) => move.groups.length && sorted(move.cards) === codes && !tight.includes(move));
  return fromWhere([...tight, ...loose], chosen);
}

/** Of moves that differ only in where the card comes from, keep the one that fits the choice. */
function fromWhere(moves, chosen) {
  const kinds = new Map();
  for (const move of moves) {
    const words = wordsOf(move);
    const key = [move.verb, words[words.length - 1], sorted(allCards(move))].join("|");
    kinds.set(key, [...(kinds.get(key) || []), move]);
  }
  return [...kinds.values()].flatMap((kind) => {
    if (kind.length === 1) return kind;
    const named = kind.filter((move) => wordsOf(move).slice(0, -1).some((word) => chosen.some((one) => means(word, one.zone))));
    if (named.length) return named;
    const fewest = Math.min(...kind.map((move) => wordsOf(move).length));
    return kind.filter((move) => wordsOf(move).length === fewest);
  });
}

/** The one move that is meant by putting the chosen cards on a pile; several, or none. */
export function onto(view, chosen, zone) {
  const moves = fitting(view, chosen);
  const here = moves.filter((move) => touches(move, zone, view));
  return here.length ? here : zone.owner === null || moves.length === 1 ? moves : [];
}

/** The most cards that one move takes. */
export function mostCards(view) {
  return view.moves.reduce((most, move) => Math.max(most, allCards(move).length), 0);
}

/** The verbs that take cards and may be used now, with other cards. */
export function cardVerbs(view) {
  return [...new Set(view.moves.filter((move) => allCards(move).length).map((move) => move.verb))];
}
