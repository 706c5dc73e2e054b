/* The pages work without this. It opens what a link points to. */
(function () {
  "use strict";

  function reveal() {
    var id = decodeURIComponent(location.hash.slice(1));
    var target = id && document.getElementById(id);
    if (!target) return;
    for (var at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    if (target.closest("details")) target.scrollIntoView();
  }

  window.addEventListener("hashchange", reveal);
  if (window.document$) window.document$.subscribe(reveal);
  else reveal();
})();
