/** Claiming, or building a station, by typing: the name of a city, then arrows through what is found; the map shows each one. */

import { fill, h, set } from "../dom.js";
import { pair, spelled } from "../pieces.js";

/** @typedef {Pick<import("./pointing.js").Pointing, "find" | "stepFinder" | "takeFound" | "closeFinder">} Pointing */
/** @typedef {import("../types").BoardFile} BoardFile */

export class Finder {
  /** @param {BoardFile} board @param {Pointing} pointing */
  constructor(board, pointing) {
    this.board = board;
    this.pointing = pointing;
    this.input = /** @type {HTMLInputElement} */ (h("input", {
      type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "finder-list", autocomplete: "off",
      oninput: () => pointing.find(this.input.value), onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    }));
    this.list = h("ul", { id: "finder-list", role: "listbox", "aria-label": "Routes" });
    this.words = h("p", { role: "status" });
    this.element = h("div", { class: "finder", role: "search", hidden: true }, this.input, this.list, this.words);
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(/** @type {Node | null} */ (event.relatedTarget))) pointing.closeFinder();
    });
  }

  /** @param {Pick<import("./state.js").State, "finder">} shown */
  update({ finder }) {
    const opens = this.element.hidden;
    this.element.hidden = !finder;
    if (!finder) return;
    if (opens) this.open(finder.forStations);
    fill(this.list, finder.found.map(({ place, can }, n) => {
      const route = typeof place === "number" ? this.board.routes[place] : null;
      const words = [route && `${route.length} ${route.color}`, can ? "" : "not now"].filter(Boolean).join(", ");
      return h("li", {
        role: "option", id: `found-${n}`, "aria-selected": `${n === finder.at}`, onclick: () => this.pointing.takeFound(n),
        onpointerdown: (/** @type {Event} */ event) => event.preventDefault(),
      }, h("span", {}, route ? pair(route.a, route.b) : spelled(`${place}`)), h("small", {}, words));
    }));
    set(this.input, { "aria-activedescendant": finder.found.length ? `found-${finder.at}` : null });
    const chosen = finder.found[finder.at];
    fill(this.words, chosen ? (chosen.can ? "Enter: ways to pay" : chosen.reason) : finder.forStations ? "No such city." : "No free route there.");
  }

  /** @param {boolean} forStations */
  open(forStations) {
    const words = forStations ? "Station: type a city" : "Claim: type a city";
    set(this.input, { placeholder: words, "aria-label": words });
    set(this.list, { "aria-label": forStations ? "Cities" : "Routes" });
    this.input.value = "";
    this.input.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = /** @type {Record<string, 1 | -1>} */ ({ ArrowDown: 1, ArrowUp: -1 })[event.key];
    if (step) this.pointing.stepFinder(step);
    else if (event.key === "Enter") this.pointing.takeFound();
    else if (event.key === "Escape") this.pointing.closeFinder(true);
    if (step || event.key === "Enter") event.preventDefault();
    event.stopPropagation();
  }
}
