/* The pages work without this. It filters the catalogue and opens what a link points to. */
(function () {
  "use strict";

  function filter(form) {
    var games = Array.prototype.slice.call(document.querySelectorAll(".games .game"));
    var count = form.querySelector(".filter__count");

    function fits(game, want) {
      var data = game.dataset;
      if (want.q && !want.q.split(/\s+/).every(function (word) { return data.search.indexOf(word) >= 0; })) return false;
      if (want.players && data.players.split(" ").indexOf(want.players) < 0) return false;
      if (want.families && data.families.split(" ").indexOf(want.families) < 0) return false;
      if (want.deck && data.deck !== want.deck) return false;
      return !(want.minutes && !(Number(data.minutes) && Number(data.minutes) <= Number(want.minutes)));
    }

    function apply() {
      var want = {};
      new FormData(form).forEach(function (value, name) { want[name] = String(value).trim().toLowerCase(); });
      var shown = 0;
      games.forEach(function (game) {
        game.hidden = !fits(game, want);
        shown += game.hidden ? 0 : 1;
      });
      count.textContent = shown === games.length ? "" : shown === 1 ? "One game fits." : shown + " games fit.";
    }

    form.hidden = false;
    form.addEventListener("input", apply);
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    apply();
  }

  function reveal() {
    var id = decodeURIComponent(location.hash.slice(1));
    var target = id && document.getElementById(id);
    if (!target) return;
    for (var at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    if (target.closest("details")) target.scrollIntoView();
  }

  function start() {
    document.querySelectorAll("form.filter").forEach(filter);
    reveal();
  }

  window.addEventListener("hashchange", reveal);
  if (window.document$) window.document$.subscribe(start);
  else start();
})();
