/* What a word of the glossary means, on hover, on focus and on a first tap. Without this the link
   leads to the glossary. Escape closes it, it may be pointed at, and it stays until one leaves. */
(function () {
  "use strict";

  let note = null;
  let owner = null;
  let leaving = 0;
  let tapped = null;

  function made() {
    if (note && note.isConnected) return note;
    note = document.createElement("div");
    note.className = "meaning";
    note.id = "meaning";
    note.setAttribute("role", "tooltip");
    note.hidden = true;
    note.addEventListener("pointerenter", () => clearTimeout(leaving));
    note.addEventListener("pointerleave", leave);
    document.body.append(note);
    return note;
  }

  function show(term, byTouch) {
    clearTimeout(leaving);
    if (owner === term) return;
    hide();
    owner = term;
    const box = made();
    box.textContent = term.dataset.means;
    if (byTouch) {
      const hint = document.createElement("small");
      hint.textContent = "Tap the word again for the glossary.";
      box.append(hint);
    }
    box.hidden = false;
    term.setAttribute("aria-describedby", box.id);
    place(term, box);
  }

  function place(term, box) {
    const at = term.getClientRects()[0] || term.getBoundingClientRect();
    const left = Math.min(at.left, document.documentElement.clientWidth - box.offsetWidth - 8);
    const below = at.bottom + 4;
    const fits = below + box.offsetHeight < window.innerHeight || at.top < box.offsetHeight + 8;
    box.style.left = `${Math.max(8, left) + window.scrollX}px`;
    box.style.top = `${(fits ? below : at.top - box.offsetHeight - 4) + window.scrollY}px`;
  }

  function hide() {
    clearTimeout(leaving);
    if (owner) owner.removeAttribute("aria-describedby");
    if (note) note.hidden = true;
    owner = null;
  }

  function leave() {
    clearTimeout(leaving);
    leaving = setTimeout(hide, 250);
  }

  const termAt = (event) => (event.target instanceof Element ? event.target.closest("a.term") : null);

  document.addEventListener("pointerover", (event) => {
    const term = termAt(event);
    if (term && event.pointerType !== "touch") show(term, false);
    else if (owner && !note.contains(event.target) && document.activeElement !== owner) leave();
  });
  document.addEventListener("focusin", (event) => {
    const term = termAt(event);
    if (term && !tapped) show(term, false);
    else if (!term) hide();
  });
  document.addEventListener("focusout", (event) => { if (termAt(event)) leave(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  document.addEventListener("pointerdown", (event) => {
    const term = termAt(event);
    tapped = event.pointerType === "touch" && term && owner !== term ? term : null;
    if (!term && owner && !note.contains(event.target)) hide();
  });
  window.addEventListener("click", (event) => {
    const term = termAt(event);
    if (term && term === tapped) {
      event.preventDefault();
      event.stopPropagation();
      show(term, true);
    } else if (term) hide();
    tapped = null;
  }, true);
})();
