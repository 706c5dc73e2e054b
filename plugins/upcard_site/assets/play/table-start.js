// What the table needs before there is one: its style sheets, and words for when it cannot start.

import { el, fill } from "./dom.js";

/** Add a style sheet that lies beside the scripts, once. */
export function style(name) {
  const href = new URL(name, import.meta.url).href;
  if ([...document.querySelectorAll("link[rel=stylesheet]")].some((link) => link.href === href)) return;
  document.head.append(el("link", { rel: "stylesheet", href }));
}

/** Say why there is no table, and how to play in a terminal. */
export function faultText(words, error, game, under) {
  const known = { absent: words.table_absent, unsupported: words.table_unsupported };
  const said = known[error.code] || fill(words.table_failed, error.message);
  const rules = under.split(" ").filter((word) => word && word !== "base");
  const options = rules.map((word) => (word.includes("=") ? `--set ${word}` : `--variant ${word}`));
  return el("div", {}, el("p", {}, said), el("pre", {}, el("code", {}, ["upcard play", game, ...options].join(" "))));
}
