/** Claiming by typing: the name of a city, then arrows through its routes; the map shows each one. */

import { fill, h, set } from "../dom.js";
import { pair, spelled } from "../pieces.js";

/** @typedef {import("./page.js").GamePage} GamePage */

const MOST = 12;

export class Finder {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    /** @type {number[]} */
    this.found = [];
    this.at = 0;
    this.input = h("input", {
      type: "text", placeholder: "Claim: type a city", "aria-label": "Claim: type a city", role: "combobox", "aria-expanded": "true",
      "aria-controls": "finder-list", autocomplete: "off", oninput: () => this.search(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    this.list = h("ul", { id: "finder-list", role: "listbox", "aria-label": "Routes" });
    this.words = h("p", { role: "status" });
    this.element = h("div", { class: "finder", role: "search", hidden: true }, this.input, this.list, this.words);
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(/** @type {Node | null} */ (event.relatedTarget))) this.close();
    });
  }

  get isOpen() {
    return !this.element.hidden;
  }

  open() {
    this.game.claim.close();
    this.element.hidden = false;
    /** @type {HTMLInputElement} */ (this.input).value = "";
    this.search();
    this.input.focus();
  }

  close() {
    if (!this.isOpen) return;
    this.element.hidden = true;
    this.game.change({ found: null });
  }

  search() {
    const typed = plain(/** @type {HTMLInputElement} */ (this.input).value);
    const { board, view } = this.game;
    const starts = (/** @type {string} */ city) => [city, spelled(city)].map(plain).some((name) => name.startsWith(typed) || name.split(/[\s.-]+/).some((word) => word.startsWith(typed)));
    const matches = board.routes.flatMap(({ a, b }, n) => view.owners[n] === null && (starts(a) || starts(b)) ? [n] : []);
    this.found = matches.sort((a, b) => Number(Boolean(view.legal.claim[b])) - Number(Boolean(view.legal.claim[a]))).slice(0, MOST);
    this.at = 0;
    this.paint();
  }

  paint() {
    const { board, view } = this.game;
    fill(this.list, this.found.map((route, n) => {
      const { a, b, length, color } = board.routes[route];
      return h("li", {
        role: "option", id: `found-${n}`, "aria-selected": `${n === this.at}`, onpointerdown: (/** @type {Event} */ event) => event.preventDefault(),
        onclick: () => { this.at = n; this.choose(); },
      }, h("span", {}, pair(a, b)), h("small", {}, `${length} ${color}${view.legal.claim[route] ? "" : ", not now"}`));
    }));
    set(this.input, { "aria-activedescendant": this.found.length ? `found-${this.at}` : null });
    const route = this.found[this.at];
    fill(this.words, route === undefined ? "No free route there." : view.legal.claim[route] ? "Enter: ways to pay" : view.why_not.routes[route] ?? "");
    this.game.change({ found: route ?? null });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.found.length) {
      this.at = (this.at + step + this.found.length) % this.found.length;
      this.paint();
      event.preventDefault();
    } else if (event.key === "Enter") {
      this.choose();
      event.preventDefault();
    } else if (event.key === "Escape") {
      this.close();
      this.game.mapPanel.focus();
    }
    event.stopPropagation();
  }

  choose() {
    const route = this.found[this.at];
    if (route === undefined) return;
    if (!this.game.view.legal.claim[route]) return this.game.refuse(this.input, this.game.view.why_not.routes[route] ?? "");
    this.close();
    this.game.claim.open(route, true);
  }
}

/** Without accents and case. @param {string} words */
const plain = (words) => words.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().trim();
