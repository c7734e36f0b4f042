/** Cards of any kind in place of a locomotive or of the colour: chosen in the dock, spare ones first, and given together. */

import { fill, h, set } from "../dom.js";
import { cardWord, miniCard, plural, toolIcon } from "../pieces.js";

export class GiveTray {
  /** @param {readonly string[]} cards of the hand @param {Pick<import("./actions.js").Actions, "give" | "giveCards">} actions */
  constructor(cards, actions) {
    this.actions = actions;
    this.kinds = cards;
    this.version = -1;
    this.words = h("p", { role: "status" });
    this.button = h("button", { type: "button", class: "btn", onclick: () => actions.giveCards() });
    this.cards = h("div", { class: "give-cards", role: "group", "aria-label": "Cards to give" });
    this.element = h("section", { class: "panel dock-tray give-tray", "aria-label": "Give cards of any kind", hidden: true },
      h("div", { class: "tray-words" }, h("div", {}, h("b", {}, "Any cards"), this.words), this.button), this.cards);
  }

  /** @param {Pick<import("./state.js").State, "view" | "given">} shown */
  update({ view, given }) {
    this.element.hidden = !view.give;
    if (!view.give) return;
    if (this.version !== view.version) this.button.focus({ preventScroll: true });
    this.version = view.version;
    const missing = view.give.n - Object.values(given).reduce((sum, n) => sum + n, 0);
    fill(this.words, view.give.words);
    fill(this.button, missing ? `${missing} to choose` : `Give ${plural(view.give.n, "card")}`);
    set(this.button, { "aria-disabled": missing ? "true" : null });
    const focused = document.activeElement?.getAttribute("aria-label");
    fill(this.cards, this.kinds.filter((card) => view.hand[card]).map((card) => this.row(card, given[card] ?? 0, view.hand[card], missing)));
    if (focused) /** @type {HTMLElement | null} */ (this.cards.querySelector(`[aria-label="${focused}"]`))?.focus({ preventScroll: true });
  }

  /** @param {string} card @param {number} n @param {number} held @param {number} missing */
  row(card, n, held, missing) {
    const step = (/** @type {1 | -1} */ way, /** @type {boolean} */ can) => h("button", {
      type: "button", class: "step", "aria-label": `One ${card} ${way > 0 ? "more" : "less"}`, "aria-disabled": can ? null : "true",
      onclick: () => can && this.actions.give(card, way),
    }, toolIcon(way > 0 ? "plus" : "less"));
    return h("div", { class: n ? "give-card" : "give-card none" }, miniCard(card),
      h("span", {}, h("b", { class: "num" }, n), h("small", {}, ` of ${held}`), h("span", { class: "for-readers" }, ` ${cardWord(card)}`)),
      h("span", { class: "steps" }, step(-1, n > 0), step(1, missing > 0 && n < held)));
  }
}
