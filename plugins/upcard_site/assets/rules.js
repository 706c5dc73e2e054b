/* Which rules are chosen, as text and as values, and what follows from them. Knows no page.
   `data` is what the page of a game carries (made by choice.py); `values` are texts by option. */
(function (root) {
  "use strict";

  var has = function (object, key) { return Object.prototype.hasOwnProperty.call(object, key); };

  function within(value, wanted) {
    var ends = wanted.split("..");
    return ends.length === 2 ? Number(ends[0]) <= Number(value) && Number(value) <= Number(ends[1]) : value === wanted;
  }

  /* Whether a condition holds: `a=x|y b!=z`, all clauses; ours may hold ranges (`n=2..5`). */
  function holds(when, values) {
    return when.split(/[\s,]+/).filter(Boolean).every(function (clause) {
      var at = clause.indexOf("="), wanted = clause.charAt(at - 1) !== "!";
      var value = values[clause.slice(0, wanted ? at : at - 1)];
      var found = clause.slice(at + 1).split("|").some(function (one) { return within(value, one); });
      return found === wanted;
    });
  }

  function base(data) {
    var values = {};
    data.options.forEach(function (option) { values[option.name] = option.value; });
    return values;
  }

  /* A value as an option writes it, or nothing if the option does not allow it. */
  function read(option, given) {
    if (option.kind !== "number") return option.values.indexOf(given) < 0 ? null : given;
    if (!/^-?[0-9]{1,9}$/.test(given)) return null;
    var number = Number(given);
    return number < option.low || number > option.high ? null : String(number);
  }

  /* The values a text asks for, or the word in it that makes no sense. */
  function parse(data, text) {
    var words = String(text).split(/[\s,]+/).filter(Boolean), values = base(data), known = {};
    data.options.forEach(function (option) { known[option.name] = option; });
    if (words.length && words[0].indexOf("=") < 0) {
      var variant = words.shift();
      if (variant !== "base" && !has(data.variants, variant)) return { fault: variant };
      if (variant !== "base") Object.assign(values, data.variants[variant].set);
    }
    for (var i = 0; i < words.length; i++) {
      var at = words[i].indexOf("="), name = words[i].slice(0, at);
      var value = at > 0 && has(known, name) ? read(known[name], words[i].slice(at + 1)) : null;
      if (value === null) return { fault: words[i] };
      values[name] = value;
    }
    return { values: values };
  }

  function beyond(data, start, values) {
    return data.options.filter(function (option) { return values[option.name] !== start[option.name]; });
  }

  /* The nearest variant and the options that differ from it: the choice in the fewest characters. */
  function nearest(data, values) {
    var best = null;
    ["base"].concat(Object.keys(data.variants)).forEach(function (id) {
      var start = Object.assign(base(data), id === "base" ? {} : data.variants[id].set);
      var more = beyond(data, start, values);
      var words = more.map(function (option) { return option.name + "=" + values[option.name]; });
      var text = (id === "base" && words.length ? [] : [id]).concat(words).join(" ");
      if (!best || text.length < best.text.length) best = { variant: id, more: more, text: text };
    });
    return best;
  }

  /* A number of the article under these values: as a text, with the options it hangs on where the
     table does not foretell it; nothing if it is the same under all rules. */
  function number(data, name, values) {
    if (!has(data.numbers, name)) return has(values, name) ? { text: values[name] } : null;
    var table = data.numbers[name];
    var key = table.by.map(function (option) { return values[option]; }).join(" ");
    return has(table.at, key) ? { text: String(table.at[key]) } : { unsure: table.by };
  }

  function inWords(data, text, how) {
    var words = how && has(data.words, text) ? data.words[text] : text;
    return how === "Words" ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  }

  /* The engine's message if it refuses these values, with the options at fault. */
  function refused(data, values) {
    var found = data.refused.filter(function (entry) { return holds(entry[0], values); })[0];
    if (!found) return null;
    return {
      message: found[1].replace(/\{(\w+)\}/g, function (all, name) { return has(values, name) ? values[name] : all; }),
      names: found[0].split(" ").map(function (clause) { return clause.split("=")[0]; })
    };
  }

  root.upcard = root.upcard || {};
  root.upcard.choice = { holds: holds, base: base, read: read, parse: parse, nearest: nearest, number: number, inWords: inWords, refused: refused };
})(typeof window === "undefined" ? globalThis : window);
