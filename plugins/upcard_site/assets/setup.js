/* The table before the first move follows the choice of rules: the drawing that holds is open. */
(function () {
  "use strict";

  document.addEventListener("upcard:rules", function (event) {
    var figure = document.querySelector("figure.setup"), base = figure && figure.querySelector(".setup__base");
    if (!base) return;
    var under = event.detail.under || "base", holds = null;
    figure.querySelectorAll(".setup__other").forEach(function (other) {
      if (other.dataset.variants.split(" ").indexOf(under.split(" ")[0]) >= 0) holds = other;
      other.open = other === holds;
      other.classList.toggle("setup__other--chosen", other === holds);
    });
    base.hidden = Boolean(holds);
    figure.querySelector(".setup__mixed").hidden = under.indexOf("=") < 0;
  });
})();
