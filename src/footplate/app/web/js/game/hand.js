/** Your hand: a stack for every colour of the board, always in the same place; and your pile of trains. */

import { fill, h, set } from "../dom.js";
import { cardFace, cardGhost, cardStyle, cardWord, emblem, miniCard, plural, trainPile } from "../pieces.js";
import { payableWith } from "./map_state.js";
import { roving } from "./roving.js";
import { cardsOf } from "./state.js";

/** @typedef {import("../types").View} View */

const EDGES = 4; // at most that many cards show behind the first

export class Hand {
  /** @param {import("../types").BoardFile} board @param {Pick<import("./actions.js").Actions, "look" | "tellPayable">} actions */
  constructor(board, actions) {
    this.actions = actions;
    this.cards = cardsOf(board);
    this.total = h("span");
    /** @type {Record<string, HTMLElement>} */
    this.stacks = Object.fromEntries(this.cards.map((card) => [card, this.stack(card)]));
    this.element = h("section", { class: "panel hand", "aria-label": "Your hand" }, h("h2", {}, "Your hand", this.total), Object.values(this.stacks));
    roving(this.element, "button");
  }

  /** @param {string} card */
  stack(card) {
    const light = (/** @type {string | null} */ lit) => () => this.actions.look({ stack: lit });
    return h("button", {
      type: "button", class: "stack", style: cardStyle(card),
      onpointermove: light(card), onpointerleave: light(null), onfocus: light(card), onblur: light(null),
      onclick: () => this.actions.tellPayable(card),
    });
  }

  /** @param {Pick<import("./state.js").State, "view">} shown */
  update({ view }) {
    const total = Object.values(view.hand).reduce((sum, n) => sum + n, 0);
    fill(this.total, plural(total, "card"));
    for (const card of this.cards) {
      const n = view.hand[card] ?? 0;
      const stack = this.stacks[card];
      const payable = payableWith(view, card).length;
      set(stack, { "aria-label": `${card === "locomotive" && n === 0 ? "Loco" : cardWord(card)} ${n}${payable ? `, can pay ${plural(payable, "route")}` : ""}` });
      if (stack.dataset.n === `${n}`) continue;
      stack.dataset.n = `${n}`;
      stack.classList.toggle("none", n === 0);
      const edges = Array.from({ length: Math.min(Math.max(n - 1, 0), EDGES) }, (_, i) => h("span", { class: "edge", style: `top:${-3.6 * (i + 1)}px` }));
      fill(stack, edges.reverse(), h("span", { class: "face" }, n ? cardFace(card) : cardGhost(card)), " ", n > 0 && h("span", { class: "count", "aria-hidden": "true" }, n));
    }
  }

  /** The cards that would be paid rise. @param {Record<string, number>} cards */
  raise(cards) {
    for (const card of this.cards) this.stacks[card].classList.toggle("chosen", Boolean(cards[card]));
  }
}

/** The hand as a small table of counts, beside tickets on offer. @param {readonly string[]} cards @param {Record<string, number>} hand */
export function handCounts(cards, hand) {
  return h("div", { class: "counts", role: "img", "aria-label": `Your hand: ${cards.map((card) => `${hand[card] ?? 0} ${card}`).join(", ")}` },
    cards.map((card) => h("span", { class: hand[card] ? "count" : "count none" }, miniCard(card), hand[card] ?? 0)));
}

export class You {
  /** @param {number} trains at the start */
  constructor(trains) {
    this.trains = trains;
    this.element = h("section", { class: "panel you", "aria-label": "You" });
  }

  /** @param {View} view */
  update(view) {
    if (view.you === null) return;
    const { livery, trains } = view.players[view.you];
    fill(this.element, h("div", { class: "who" }, emblem(livery), h("span", {}, "You")),
      trainPile(livery, this.trains, trains), h("div", { class: "left-words" }, `${plural(trains, "train")} left`));
  }
}
