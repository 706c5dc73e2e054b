/* The catalogue is whole without this: the list of all games and the ready lists are there. Here it
   is narrowed, searched and picked from; what is wished for stands in the address. */
(function () {
  "use strict";

  const FIRST = 30;
  const FITS = 6;
  const NEAR = 3;
  const SAID = 30;
  const LETTERS = { "ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i" };

  /* Fold a text to plain words: no marks, no capitals, no punctuation. */
  function fold(text) {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
      .replace(/[łøđßæœı]/g, (letter) => LETTERS[letter])
      .replace(/[’'ʼ‘]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  }

  const wordsOf = (text) => fold(text).split(" ").filter(Boolean);
  const has = (folded, words) => words.every((word) => folded.includes(` ${word}`));
  const one = (number, single, many) => (number === 1 ? `One ${single}` : `${number} ${many}`);

  function element(tag, text, attributes) {
    const made = document.createElement(tag);
    made.textContent = text || "";
    Object.entries(attributes || {}).forEach(([name, value]) => made.setAttribute(name, value));
    return made;
  }

  /* Change a text in place: a new node would make the browser look at the style of every game. */
  function say(place, text) {
    if (!place.firstChild) place.append("");
    if (place.firstChild.data !== text) place.firstChild.data = text;
  }

  function empty(place) {
    if (place.firstChild) place.replaceChildren();
  }

  /* How alike two words are, by the pairs of letters they share: 0 to 1. */
  function alike(left, right) {
    const pairs = (word) => Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
    const ours = pairs(left);
    const theirs = pairs(right);
    const shared = ours.filter((pair) => theirs.includes(pair)).length;
    return ours.length + theirs.length ? (2 * shared) / (ours.length + theirs.length) : 0;
  }

  function readGame(node) {
    const link = node.querySelector("a");
    const values = {};
    node.dataset.is.split(" ").forEach((part) => {
      const [facet, value] = part.split("=");
      (values[facet] = values[facet] || []).push(value);
    });
    const shown = `${node.textContent} ${node.dataset.more || ""}`;
    const names = node.querySelector(".game__name").textContent;
    const minutes = node.dataset.minutes ? node.dataset.minutes.split("-").map(Number) : null;
    return { node, link, values, minutes, words: ` ${fold(shown)}`, names: wordsOf(names) };
  }

  function catalogue(form) {
    const page = form.parentElement;
    const part = (selector) => page.querySelector(selector);
    const list = part(".games--all");
    const games = Array.from(list.children, readGame);
    const selects = Array.from(form.querySelectorAll("select"));
    const find = form.elements.find;
    const picker = part("form.picker");
    const asked = Array.from(page.querySelectorAll(".not-here li"), (node) => (
      { node, words: ` ${fold(node.textContent)}` }));
    const labels = {};
    selects.forEach((select) => Array.from(select.options).forEach((option) => {
      labels[`${select.name}=${option.value}`] = option.dataset.name || "";
    }));
    let inRules = false;
    let rules = null;
    let all = false;

    // --- what is wished for, in the address ----------------------------------------------------

    function address(picked) {
      const query = new URLSearchParams();
      if (find.value.trim()) query.set("find", find.value.trim());
      selects.forEach((select) => { if (select.value) query.set(select.name, select.value); });
      if (inRules && find.value.trim()) query.set("in", "rules");
      if (picked) Array.from(picker.elements).forEach((field) => { if (field.name) query.set(field.name, field.value); });
      return location.pathname + (query.size ? `?${query}` : "");
    }

    const picking = () => new URLSearchParams(location.search).has("us");

    function remember(step, picked) {
      const next = address(picked);
      if (next === location.pathname + location.search) return;
      history[step ? "pushState" : "replaceState"](history.state, "", next);
    }

    function recall() {
      const query = new URLSearchParams(location.search);
      find.value = query.get("find") || "";
      inRules = query.get("in") === "rules";
      selects.forEach((select) => { choose(select, query.get(select.name)); });
      if (query.has("us")) ["us", "pack", "time"].forEach((name) => choose(picker.elements[name], query.get(name)));
      const more = form.querySelector("details");
      more.open = more.open || Array.from(more.querySelectorAll("select")).some((select) => select.value);
      narrow();
      pick();
    }

    function choose(select, value) {
      select.value = value || "";
      if (select.selectedIndex < 0) select.value = "";
    }

    // --- narrowing -----------------------------------------------------------------------------

    function narrow() {
      const words = wordsOf(find.value);
      const wish = selects.filter((select) => select.value);
      const counts = {};
      const count = (game, facet) => (game.values[facet] || []).forEach((value) => {
        const key = `${facet}=${value}`;
        counts[key] = (counts[key] || 0) + 1;
      });
      let shown = 0;
      games.forEach((game) => {
        game.said = has(game.words, words);
        game.misses = wish.map((select) => select.name).filter((facet, at) => !(game.values[facet] || []).includes(wish[at].value));
        const fits = game.said && !game.misses.length;
        shown += fits ? 1 : 0;
        const away = !fits || (!all && shown > FIRST);
        if (game.node.hidden !== away) game.node.hidden = away;
        if (fits) selects.forEach((select) => count(game, select.name));
        else if (game.said && game.misses.length === 1) count(game, game.misses[0]);
      });
      selects.forEach((select) => Array.from(select.options).slice(1).forEach((option) => {
        const number = counts[`${select.name}=${option.value}`] || 0;
        const text = option.selected ? option.dataset.name : `${option.dataset.name} (${number})`;
        say(option, text);
        option.disabled = !number && !option.selected;
      }));
      const wished = words.length || wish.length;
      say(part(".filter__count"), !wished ? `${one(games.length, "game", "games")}.`
        : !shown ? "No game fits." : shown === 1 ? `One of ${games.length} games fits.` : `${shown} of ${games.length} games fit.`);
      form.querySelector("button[type=reset]").hidden = !wished;
      const waiting = notHere(words);
      nothing(shown, words, waiting);
      const rest = part(".rest");
      rest.hidden = all || shown <= FIRST;
      say(rest.firstChild, `Show the other ${shown - FIRST}`);
      offerRules(words);
    }

    function notHere(words) {
      const found = asked.filter((game) => {
        game.node.hidden = !words.length || !has(game.words, words);
        return !game.node.hidden;
      });
      part(".not-here").hidden = !found.length;
      return found.length;
    }

    function nothing(shown, words, waiting) {
      const box = part(".nothing");
      box.hidden = shown > 0;
      empty(box);
      if (shown) return;
      const near = waiting && !games.some((game) => game.said) ? [] : nearest(words);
      const said = element("p");
      const guessed = !games.some((game) => game.said);
      if (near.length) said.append(guessed ? "Did you mean " : near.length > 1 ? "The nearest are " : "The nearest is ");
      near.forEach((game, at) => {
        if (at) said.append(at === near.length - 1 ? " or " : ", ");
        said.append(element("a", game.link.textContent, { href: game.link.href }));
        if (game.misses.length) said.append(` (${game.misses.map((facet) => told(game, facet)).join("; ")})`);
      });
      if (near.length) said.append(guessed ? "? " : ". ");
      if (waiting) said.append("What is wanted but not here yet stands below. ");
      said.append(element("a", "Ask for the game you miss", { href: form.dataset.ask }), ".");
      box.append(said);
    }

    /* Say what a game has in place of what was wished for. */
    function told(game, facet) {
      const values = (game.values[facet] || []).map((value) => labels[`${facet}=${value}`]);
      const label = form.elements[facet].parentElement.firstChild.textContent.trim().toLowerCase();
      return `${label}: ${values.length > 3 ? `${values[0]} to ${values[values.length - 1]}` : values.join(", ") || "not known"}`;
    }

    function nearest(words) {
      const said = games.filter((game) => game.said);
      if (said.length) return said.sort((a, b) => a.misses.length - b.misses.length).slice(0, NEAR);
      const close = (game) => Math.min(...words.map((word) => Math.max(...game.names.map((name) => alike(word, name)))));
      return games.map((game) => [close(game), game]).filter(([score]) => score > 0.5)
        .sort((a, b) => b[0] - a[0]).slice(0, NEAR).map(([, game]) => game);
    }

    // --- words in the rules --------------------------------------------------------------------

    function offerRules(words) {
      const section = part(".said");
      section.hidden = words.join("").length < 3;
      say(section.querySelector("button"), `Rules that mention “${find.value.trim()}”`);
      section.querySelector("button").hidden = inRules;
      if (inRules && !section.hidden) lookInRules();
      else {
        empty(section.querySelector("ul"));
        say(part(".said__count"), "");
      }
    }

    function load() {
      rules = rules || fetch(form.dataset.rules).then((answer) => answer.json()).then((data) => data.articles.flatMap((article) => (
        article.rules.map(([id, text]) => ({ article, id, text, words: ` ${fold(text)}` })))));
      return rules;
    }

    function lookInRules() {
      const sought = find.value;
      const words = wordsOf(sought);
      load().then((all) => {
        if (sought !== find.value) return;
        const found = all.filter((rule) => has(rule.words, words));
        const base = new URL("..", new URL(form.dataset.rules, location.href));
        part(".said ul").replaceChildren(...found.slice(0, SAID).map((rule) => ruleLine(rule, words, base)));
        say(part(".said__count"), !found.length ? "No rule mentions it."
          : `${one(found.length, "rule mentions", "rules mention")} “${sought.trim()}”${found.length > SAID ? `; the first ${SAID}` : ""}.`);
      }).catch(() => {
        rules = null;
        say(part(".said__count"), "The rules could not be loaded. Try again.");
        inRules = false;
        part(".said button").hidden = false;
      });
    }

    function ruleLine(rule, words, base) {
      const line = element("li");
      line.append(element("a", rule.article.title, { href: new URL(`${rule.article.url}#${rule.id}`, base).href }), ": ");
      rule.text.split(/([^\p{L}\p{M}\p{N}’']+)/u).forEach((piece) => {
        const marked = piece && words.some((word) => fold(piece).startsWith(word));
        line.append(marked ? element("mark", piece) : piece);
      });
      if (rule.article.lang !== "en") line.lang = rule.article.lang;
      return line;
    }

    // --- the picker ----------------------------------------------------------------------------

    function pick() {
      const box = part(".picks");
      box.hidden = !picking();
      if (box.hidden) return;
      const wish = { us: Number(picker.elements.us.value), pack: picker.elements.pack.value, time: Number(picker.elements.time.value) };
      const judged = games.map((game) => ({ game, ...judge(game, wish) })).sort((a, b) => a.off - b.off);
      const fits = judged.filter((entry) => !entry.off);
      const near = judged.filter((entry) => entry.off > 0 && entry.off < 4);
      const shown = [...fits.slice(0, FITS), ...near.slice(0, fits.length < NEAR ? NEAR : 1)];
      say(part(".picks__said"), fits.length ? `${one(fits.length, "game fits", "games fit")}${fits.length > FITS ? `; here are ${FITS}` : ""}.`
        : near.length ? "Nothing fits quite; these nearly do." : "Nothing here comes near.");
      part(".picks__list").replaceChildren(...shown.map((entry) => {
        const line = element("li");
        if (entry.off) line.append("Nearly: ");
        const name = element("b");
        name.append(element("a", entry.game.link.textContent, { href: entry.game.link.href }));
        line.append(name, element("span", `${entry.why.join("; ")}.`, { class: "picks__why" }));
        return line;
      }));
      if (!shown.length) part(".picks__list").append(element("li"));
      if (!shown.length) part(".picks__list li").append(element("a", "Ask for the game you miss", { href: form.dataset.ask }));
    }

    /* How far a game is from what was asked, and why it fits or does not; 4 and more is too far. */
    function judge(game, wish) {
      const seats = game.values.players.map(Number);
      const low = seats[0];
      const high = seats[seats.length - 1];
      const span = low === high ? `${low}` : `${low} to ${high}`;
      const gap = Math.max(0, low - wish.us, wish.us - high);
      const ours = game.values.deck[0];
      const [kind, packs] = [wish.pack.split("-")[0], Number(wish.pack.split("-")[1] || 1)];
      const [needed, many] = [ours.split("-")[0], Number(ours.split("-")[1] || 1)];
      const held = !wish.pack || ours === wish.pack || (kind === needed && many <= packs);
      const [least, most] = game.minutes || [0, 0];
      const late = !wish.time ? 0 : !most || (least <= wish.time && most > wish.time) ? 1 : most <= wish.time ? 0 : 2;
      const long = `${least} to ${most} minutes`;
      const why = [
        gap ? `for ${span}, not ${wish.us}` : `for ${span}`,
        held ? labels[`deck=${ours}`] : `wants ${labels[`deck=${ours}`]}`,
        !most ? "length not known" : ["" + long, `may take longer: ${long}`, `takes longer: ${long}`][late],
      ];
      return { off: (gap === 1 ? 2 : gap ? 9 : 0) + (held ? 0 : 2) + late, why };
    }

    // --- what a reader does --------------------------------------------------------------------

    form.addEventListener("input", (event) => {
      if (event.target === find && !find.value.trim()) inRules = false;
      all = false;
      narrow();
      remember(event.target !== find, picking());
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      find.value = "";
      inRules = false;
      selects.forEach((select) => { select.value = ""; });
      narrow();
      remember(true, picking());
      find.focus();
    });
    part(".rest button").addEventListener("click", () => {
      const next = games.filter((game) => game.said && !game.misses.length)[FIRST];
      all = true;
      narrow();
      next.link.focus();
    });
    part(".said button").addEventListener("click", () => {
      inRules = true;
      narrow();
      remember(true, picking());
    });
    picker.addEventListener("submit", (event) => {
      event.preventDefault();
      remember(true, true);
      pick();
    });
    picker.addEventListener("change", () => {
      if (!picking()) return;
      remember(true, true);
      pick();
    });
    page.querySelectorAll("a[data-query]").forEach((link) => {
      link.href = `?${link.dataset.query}`;
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
        event.preventDefault();
        event.stopPropagation();
        history.pushState(history.state, "", link.href);
        recall();
        form.scrollIntoView({ block: "nearest" });
      });
    });
    recall();
    return recall;
  }

  /* Elsewhere the ready lists lead to the catalogue, narrowed. */
  function leadOn() {
    document.querySelectorAll("a[data-query]").forEach((link) => {
      const picker = document.querySelector("form.picker");
      if (picker) link.href = `${picker.getAttribute("action")}?${link.dataset.query}`;
    });
  }

  let recall = null;
  let here = "";
  function start() {
    here = location.pathname;
    const form = document.querySelector("form.filter");
    recall = form ? catalogue(form) : null;
    if (!form) leadOn();
  }

  /* The theme may load the page again after the first step back; then `start` reads the address. */
  window.addEventListener("popstate", () => {
    if (recall && location.pathname === here) recall();
  });
  if (window.document$) window.document$.subscribe(start);
  else start();
})();
