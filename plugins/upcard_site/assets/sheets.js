/* What a reader takes to the table: the checklist and the buttons that print. The page is whole without it. */
(function () {
  "use strict";

  const current = () => (window.upcard && window.upcard.rules && window.upcard.rules()) || "base";

  /* Every option's value, as text, under a choice of rules such as "muggins target=61". */
  function values(choices, under) {
    const found = { ...choices.base };
    for (const word of under.replace(/,/g, " ").split(/\s+/).filter(Boolean)) {
      const at = word.indexOf("=");
      if (at < 0) Object.assign(found, choices.variants[word]);
      else found[word.slice(0, at)] = word.slice(at + 1);
    }
    return found;
  }

  /* The shortest way to write a choice: the variant that comes nearest, then single values. */
  function write(choices, chosen) {
    const rest = (id) => {
      const held = values(choices, id);
      return Object.keys(choices.base).filter((name) => held[name] !== chosen[name]);
    };
    let best = "base";
    for (const id of Object.keys(choices.variants)) {
      if (rest(id).length + 1 <= rest(best).length) best = id;
    }
    const words = rest(best).map((name) => `${name}=${chosen[name]}`);
    return [...(best === "base" && words.length ? [] : [best]), ...words].join(" ");
  }

  function startChecklist(form) {
    const choices = JSON.parse(form.dataset.choices);
    const link = form.querySelector("a[data-rules]");
    const told = form.querySelector("output");
    const another = (name) => form.querySelector(`input[type=number][data-for="${name}"]`);

    function chosen() {
      const found = {};
      for (const name of Object.keys(choices.base)) {
        const ticked = form.querySelector(`input[name="${name}"]:checked`);
        const number = another(name);
        found[name] = ticked && ticked.value !== "" ? ticked.value
          : number && number.value !== "" && number.checkValidity() ? number.value : choices.base[name];
      }
      return found;
    }

    function tick(under) {
      const held = values(choices, under);
      for (const name of Object.keys(choices.base)) {
        const boxes = [...form.querySelectorAll(`input[name="${name}"]`)];
        const box = boxes.find((one) => one.value === held[name]) || boxes.find((one) => one.value === "");
        if (box) box.checked = true;
        const number = another(name);
        if (number) number.value = box && box.value === "" ? held[name] : "";
      }
      tell();
    }

    function tell() {
      const found = chosen();
      const under = write(choices, found);
      const many = Object.keys(choices.base).filter((name) => found[name] !== choices.base[name]).length;
      link.dataset.rules = under;
      link.href = "?" + new URLSearchParams({ rules: under });
      told.textContent = many ? `${many === 1 ? "One choice differs" : many + " choices differ"} from the base game.` : "These are the rules of the base game.";
    }

    form.addEventListener("input", (event) => {
      const name = event.target.dataset.for;
      if (name) form.querySelector(`input[name="${name}"][value=""]`).checked = true;
      tell();
    });
    form.addEventListener("reset", (event) => { event.preventDefault(); tick("base"); });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.querySelector(".checklist__go").hidden = false;
    form.upcardTick = tick;
    tick(current());
  }

  /* Another choice of rules is another address of this page: the browser is to go there by itself. */
  function startLinks() {
    document.querySelectorAll("a[data-rules]").forEach((link) => link.addEventListener("click", (event) => event.stopPropagation()));
  }

  const SHEETS = { checklist: ".checklist", pad: ".pad" };

  /* Choose what is printed: the rules sheet, or one part of the page under the title. */
  function choose(kind) {
    document.querySelectorAll(".sheet-now").forEach((one) => one.classList.remove("sheet-now"));
    document.documentElement.removeAttribute("data-print");
    const part = SHEETS[kind] && document.querySelector(SHEETS[kind]);
    if (!part) return;
    document.documentElement.dataset.print = kind;
    const kept = [document.querySelector(".md-content h1"), document.querySelector(".sheet-head"), part];
    kept.forEach((one) => one && one.classList.add("sheet-now"));
  }

  function head(title) {
    const rules = document.querySelector("[data-sheet=rules]");
    const address = document.querySelector("[data-sheet=address]");
    if (rules && title) rules.textContent = title;
    if (address) address.textContent = "· " + location.href.replace(/#.*/, "").replace(/^https?:\/\//, "");
  }

  function startPrint(group) {
    group.querySelector(".print-group__live").hidden = false;
    group.querySelector(".print-group__plain").hidden = true;
    group.querySelectorAll("[data-print-kind]").forEach((button) => button.addEventListener("click", () => {
      choose(button.dataset.printKind);
      window.print();
    }));
    group.querySelectorAll("[data-print-with]").forEach((box) => {
      box.checked = false;
      box.addEventListener("change", () => document.documentElement.classList.toggle(`print-${box.dataset.printWith}`, box.checked));
    });
  }

  function start() {
    choose("");
    document.documentElement.classList.remove("print-examples", "print-sources");
    document.querySelectorAll("form.checklist").forEach(startChecklist);
    document.querySelectorAll(".print-group").forEach(startPrint);
    startLinks();
    head("");
  }

  document.addEventListener("upcard:rules", (event) => {
    document.querySelectorAll("form.checklist").forEach((form) => form.upcardTick && form.upcardTick(event.detail.under || "base"));
    const rules = document.querySelector("[data-sheet=rules]");
    if (rules && !rules.dataset.base) rules.dataset.base = rules.textContent;
    const plain = !event.detail.under || event.detail.under === "base";
    head(plain ? rules && rules.dataset.base : event.detail.title);
  });
  window.addEventListener("beforeprint", () => head(""));
  window.addEventListener("afterprint", () => choose(""));
  if (window.document$) window.document$.subscribe(start);
  else start();
})();
