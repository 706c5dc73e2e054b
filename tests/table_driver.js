// Plays at the page's table as a reader does: by pressing what it shows. Used by test_table_browser.py.
"use strict";
const LIMIT = 30000; // milliseconds for one step
const MATCH = 120000; // and for a match that bots play
window.driver = {
  get table() { return document.querySelector('[data-table]').table; },
  get root() { return this.table && this.table.root; },
  // Wait until something holds; after LIMIT say what did not come true, and where the table stands.
  wait(done, what) {
    return new Promise((resolve, reject) => {
      const began = performance.now();
      const look = () => (done() ? resolve(true)
        : performance.now() - began > LIMIT ? reject(this.late(what || String(done))) : setTimeout(look, 2));
      look();
    });
  },
  // The same for something that is under way: what the engine never answers is told, too.
  within(doing, what, limit = LIMIT) {
    let timer;
    const late = new Promise((_, reject) => { timer = setTimeout(() => reject(this.late(what)), limit); });
    return Promise.race([doing, late]).finally(() => clearTimeout(timer));
  },
  late(what) {
    const { table } = this;
    const view = table && table.view;
    const where = view ? `${view.header}, move ${view.moves_made}, ${view.phase}, turn of ${view.turn}` : 'no table';
    const said = this.root ? this.root.querySelector('.tmessage')?.textContent : '';
    return new Error(`too long: ${what} (${where}) ${said || ''}`);
  },
  key(text) { return `b:${text.replace(/^\S+ /, '')}`; },
  find(text) { return this.root.querySelector(`.tactions [data-key="${CSS.escape(this.key(text))}"]`); },
  // Choose the cards of a move by pressing them, then press what makes the move.
  choose(codes, text) {
    if (!codes.length) return this.press(text);
    const seen = new Set();
    for (;;) {
      const button = [...this.root.querySelectorAll('.tc--legal')]
        .find((one) => one.dataset.code === codes[0] && one.getAttribute('aria-pressed') === 'false' && !seen.has(one.dataset.key));
      if (!button) return false;
      const { key } = button.dataset;
      seen.add(key);
      button.click();
      if (this.table.chosen.length && this.choose(codes.slice(1), text)) return true;
      const again = this.root.querySelector(`[data-key="${CSS.escape(key)}"][aria-pressed="true"]`);
      if (again) again.click();
    }
  },
  press(text) {
    const button = this.find(text);
    if (button) { button.click(); return true; }
    const select = [...this.root.querySelectorAll('.tactions select option')].find((one) => one.value === text);
    if (!select) return false;
    select.parentElement.value = text;
    this.root.querySelector('.tactions [data-key="b:many"]').click();
    return true;
  },
  click(move) {
    const targets = move.groups.filter((group) => group.name === 'on').flatMap((group) => group.cards);
    const own = [...move.cards, ...move.groups.flatMap((group) => group.cards)].filter((code) => !targets.includes(code));
    if (this.choose(own, move.text)) return;
    throw new Error(`no control makes ${move.text}`);
  },
  // Play one hand by pressing controls; returns how many moves were made by them.
  async hand(seed, most) {
    const { table } = this;
    let chance = seed;
    let made = 0;
    while (made < most) {
      await this.wait(() => !table.busy && (table.acting || table.view.hand_over), 'nobody is to act');
      if (table.view.hand_over) break;
      const before = table.view.moves_made;
      chance = (chance * 1103515245 + 12345) % 2147483648;
      const move = table.view.moves[chance % table.view.moves.length];
      this.click(move);
      await this.wait(() => table.view.moves_made > before, `${move.text} is not made`);
      made += 1;
    }
    await this.wait(() => this.ready(), 'the table does not come to rest');
    return made;
  },
  async open(game, setting = {}) {
    this.table && this.table.run++;
    const box = document.querySelector('[data-table]');
    box.table = null;
    const old = box.querySelector('.playit__table'); // the table before it listens there
    old.replaceWith(old.cloneNode(false));
    const found = await import('/assets/upcard/play/table.js');
    const opening = found.open(box, `/assets/upcard/play/games/${game}.json`, new URLSearchParams(), true);
    const table = await this.within(opening, `${game} does not open`);
    Object.assign(table.setting, { pace: 'quick', bot: 'random', seed: 5 }, setting);
    await this.within(table.deal(), `${game} is not dealt`);
    return table.view;
  },
  ready() {
    const { table } = this;
    return Boolean(table && !table.busy && (table.curtained || (table.view && (table.acting || table.view.hand_over))));
  },
  async deal({ people, ...setting }) {
    const { table } = this;
    table.run += 1;
    table.curtained = false;
    table.panels.desk.panel.replaceChildren();
    Object.assign(table.setting, setting, { people: new Set(people) });
    await this.within(table.deal(), 'nothing is dealt');
  },
  async openScene(scene) {
    const { table } = this;
    await this.within(table.openScene(scene), 'the scene does not open');
    const { ahead, moves_made: made } = table.view;
    if (ahead) await this.within(table.step(made + ahead), 'the scene is not stepped through');
  },
  // Make a move by the table's own way, as a typed one; returns what the engine told.
  play(text) {
    return this.within(this.table.play(text), `no answer to ${text}`);
  },
  async moves(many) {
    for (let made = 0; made < many; made += 1) {
      await this.play(this.table.view.moves[0].text);
      await this.wait(() => this.ready(), 'the bots do not move');
    }
  },
  // Every card that the page shows or names, by its code.
  codes() {
    const board = this.root.querySelector('.ttable');
    const drawn = [...board.querySelectorAll('use')].map((use) => (use.getAttribute('xlink:href') || '').replace('#card-', ''));
    const buttons = [...board.querySelectorAll('[data-code]')].map((one) => one.dataset.code);
    const inline = [...board.querySelectorAll('.ic .sr')].map((one) => one.textContent);
    const names = Object.entries(this.table.data.cards);
    return [...drawn.filter((code) => this.table.data.cards[code]), ...buttons, ...names.filter(([, card]) => inline.includes(card.name)).map(([code]) => code)];
  },
  // What the worker says, as the page gets it.
  async listen() {
    const { engine } = await import('/assets/upcard/play/engine.js');
    const plain = engine.heard;
    this.heard = [];
    engine.heard = (data) => { this.heard.push(JSON.stringify(data)); plain.call(engine, data); };
    this.deaf = () => { engine.heard = plain; };
  },
  // Buttons that are too small for a finger.
  small() {
    return [...this.root.querySelectorAll('button, select, summary, input')].filter((one) => one.offsetParent)
      .map((one) => [one.className || one.tagName, one.getBoundingClientRect()])
      .filter(([kind, at]) => at.height < 24 || (at.width < 24 && !String(kind).includes('tc--button'))).map(([kind, at]) => `${kind} ${at.width}x${at.height}`);
  },
  async next() {
    this.root.querySelector('[data-key="b:next"]').click();
    await this.wait(() => !this.table.view.hand_over && this.ready(), 'the next hand is not dealt');
  },
  async rest() {
    const { table } = this;
    for (const seat of table.seats) table.setting.bots[seat] = 'random';
    table.setting.people.clear();
    table.viewer = null;
    await this.within(table.look(), 'the table is not shown');
    await this.within(table.advance(), 'the match does not end', MATCH);
    return table.view;
  },
};
