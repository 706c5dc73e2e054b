/* Opens the form under "Score it". The form, and the engine it asks, are loaded only on a click. */
(function () {
  "use strict";

  function open(box, query, pressed) {
    load(box, box.querySelector(".tryit__form"), function (score, address) {
      return score.open(box, address, query, pressed);
    });
  }

  /* The answer to an example's question under the rules of the page, below the link that asks. */
  function answer(box, link, query) {
    var said = document.createElement("div");
    said.className = "plate__now plate__chosen";
    said.setAttribute("aria-live", "polite");
    link.parentNode.after(said);
    link.parentNode.textContent = link.dataset.here;
    load(box, said, function (score, address) { return score.answerIn(said, address, query); });
  }

  function load(box, said, then) {
    var from = new URL(box.dataset.from, document.baseURI);
    import(new URL("score.js", from).href).then(function (score) {
      return then(score, new URL(box.dataset.tryit, from).href);
    }).catch(function (error) {
      said.setAttribute("role", "alert");
      said.textContent = String(error && error.message || error);
    });
  }

  document.addEventListener("click", function (event) {
    var link = event.target.closest ? event.target.closest("a[href*='try=']") : null;
    var box = document.querySelector("[data-tryit]");
    if (!link || !box || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    var url = new URL(link.href);
    if (url.pathname !== location.pathname || !url.searchParams.get("try")) return;
    event.preventDefault();
    event.stopPropagation();
    if ("here" in link.dataset) answer(box, link, url.searchParams);
    else open(box, url.searchParams, true);
  }, true);

  function start() {
    var box = document.querySelector("[data-tryit]");
    var query = new URLSearchParams(location.search);
    if (box && query.get("try")) open(box, query, false);
  }

  if (window.document$) window.document$.subscribe(start);
  else start();
})();
