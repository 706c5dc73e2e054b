/* Keeps score on the page: hands added, running totals, taken back with undo, kept in this browser. */
(function () {
  "use strict";

  const current = () => (window.upcard && window.upcard.rules && window.upcard.rules()) || "base";
  const put = (said, ...parts) => parts.reduce((text, part) => text.replace("{}", part), said);

  function make(tag, attributes, ...inside) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    element.append(...inside);
    return element;
  }

  /* How score is kept under a choice of rules: what each of its words changes, in order. */
  function profileOf(data, under) {
    const base = data.profiles.base;
    const found = { ...base };
    for (const word of under.replace(/,/g, " ").split(/\s+/)) {
      const other = data.profiles[word] || {};
      for (const name of Object.keys(other)) {
        if (JSON.stringify(other[name]) !== JSON.stringify(base[name])) found[name] = other[name];
      }
    }
    return found;
  }

  function startPad(pad) {
    const data = JSON.parse(pad.dataset.pad);
    const say = data.said;
    const key = `upcard:pad:${data.game}`;
    const live = pad.querySelector(".pad__live");
    let profile = profileOf(data, current());
    let game = load();

    function load() {
      try {
        const kept = JSON.parse(localStorage.getItem(key));
        if (kept && Array.isArray(kept.hands) && Array.isArray(kept.names)) return kept;
      } catch { /* a score that cannot be read is no score */ }
      return { names: [], hands: [] };
    }

    function keep() {
      try {
        localStorage.setItem(key, JSON.stringify(game));
      } catch { /* private windows keep nothing */ }
    }

    const sides = () => profile.sides.map((side, number) => game.names[number] || side);
    const points = (hand, side) => ((hand.points || [])[side] || []).reduce((sum, one) => sum + one, 0);
    const totals = () => profile.sides.map((_, side) => game.hands.reduce((sum, hand) => sum + points(hand, side), 0));

    function standing() {
      const sums = totals();
      const names = sides();
      const best = profile.low ? Math.min(...sums) : Math.max(...sums);
      if (sums.every((sum) => sum === best)) return put(say["Level at {}."], best);
      const first = sums.indexOf(best);
      const others = sums.map((sum, side) => (side === first ? "" : put(say["{} has {}."], names[side], sum)));
      return [put(say["{} leads with {}."], names[first], best), ...others].filter(Boolean).join(" ");
    }

    const form = make("form", { class: "pad__form", autocomplete: "off" });
    const table = make("table", { class: "pad__table" });
    const told = make("p", { class: "pad__told", "aria-live": "polite" });
    live.replaceChildren(form, told, table);
    live.hidden = false;
    pad.querySelector(".pad__plain").hidden = true;

    function drawForm() {
      const wanted = data.parts.length ? data.parts : [say.Points];
      const fields = profile.sides.map((side, number) => {
        const name = make("input", { class: "pad__name", type: "text", maxlength: "20", placeholder: side, "aria-label": `${say["Player’s name"]}: ${side}` });
        name.value = game.names[number] || "";
        name.addEventListener("change", () => { game.names[number] = name.value.trim(); keep(); drawTable(); drawPaper(); });
        const boxes = wanted.map((part, at) => make("label", {}, make("span", {}, part), make("input", { type: "number", inputmode: "numeric", step: "1", min: "-99999", max: "99999", "data-side": number, "data-part": at })));
        return make("fieldset", {}, make("legend", { class: "sr" }, side), name, ...boxes);
      });
      const notes = data.notes.map((note) => make("label", { class: "pad__note" }, make("span", {}, note), make("input", { type: "text", maxlength: "12", "data-note": note })));
      const buttons = make("div", { class: "pad__buttons" },
        make("button", { class: "button button--main", type: "submit" }, say.Add),
        make("button", { class: "button", type: "button", "data-do": "undo" }, live.dataset.undo),
        make("button", { class: "button", type: "button", "data-do": "clear" }, live.dataset.clear));
      form.replaceChildren(...notes, ...fields, buttons);
    }

    function drawTable() {
      const names = sides();
      const sums = profile.sides.map(() => 0);
      const head = make("tr", {}, ...[say.Deal, ...data.notes, ...names].map((text) => make("th", { scope: "col" }, text)));
      const rows = game.hands.map((hand, number) => {
        const cells = profile.sides.map((_, side) => {
          const won = points(hand, side);
          sums[side] += won;
          return make("td", {}, make("span", { class: "pad__won" }, won < 0 ? `−${-won}` : `+${won}`), " ", make("b", {}, String(sums[side])));
        });
        return make("tr", {}, make("th", { scope: "row" }, String(number + 1)), ...data.notes.map((note) => make("td", {}, (hand.notes || {})[note] || "")), ...cells);
      });
      const foot = sums.map((sum) => {
        const there = profile.target && sum >= profile.target;
        return make("td", there ? { class: "pad__there" } : {}, make("b", {}, String(sum)), there ? ` ${say.reached} ${profile.target}` : "");
      });
      table.replaceChildren(
        make("thead", {}, head), make("tbody", {}, ...rows),
        make("tfoot", {}, make("tr", {}, make("th", { scope: "row", colspan: String(1 + data.notes.length) }, say.Total), ...foot)));
      table.hidden = !game.hands.length;
      drawPegs();
    }

    /* A player's two pegs: where the score stands, and where it stood a hand ago. */
    function drawPegs() {
      pad.querySelectorAll(".track").forEach((track) => {
        const holes = Number(track.dataset.holes);
        const down = Number(track.dataset.down);
        track.toggleAttribute("hidden", holes !== profile.target);
        track.querySelectorAll(".track__peg").forEach((peg) => peg.remove());
        track.querySelectorAll(".track__lane").forEach((lane, side) => {
          const reached = game.hands.map((hand) => points(hand, side)).filter(Boolean).reduce((all, won) => [...all, all[all.length - 1] + won], [0]);
          reached.slice(-2).filter((at) => at > 0).forEach((at) => {
            const hole = Math.min(at, holes) - 1;
            const x = 8 + (hole % 30) * 10 + Math.floor((hole % 30) / 5) * 6;
            const peg = document.createElementNS("http://www.w3.org/2000/svg", "circle");
            peg.setAttribute("class", "track__peg");
            peg.setAttribute("cx", x);
            peg.setAttribute("cy", Math.floor(hole / 30) * down + 8);
            peg.setAttribute("r", 3.6);
            lane.append(peg);
          });
        });
      });
    }

    function drawPaper() {
      const paper = pad.querySelector(".pad__paper");
      paper.querySelectorAll(".pad__who").forEach((who, side) => { who.textContent = sides()[side] || ""; });
      const end = pad.querySelector(".pad__end");
      if (profile.end) end.firstChild ? (end.firstChild.textContent = profile.end) : end.append(profile.end);
    }

    /* A table of another number of players is drawn afresh from the first side's columns. */
    function drawColumns() {
      const paper = pad.querySelector(".pad__paper");
      const width = data.parts.length + 1;
      const before = 1 + data.notes.length;
      paper.querySelectorAll("tr").forEach((row) => {
        const second = row.parentElement.tagName === "THEAD" && row.previousElementSibling;
        const fixed = second ? 0 : before;
        const each = row.parentElement.tagName === "THEAD" && !second ? 1 : width;
        const cells = [...row.children];
        const pattern = cells.slice(fixed, fixed + each);
        while (row.children.length > fixed + each * profile.sides.length) row.lastElementChild.remove();
        while (row.children.length < fixed + each * profile.sides.length) row.append(...pattern.map((cell) => cell.cloneNode(true)));
      });
    }

    function draw() {
      drawForm();
      drawTable();
      drawColumns();
      drawPaper();
    }

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const hand = { points: profile.sides.map(() => []), notes: {} };
      let any = false;
      form.querySelectorAll("input[data-side]").forEach((box) => {
        hand.points[box.dataset.side][box.dataset.part] = Math.trunc(Number(box.value)) || 0;
        any = any || box.value !== "";
        box.value = "";
      });
      form.querySelectorAll("input[data-note]").forEach((box) => {
        if (box.value) hand.notes[box.dataset.note] = box.value;
        any = any || box.value !== "";
        box.value = "";
      });
      form.querySelector("input[data-side], input[data-note]").focus();
      if (!any) return;
      game.hands.push(hand);
      keep();
      drawTable();
      told.textContent = `${put(say["Deal {} added."], game.hands.length)} ${standing()}`;
    });

    form.addEventListener("click", (event) => {
      const what = event.target.dataset.do;
      if (!what) return;
      if (what === "undo" && game.cleared && !game.hands.length) {
        game.hands = game.cleared;
        delete game.cleared;
      } else if (what === "undo") {
        game.hands.pop();
      } else if (game.hands.length) {
        game.cleared = game.hands;
        game.hands = [];
      }
      keep();
      drawTable();
      told.textContent = game.hands.length ? standing() : say["The pad is empty."];
    });

    pad.upcardRules = (under) => { profile = profileOf(data, under); draw(); };
    draw();
  }

  function start() {
    document.querySelectorAll(".pad").forEach(startPad);
  }

  document.addEventListener("upcard:rules", (event) => {
    document.querySelectorAll(".pad").forEach((pad) => pad.upcardRules && pad.upcardRules(event.detail.under || "base"));
  });
  if (window.document$) window.document$.subscribe(start);
  else start();
})();
