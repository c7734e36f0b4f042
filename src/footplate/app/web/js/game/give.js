/** Cards of any kind in place of a locomotive or of the colour: chosen in the dock, spare ones first, and given together. */

import { fill, h, set } from "../dom.js";
import { cardWord, miniCard, plural, toolIcon } from "../pieces.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("./page.js").GamePage} GamePage */

export class GiveTray {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    /** @type {Record<string, number>} */
    this.given = {};
    this.version = -1;
    this.words = h("p", { role: "status" });
    this.button = h("button", { type: "button", class: "btn", onclick: () => this.give() });
    this.cards = h("div", { class: "give-cards", role: "group", "aria-label": "Cards to give" });
    this.element = h("section", { class: "panel dock-tray give-tray", "aria-label": "Give cards of any kind", hidden: true },
      h("div", { class: "tray-words" }, h("div", {}, h("b", {}, "Any cards"), this.words), this.button), this.cards);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** @param {View} view */
  update(view) {
    this.element.hidden = !view.give;
    if (!view.give) return;
    if (this.version !== view.version) {
      this.version = view.version;
      this.given = {};
      for (const card of view.give.spare) this.given[card] = (this.given[card] ?? 0) + 1;
      this.button.focus({ preventScroll: true });
    }
    this.paint(view);
  }

  get chosen() {
    return Object.values(this.given).reduce((sum, n) => sum + n, 0);
  }

  /** @param {View} view */
  paint(view) {
    const { n = 0, words = "" } = view.give ?? {};
    const missing = n - this.chosen;
    fill(this.words, words);
    fill(this.button, missing ? `${missing} to choose` : `Give ${plural(n, "card")}`);
    set(this.button, { "aria-disabled": missing ? "true" : null });
    const focused = document.activeElement?.getAttribute("aria-label");
    fill(this.cards, this.game.hand.cards.filter((card) => view.hand[card]).map((card) => this.row(view, card, missing)));
    if (focused) /** @type {HTMLElement | null} */ (this.cards.querySelector(`[aria-label="${focused}"]`))?.focus({ preventScroll: true });
  }

  /** @param {View} view @param {string} card @param {number} missing */
  row(view, card, missing) {
    const n = this.given[card] ?? 0;
    const step = (/** @type {1 | -1} */ way, /** @type {boolean} */ can) => h("button", {
      type: "button", class: "step", "aria-label": `One ${card} ${way > 0 ? "more" : "less"}`, "aria-disabled": can ? null : "true",
      onclick: () => can && this.change(card, way),
    }, toolIcon(way > 0 ? "plus" : "less"));
    return h("div", { class: n ? "give-card" : "give-card none" }, miniCard(card),
      h("span", {}, h("b", { class: "num" }, n), h("small", {}, ` of ${view.hand[card]}`), h("span", { class: "for-readers" }, ` ${cardWord(card)}`)),
      h("span", { class: "steps" }, step(-1, n > 0), step(1, missing > 0 && n < view.hand[card])));
  }

  /** @param {string} card @param {1 | -1} way */
  change(card, way) {
    this.given[card] = (this.given[card] ?? 0) + way;
    this.paint(this.game.view);
  }

  give() {
    const { give, legal } = this.game.view;
    if (!give) return;
    if (this.chosen !== give.n) return this.game.refuse(this.button, give.words);
    const [first, ...rest] = Object.entries(this.given).flatMap(([card, n]) => Array.from({ length: n }, () => legal.give[card]));
    this.game.act(first, rest);
  }
}
