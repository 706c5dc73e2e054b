/* Opens the table under "Play it". The table, and the engine it asks, are loaded only on a click. */
(function () {
  "use strict";

  function open(box, query, pressed) {
    var from = new URL(box.dataset.from, document.baseURI);
    import(new URL("table.js", from).href).then(function (table) {
      return table.open(box, new URL(box.dataset.table, from).href, query, pressed);
    }).catch(function (error) {
      var said = box.querySelector(".playit__table");
      said.setAttribute("role", "alert");
      said.textContent = String(error && error.message || error);
    });
  }

  document.addEventListener("click", function (event) {
    var link = event.target.closest ? event.target.closest("a[href*='play=']") : null;
    var box = document.querySelector("[data-table]");
    if (!link || !box || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    var url = new URL(link.href);
    if (url.pathname !== location.pathname || !url.searchParams.get("play")) return;
    event.preventDefault();
    event.stopPropagation();
    open(box, url.searchParams, true);
  }, true);

  function start() {
    var box = document.querySelector("[data-table]");
    var query = new URLSearchParams(location.search);
    if (box && query.get("play")) open(box, query, false);
  }

  if (window.document$) window.document$.subscribe(start);
  else start();
})();
