/* Registers the worker that keeps pages for reading offline, and keeps the whole library if asked.
   Only a built site has one: `mkdocs serve` shows what was saved last, never a kept copy. */
(function () {
  "use strict";
  var workers = navigator.serviceWorker;
  var mark = document.querySelector('meta[name="upcard-worker"]');
  if (!workers) return;

  function ask(worker, question, tell) {
    return new Promise(function (resolve, reject) {
      var channel = new MessageChannel();
      channel.port1.onmessage = function (event) {
        if ("failed" in event.data) reject(new Error(event.data.failed));
        else if ("done" in event.data) tell(event.data);
        else resolve(event.data.told);
      };
      worker.postMessage(question, [channel.port2]);
    });
  }

  function forgetOld() {
    if (!/^(localhost|127\.|\[::1\])/.test(location.hostname)) return;
    workers.getRegistrations().then(function (found) {
      found.forEach(function (registration) {
        if (registration.active && /\/sw\.js$/.test(registration.active.scriptURL)) registration.unregister();
      });
    });
  }

  function register() {
    var first = !workers.controller;
    workers.register(new URL(mark.content, location.href).href).then(function () {
      return workers.ready;
    }).then(function (ready) {
      if (!first) return null;
      var urls = performance.getEntriesByType("resource").map(function (entry) { return entry.name; });
      return ask(ready.active, { ask: "visited", urls: urls.concat(location.href) });
    }).catch(function () { /* private windows and full disks: the site works without */ });
  }

  function megabytes(bytes) {
    return bytes < 1e6 ? "less than a megabyte" : "about " + Math.round(bytes / 1e6) + " MB";
  }

  function show(box, worker, state) {
    var button = box.querySelector("button"), status = box.querySelector("[role=status]");
    button.textContent = state.all ? button.dataset.drop : button.dataset.keep;
    status.textContent = state.all ? status.dataset.kept : state.pages + " pages, " + megabytes(state.bytes);
    button.disabled = false;
    box.classList.add("offline--ready");
    button.onclick = function () {
      button.disabled = true;
      ask(worker, { ask: state.all ? "drop" : "keep" }, function (at) {
        status.textContent = at.done + " of " + at.total + "…";
      }).then(function (now) {
        show(box, worker, now);
        button.focus();
      }, function () {
        button.disabled = false;
        status.textContent = status.dataset.failed;
      });
    };
  }

  function start() {
    var box = document.querySelector(".offline");
    if (!box || !mark) return;
    workers.ready.then(function (ready) {
      return ask(ready.active, { ask: "state" }).then(function (state) { show(box, ready.active, state); });
    });
  }

  if (!mark) {
    forgetOld();
    return;
  }
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
  if (window.document$) window.document$.subscribe(start);
  else start();
})();
