/** Two decks of tickets: how many of each are drawn is named before any is seen. */

import { fill, h, set } from "../dom.js";
import { cardWord, plural, ticketBack, toolIcon } from "../pieces.js";
import { handCounts } from "./hand.js";
import { isSplitting, splitOf } from "./state.js";

/** @typedef {"short" | "long"} Deck */

export class DecksTray {
  /** @param {readonly string[]} cards of the hand @param {Pick<import("./actions.js").Actions, "shiftDecks" | "drawSplit">} actions */
  constructor(cards, actions) {
    this.cards = cards;
    this.button = h("button", { type: "button", class: "btn", onclick: () => actions.drawSplit() });
    this.words = h("b", {});
    this.short = new DeckChoice("short", (way) => actions.shiftDecks(-way));
    this.long = new DeckChoice("long", (way) => actions.shiftDecks(way));
    this.hand = h("div", { class: "tray-hand" });
    this.element = h("section", { class: "panel dock-tray decks", "aria-label": "Draw tickets", hidden: true },
      h("div", { class: "tray-words" }, h("div", {}, this.words, h("p", {}, "Any mix of the two.")), this.button),
      h("div", { class: "deck-choices", role: "group", "aria-label": "How many of each" }, this.short.element, this.long.element), this.hand);
  }

  /** @param {Pick<import("./state.js").State, "view" | "asksDecks" | "long">} shown */
  update(shown) {
    const { special: { decks }, legal, hand } = shown.view;
    this.element.hidden = !isSplitting(shown);
    if (!decks || this.element.hidden) return;
    const [short, long] = splitOf(shown);
    fill(this.hand, handCounts(this.cards, hand));
    fill(this.words, `Draw ${plural(decks.n, "ticket")}`);
    fill(this.button, `Draw ${short} and ${long}`);
    set(this.button, { "aria-label": `Draw ${short} and ${long}: ${short} short, ${long} long` });
    const can = (/** @type {number} */ more) => legal.split[`${short - more} ${long + more}`] !== undefined;
    this.short.show(decks.short, decks.short_points, short, can(1), can(-1));
    this.long.show(decks.long, decks.long_points, long, can(-1), can(1));
  }
}

class DeckChoice {
  /** @param {Deck} deck @param {(way: number) => void} shift */
  constructor(deck, shift) {
    this.deck = deck;
    this.left = h("b");
    this.points = h("p");
    this.count = h("output", { class: "num" });
    this.less = h("button", { type: "button", class: "step", "aria-label": `One ${deck} ticket less`, onclick: () => shift(-1) }, toolIcon("less"));
    this.more = h("button", { type: "button", class: "step", "aria-label": `One ${deck} ticket more`, onclick: () => shift(1) }, toolIcon("plus"));
    this.element = h("div", { class: `deck-choice ${deck}` },
      h("span", { class: `deck-pile-small ${deck}` }, ticketBack(deck === "long"), h("span", { class: "pile-words", "aria-hidden": "true" }, h("i", {}, cardWord(deck)), this.left)),
      h("div", {}, h("strong", {}, cardWord(deck)), this.points, h("span", { class: "steps" }, this.less, this.count, this.more)));
  }

  /** @param {number} left @param {string} points @param {number} count @param {boolean} canLess @param {boolean} canMore */
  show(left, points, count, canLess, canMore) {
    fill(this.left, left);
    fill(this.points, points);
    fill(this.count, count);
    set(this.less, { "aria-disabled": canLess ? null : "true" });
    set(this.more, { "aria-disabled": canMore ? null : "true" });
  }
}
