/* The choice of rules: re-renders a game's page, keeps the choice in the address and per game. */
(function () {
  "use strict";

  var upcard = window.upcard = window.upcard || {};
  var choice = upcard.choice;
  var shown = null; /* the game page on screen: its elements, data and the rules it shows */
  var COLOURS = "upcard:four-colours";

  upcard.rules = function () { return shown && shown.wrapper.isConnected ? shown.text : "base"; };

  function stored(key, value) {
    try {
      if (value === undefined) return localStorage.getItem(key);
      if (value === null) localStorage.removeItem(key); else localStorage.setItem(key, value);
    } catch (error) { /* private windows may refuse */ }
    return null;
  }

  function all(selector, inside) { return Array.prototype.slice.call((inside || document).querySelectorAll(selector)); }

  function make(tag, name, text) {
    var element = document.createElement(tag);
    if (name) element.className = name;
    if (text) element.textContent = text;
    return element;
  }

  /* One of our sentences, with what goes into its braces in order. */
  function say(key) {
    var given = Array.prototype.slice.call(arguments, 1);
    return (shown.data.say[key] || key).replace(/\{\}/g, function () { return String(given.shift()); });
  }

  /* --- words for a choice ------------------------------------------------------------------- */

  function label(name) {
    var field = shown.form.elements[name];
    return field ? field.closest("label").querySelector("span").textContent.trim() : name;
  }

  function phrase(option, values) {
    var field = shown.form.elements[option.name], value = values[option.name];
    if (field.type === "checkbox") return label(option.name) + (value === "yes" ? "" : ": " + say("no"));
    var said = field.options ? all("option", field).filter(function (one) { return one.value === value; })[0].textContent : value;
    return label(option.name) + ": " + said;
  }

  function titleOf(values) {
    var near = choice.nearest(shown.data, values), named = near.variant !== "base";
    var title = named ? shown.data.variants[near.variant].title : say("Base game");
    if (near.more.length > 2) return say("{} and {} options", title, near.more.length);
    var phrases = near.more.map(function (option) { return phrase(option, values); });
    return (named || !phrases.length ? [title] : []).concat(phrases).join("; ");
  }

  function titleUnder(under) {
    var read = choice.parse(shown.data, under);
    return under === "base" || read.fault ? say("the base game") : titleOf(read.values);
  }

  /* --- the page under the rules ------------------------------------------------------------- */

  /* A sentence that does not hold keeps its place but is hidden; pointed at, it shows with a label. */
  function sentences(values) {
    var base = choice.base(shown.data), gone = [];
    all("[data-when]", shown.article).forEach(function (element) {
      var when = element.dataset.when, on = choice.holds(when, values), usual = choice.holds(when, base);
      if (!element.classList.contains("rule")) { element.hidden = !on; return; }
      element.classList.toggle("rule--variant", !on);
      if (on && !usual) element.classList.add("rule--changed");
      if (!on && usual) gone.push(element);
      if (!on && !element.querySelector(".rule__when")) {
        var told = make("span", "rule__when", shown.data.conditions[when] || when);
        told.dataset.label = say("Base game");
        if (shown.data.lang !== "en") told.lang = "en";
        element.insertBefore(told, element.firstChild);
      }
    });
    return gone.filter(function (element) {
      return !all('[data-rule="' + element.dataset.rule + '"]', shown.article).some(function (other) { return !other.classList.contains("rule--variant"); });
    });
  }

  function numbers(values) {
    all("[data-n]", shown.article).forEach(function (element) {
      var rule = element.closest(".rule"), was = shown.texts.get(element);
      if (was === undefined) shown.texts.set(element, was = element.textContent);
      var found = rule && rule.classList.contains("rule--variant") ? null : choice.number(shown.data, element.dataset.n, values);
      var text = found && found.text !== undefined ? choice.inWords(shown.data, found.text, element.dataset.as) : was;
      var unsure = found && found.unsure && found.unsure.some(function (name) { return values[name] !== choice.base(shown.data)[name]; });
      var differs = text !== was || Boolean(unsure);
      element.textContent = text;
      element.classList.toggle("n--changed", differs);
      element.classList.toggle("n--unsure", Boolean(unsure));
      element.removeAttribute("title");
      if (!differs) return;
      element.title = unsure ? say("Depends on: {}", found.unsure.map(label).join(", ")) : say("In the base game: {}", was);
      if (unsure || !rule) element.append(make("span", "sr", " (" + (unsure ? element.title : say("changed")) + ")"));
      if (rule) rule.classList.add("rule--changed");
    });
  }

  function facts(values) {
    ["players", "cards"].forEach(function (name) {
      var element = shown.article.querySelector('.facts [data-fact="' + name + '"]');
      if (!element) return;
      if (!shown.texts.has(element)) shown.texts.set(element, element.innerHTML); /* what we built ourselves */
      var found = choice.number(shown.data, "@" + name, values), usual = choice.number(shown.data, "@" + name, choice.base(shown.data));
      var differs = Boolean(found && found.text !== undefined && found.text !== usual.text);
      if (differs) element.textContent = found.text; else element.innerHTML = shown.texts.get(element);
      element.classList.toggle("n--changed", differs);
      if (differs) element.append(make("span", "sr", " (" + say("changed") + ")"));
    });
  }

  function canonical(under) {
    var read = choice.parse(shown.data, under);
    return read.fault ? under : choice.nearest(shown.data, read.values).text;
  }

  /* What nobody has run the engine can run in the page: see tryit.js. */
  function runNow(ask, title) {
    var link = make("a", "", say("Run it now")), url = new URL(ask.href);
    url.searchParams.delete("rules"); // the page's own are meant
    link.href = url.href;
    link.dataset.here = say("Under {}", title) + ":";
    return link;
  }

  /* An example shows what comes of it under the rules chosen, if the engine has been asked. */
  function plate(element, text, title) {
    var own = canonical(element.dataset.own), other = null, told = "", ask = null;
    all(".other", element).forEach(function (one) {
      var fits = text !== own && canonical(one.dataset.under) === text;
      if (!one.dataset.hidden) one.dataset.hidden = one.hidden ? "yes" : "no";
      one.hidden = !fits && one.dataset.hidden === "yes";
      one.classList.toggle("other--chosen", fits);
      if (fits) other = one;
    });
    all(".others", element).forEach(function (box) {
      box.hidden = all(".other", box).every(function (one) { return one.hidden; });
    });
    if (text !== own && !other) {
      var listed = function (name) { return (element.dataset[name] || "").split(" ").indexOf(text) >= 0; };
      if (listed("same")) told = say("The same under {}.", title);
      else if (listed("cannot")) told = say("This does not come up under {}; it is worked for {}.", title, titleUnder(element.dataset.own));
      else {
        told = say("Worked for {}; nobody has run it under your rules.", titleUnder(element.dataset.own));
        ask = element.querySelector(".plate__try[href*='try=']");
      }
    }
    element.classList.toggle("plate--other", Boolean(other));
    all(".plate__chosen", element).forEach(function (old) { old.remove(); });
    if (other) {
      var brief = make("span", "plate__short plate__chosen");
      brief.append.apply(brief, all(".other__short", other).map(function (one) { return one.cloneNode(true); }));
      brief.firstChild.hidden = false;
      brief.append(make("span", "sr", " (" + say("Under {}", title) + ")"));
      element.querySelector("summary").append(brief);
    } else if (told) {
      var line = make("p", "plate__under plate__chosen", told);
      if (ask) line.append(" ", runNow(ask, title));
      element.querySelector(".plate__body").prepend(line);
    }
  }

  function render(values) {
    all(".rule--changed", shown.article).forEach(function (old) { old.classList.remove("rule--changed"); });
    all(".changed__word", shown.article).forEach(function (old) { old.remove(); });
    var gone = sentences(values);
    numbers(values);
    facts(values);
    var changed = all(".rule--changed", shown.article);
    changed.forEach(function (rule) {
      (rule.querySelector(":scope > p") || rule).prepend(make("span", "sr changed__word", say("Changed:") + " "));
    });
    all(".plate[data-own]", shown.article).forEach(function (one) { plate(one, shown.text, shown.title); });
    return { changed: changed, gone: gone };
  }

  /* --- the bar ------------------------------------------------------------------------------ */

  function status(found, first) {
    var parts = [], line = shown.status, n = found.changed.length, g = found.gone.length;
    line.textContent = "";
    if (shown.text === "base") { line.textContent = shown.hint; return; }
    if (first) parts.push(say("You are reading {}, as last time.", shown.title));
    if (n || !g) parts.push(n ? say(n === 1 ? "{} sentence differs from the base game" : "{} sentences differ from the base game", n) : say("Nothing on this page differs from the base game"));
    if (g) parts.push(say(g === 1 ? "{} falls away" : "{} fall away", g));
    line.append(parts.join(first ? " " : ", ").replace(". ,", "."));
    if (n) {
      var link = make("a", "", say("First change"));
      link.href = "#" + found.changed[0].id;
      line.append(" · ", link);
    }
    var back = make("button", "", say("Base game"));
    back.type = "button"; back.value = "reset";
    line.append(" · ", back);
  }

  function fill(values) {
    var near = choice.nearest(shown.data, values), form = shown.form, base = choice.base(shown.data);
    all("[name='variant:']", form).forEach(function (radio) { radio.checked = radio.value === near.variant; });
    shown.data.options.forEach(function (option) {
      var field = form.elements[option.name];
      if (field.type === "checkbox") field.checked = values[option.name] === "yes"; else field.value = values[option.name];
      field.removeAttribute("aria-invalid");
      field.closest(".choice__option").classList.toggle("choice__option--changed", values[option.name] !== base[option.name]);
    });
    shown.fault.textContent = "";
  }

  /* Show the page under values that go together. */
  function apply(values, first) {
    var before = shown.text;
    shown.values = values;
    shown.text = choice.nearest(shown.data, values).text;
    shown.title = titleOf(values);
    shown.bar.textContent = shown.title;
    if (shown.data.lang !== "en") shown.bar.lang = shown.text === "base" ? shown.data.lang : "en";
    shown.wrapper.classList.toggle("rules-choice--other", shown.text !== "base");
    fill(values);
    if (shown.text !== "base" || before !== "base") status(render(values), first);
    if (shown.text === before) return;
    document.dispatchEvent(new CustomEvent("upcard:rules", { detail: { game: shown.data.game, under: shown.text, title: shown.title } }));
  }

  function address(text) {
    var url = new URL(location.href);
    if (text === "base") url.searchParams.delete("rules"); else url.searchParams.set("rules", text);
    return url;
  }

  /* The reader has chosen: into the address and the memory as well. */
  function choose(values) {
    var wrong = choice.refused(shown.data, values);
    if (wrong) {
      shown.fault.textContent = [say("These do not go together:"), wrong.names.map(label).join(" · ") + ".", wrong.message + ".", say("The page keeps the last rules that do.")].join(" ");
      wrong.names.forEach(function (name) { shown.form.elements[name].setAttribute("aria-invalid", "true"); });
      shown.fault.scrollIntoView({ block: "nearest" });
      return;
    }
    apply(values);
    if (address(shown.text).href !== location.href) history.pushState(null, "", address(shown.text));
    stored("upcard:rules:" + shown.data.game, shown.text === "base" ? null : shown.text);
  }

  /* Show what the address asks for, or say politely that it cannot be. */
  function follow(text, first) {
    var read = choice.parse(shown.data, text.slice(0, 2000)), wrong = read.values && choice.refused(shown.data, read.values);
    if (!read.fault && !wrong) { apply(read.values, first); return; }
    apply(choice.base(shown.data));
    shown.status.textContent = wrong ? say("The address asks for rules that do not go together: {} The base game is shown.", wrong.message + ".")
      : say("The address asks for rules that this game does not have: {}. The base game is shown.", read.fault.slice(0, 60));
  }

  function asked() { return new URL(location.href).searchParams.get("rules"); }

  function close() {
    shown.details.open = false;
    fill(shown.values);
  }

  /* The panel ends above the lower edge of the window, wherever the bar is. */
  function fit() {
    if (!shown || !shown.details.open) return;
    var panel = shown.details.querySelector(".choice__panel");
    panel.style.maxHeight = Math.max(innerHeight - panel.getBoundingClientRect().top - 12, 240) + "px";
  }

  function copy() {
    var url = address(shown.text);
    if (shown.text === "base") url.searchParams.set("rules", "base");
    url.hash = "";
    var done = function () { shown.fault.textContent = say("Link copied"); };
    var not = function () { shown.fault.textContent = say("Copy this link:") + " " + url.href; };
    if (navigator.clipboard) navigator.clipboard.writeText(url.href).then(done, not); else not();
  }

  function pending(target) {
    if (target.name === "variant:") {
      return Object.assign(choice.base(shown.data), target.value === "base" ? {} : shown.data.variants[target.value].set);
    }
    var values = {};
    shown.data.options.forEach(function (option) {
      var field = shown.form.elements[option.name];
      var given = field.type === "checkbox" ? (field.checked ? "yes" : "no") : field.value.trim();
      values[option.name] = choice.read(option, given);
      if (values[option.name] === null) { values[option.name] = shown.values[option.name]; field.reportValidity(); }
    });
    return values;
  }

  function look(name, on) {
    document.documentElement.classList.toggle(name === "colours" ? "four-colours" : "all-rules", on);
    if (name === "colours") stored(COLOURS, on ? "1" : null);
  }

  function changed(event) {
    var name = event.target.name;
    if (name.indexOf("show:") === 0) { look(name.slice(5), event.target.checked); return; }
    all("[aria-invalid]", shown.form).forEach(function (field) { field.removeAttribute("aria-invalid"); });
    shown.fault.textContent = "";
    choose(pending(event.target));
  }

  function start() {
    document.documentElement.classList.add("scripted");
    look("colours", stored(COLOURS) === "1");
    var wrapper = document.querySelector(".rules-choice[data-game]"), block = wrapper && wrapper.querySelector(".choice__data");
    if (!block) { shown = null; return; }
    if (shown && shown.wrapper === wrapper) return;
    var again = Boolean(shown) && shown.path === location.pathname; /* Material has put the page in anew */
    var data = JSON.parse(block.dataset.json), form = wrapper.querySelector("form"), line = wrapper.querySelector(".choice__status");
    shown = {
      wrapper: wrapper, data: data, form: form, status: line, hint: line.textContent, texts: new Map(),
      article: wrapper.closest("article") || document.body, details: wrapper.querySelector("details"),
      bar: wrapper.querySelector(".choice__title"), fault: form.querySelector(".choice__fault"),
      path: location.pathname, text: "base", title: "", values: choice.base(data)
    };
    form.hidden = false;
    form.elements["show:colours"].checked = document.documentElement.classList.contains("four-colours");
    form.elements["show:all"].checked = document.documentElement.classList.contains("all-rules");
    form.addEventListener("change", changed);
    shown.details.addEventListener("toggle", fit);
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    wrapper.addEventListener("click", function (event) {
      var button = event.target.closest("button");
      if (!button) return;
      if (button.value === "copy") copy();
      if (button.value === "reset") { choose(choice.base(shown.data)); shown.details.querySelector("summary").focus(); }
      if (button.value === "close") { close(); shown.details.querySelector("summary").focus(); }
    });
    wrapper.addEventListener("keydown", function (event) {
      if (event.key !== "Escape" || !shown.details.open) return;
      close();
      shown.details.querySelector("summary").focus();
    });
    var text = asked(), last = text === null && !again ? stored("upcard:rules:" + data.game) : null;
    var known = last && choice.parse(data, last);
    if (text !== null) follow(text);
    else if (known && known.values && !choice.refused(data, known.values)) {
      follow(last, true);
      history.replaceState(history.state, "", address(shown.text));
    } else apply(shown.values);
  }

  /* Links within the page: `?rules=` chooses; a link to a hidden sentence leads to the one that
     holds in its place. Before Material's own handler, which would drop the rules. */
  function onClick(event) {
    if (!shown || !shown.wrapper.isConnected) return;
    if (shown.details.open && !shown.wrapper.contains(event.target)) close();
    var link = event.target.closest && event.target.closest("a[href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    var url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname !== location.pathname) return;
    if (url.searchParams.has("rules") && url.search !== location.search) {
      event.preventDefault();
      event.stopPropagation();
      var read = choice.parse(shown.data, url.searchParams.get("rules"));
      if (!read.fault) { choose(read.values); shown.wrapper.scrollIntoView({ block: "start" }); }
    } else if (url.hash && (!url.search || url.search === location.search)) { /* others ask something */
      link.setAttribute("href", "#" + instead(url.hash.slice(1)));
      if (shown.wrapper.contains(link)) close();
    }
  }

  function instead(id) {
    var target = document.getElementById(decodeURIComponent(id));
    if (!target || !target.classList.contains("rule--variant")) return id;
    var others = all('[data-rule="' + target.dataset.rule + '"]', shown.article);
    var holding = others.filter(function (other) { return !other.classList.contains("rule--variant"); })[0];
    return holding && !document.documentElement.classList.contains("all-rules") ? holding.id : id;
  }

  document.addEventListener("click", onClick, true);
  window.addEventListener("scroll", fit, { passive: true });
  window.addEventListener("resize", fit, { passive: true });
  window.addEventListener("popstate", function () {
    if (!shown || !shown.wrapper.isConnected || location.pathname !== shown.path) return;
    if ((asked() || "base") !== shown.text) follow(asked() || "base");
  });
  if (window.document$) window.document$.subscribe(start);
  else start();
})();
