/* Opens the form under "Score it". The form, and the engine it asks, are loaded only on a click. */
(function () {
  "use strict";

  function open(box, query, pressed) {
    var from = new URL(box.dataset.from, document.baseURI);
    import(new URL("score.js", from).href).then(function (score) {
      return score.open(box, new URL(box.dataset.tryit, from).href, query, pressed);
    }).catch(function (error) {
      var said = box.querySelector(".tryit__form");
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
    open(box, url.searchParams, true);
  }, true);

  function start() {
    var box = document.querySelector("[data-tryit]");
    var query = new URLSearchParams(location.search);
    if (box && query.get("try")) open(box, query, false);
  }

  if (window.document$) window.document$.subscribe(start);
  else start();
})();
