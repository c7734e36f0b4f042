/** Claiming, or building a station, by typing: the name of a city, then arrows through what is found; the map shows each one. */

import { fill, h, set } from "../dom.js";
import { pair, spelled } from "../pieces.js";

/** @typedef {import("./page.js").GamePage} GamePage */

const MOST = 12;

export class Finder {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    /** @type {(number | string)[]} routes, or cities by name */
    this.found = [];
    this.at = 0;
    this.forStations = false;
    this.input = h("input", {
      type: "text", role: "combobox", "aria-expanded": "true",
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

  /** Where a station may stand. */
  openCities() {
    if (this.game.view.special.building === null && !this.game.view.players.some(({ stations }) => stations)) return;
    this.open(true);
  }

  open(forStations = false) {
    this.forStations = forStations;
    const words = forStations ? "Station: type a city" : "Claim: type a city";
    set(this.input, { placeholder: words, "aria-label": words });
    set(this.list, { "aria-label": forStations ? "Cities" : "Routes" });
    this.game.claim.close();
    this.element.hidden = false;
    /** @type {HTMLInputElement} */ (this.input).value = "";
    this.search();
    this.input.focus();
  }

  close() {
    if (!this.isOpen) return;
    this.element.hidden = true;
    this.game.change({ found: null, city: null });
  }

  search() {
    const typed = plain(/** @type {HTMLInputElement} */ (this.input).value);
    const { board, view } = this.game;
    const starts = (/** @type {string} */ city) => [city, spelled(city)].map(plain).some((name) => name.startsWith(typed) || name.split(/[\s.-]+/).some((word) => word.startsWith(typed)));
    const matches = this.forStations ? board.cities.map(({ name }) => name).filter((name) => starts(name) && (this.can(name) || view.why_not.stations[name]))
      : board.routes.flatMap(({ a, b }, n) => view.owners[n] === null && (starts(a) || starts(b)) ? [n] : []);
    this.found = matches.sort((a, b) => Number(this.can(b)) - Number(this.can(a))).slice(0, MOST);
    this.at = 0;
    this.paint();
  }

  /** @param {number | string} place a route or a city */
  can(place) {
    const { legal } = this.game.view;
    return Boolean(typeof place === "number" ? legal.claim[place] : legal.station[place]);
  }

  /** @param {number | string} place a route or a city */
  reason(place) {
    const { why_not } = this.game.view;
    return (typeof place === "number" ? why_not.routes[place] : why_not.stations[place]) ?? "";
  }

  paint() {
    const { routes } = this.game.board;
    fill(this.list, this.found.map((place, n) => {
      const name = typeof place === "number" ? pair(routes[place].a, routes[place].b) : spelled(place);
      const kind = typeof place === "number" ? `${routes[place].length} ${routes[place].color}` : "";
      return h("li", {
        role: "option", id: `found-${n}`, "aria-selected": `${n === this.at}`, onpointerdown: (/** @type {Event} */ event) => event.preventDefault(),
        onclick: () => { this.at = n; this.choose(); },
      }, h("span", {}, name), h("small", {}, [kind, this.can(place) ? "" : "not now"].filter(Boolean).join(", ")));
    }));
    set(this.input, { "aria-activedescendant": this.found.length ? `found-${this.at}` : null });
    const place = this.found[this.at];
    fill(this.words, place === undefined ? (this.forStations ? "No such city." : "No free route there.") : this.can(place) ? "Enter: ways to pay" : this.reason(place));
    this.game.change({ found: typeof place === "number" ? place : null, city: typeof place === "string" ? place : null });
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
    const place = this.found[this.at];
    if (place === undefined) return;
    if (!this.can(place)) return this.game.refuse(this.input, this.reason(place));
    this.close();
    if (typeof place === "number") this.game.claim.open(place, true);
    else this.game.claim.openStation(place);
  }
}

/** Without accents and case. @param {string} words */
const plain = (words) => words.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().trim();
