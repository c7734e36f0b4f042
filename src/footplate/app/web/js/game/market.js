/** The market: five places that stay where they are, the deck, the discard and the pile of tickets. */

import { fill, h, set } from "../dom.js";
import { cardBack, cardFace, cardStyle, cardWord, plural, ticketBack } from "../pieces.js";
import { roving } from "./roving.js";
import { pairWith } from "./state.js";

/** @typedef {import("../types").View} View */
/** @typedef {Pick<import("./actions.js").Actions, "take" | "draw" | "drawTickets">} Actions */

/** Whether the player to move may want something of the market. @type {Record<import("../types").Phase, boolean>} */
const DECIDES_ON_CARDS = {
  turn: true, second_card: true, first_tickets: false, ticket_choice: false, over: false, tunnel: false, substitutes: false, station_payment: false,
  passenger: false, split_first: false,
};

export class Market {
  /** @param {View} view the first one @param {Actions} actions @param {import("./tip.js").Tip} tip */
  constructor(view, actions, tip) {
    this.view = view;
    this.tip = tip;
    /** @type {(string | null | undefined)[]} */
    this.shown = [];
    const words = (/** @type {"why_not" | "good_for"} */ kind, /** @type {number} */ place) => this.view[kind].market[this.view.market[place] ?? ""] ?? "";
    this.places = view.market.map((_, place) => this.control("place", `${place + 1}`, () => actions.take(place), () => words("why_not", place), () => words("good_for", place)));
    this.deck = this.control("pile deck-pile", "D", () => actions.draw(), () => this.view.why_not.deck, () => this.view.good_for.deck);
    const deed = view.players[0].race ? "swap" : "tickets";
    const pile = () => this.control("pile tickets-pile", "T", () => actions.drawTickets(), () => this.view.why_not[deed], () => this.view.good_for[deed]);
    this.tickets = pile();
    this.long = pile();
    const piles = view.special.decks ? h("div", { class: "two-piles" }, this.tickets, this.long) : this.tickets;
    this.discard = h("div", { class: "discard" });
    this.element = h("section", { class: this.places.length ? "panel market" : "panel market blind", "aria-label": "Market" }, h("h2", {}, this.places.length ? "Market" : "Decks"),
      h("div", { class: "cards" }, this.places), h("div", { class: "piles" }, this.deck, this.discard, piles));
    roving(this.element, "button");
  }

  /** @param {string} kind @param {string} key @param {() => void} onclick @param {() => string} reason @param {() => string} use */
  control(kind, key, onclick, reason, use) {
    const control = h("button", { type: "button", class: kind, "aria-keyshortcuts": key, onclick });
    this.tip.attach(control, reason, use);
    return control;
  }

  /** @param {import("./state.js").Drawing} shown */
  update(shown) {
    const { view } = shown;
    this.view = view;
    const myCards = view.to_move === view.you && DECIDES_ON_CARDS[view.phase];
    view.market.forEach((card, place) => this.updatePlace(shown, card, place, myCards));
    const discarded = Object.values(view.discard).reduce((sum, n) => sum + n, 0);
    fill(this.discard, `${discarded} in the discard`);
    this.updatePile(this.deck, cardBack(), "Deck", view.deck, view.legal.draw !== null || pairWith(shown, "deck") !== undefined, view.why_not.deck, "draw a card", myCards);
    this.deck.classList.toggle("picked", shown.first === "deck");
    const { legal, why_not, special: { decks }, players, tickets_left } = view;
    if (decks) {
      const can = Object.keys(legal.split).length > 0;
      this.updatePile(this.tickets, ticketBack(), "Short", decks.short, can, why_not.tickets, "draw tickets", myCards);
      this.updatePile(this.long, ticketBack(true), "Long", decks.long, can, why_not.tickets, "draw tickets", myCards);
    } else {
      const [deed, words] = players[0].race ? /** @type {const} */ (["swap", "swap both tickets"]) : /** @type {const} */ (["tickets", "draw tickets"]);
      this.updatePile(this.tickets, ticketBack(), "Tickets", tickets_left, legal[deed] !== null, why_not[deed], words, myCards);
    }
  }

  /** @param {import("./state.js").Drawing} shown @param {string | null} card @param {number} place @param {boolean} myCards */
  updatePlace(shown, card, place, myCards) {
    const { view, first } = shown;
    const button = this.places[place];
    const alone = first === null && card !== null && view.legal.take[card] !== undefined;
    const can = alone || first === place || (card !== null && pairWith(shown, place) !== undefined);
    button.classList.toggle("picked", first === place);
    const words = card === null ? "empty" : cardWord(card);
    const reason = card && !can ? (first === null ? view.why_not.market[card] ?? "" : view.why_not.second) : "";
    set(button, { "aria-label": `${words} ${place + 1}, market${reason ? `. ${reason}` : can ? ", take it" : ""}`, "aria-disabled": can ? null : "true" });
    button.classList.toggle("dim", myCards && card !== null && !can);
    button.classList.toggle("empty", card === null);
    if (this.shown[place] === card) return;
    button.classList.toggle("turning", this.shown[place] !== undefined && card !== null);
    this.shown[place] = card;
    set(button, { style: card ? cardStyle(card) : "" });
    fill(button, card && cardFace(card), " ", card && h("kbd", { "aria-hidden": "true" }, place + 1));
  }

  /**
   * @param {HTMLElement} pile @param {HTMLElement} back @param {string} name @param {number} left
   * @param {boolean} can @param {string} reason @param {string} deed @param {boolean} myCards
   */
  updatePile(pile, back, name, left, can, reason, deed, myCards) {
    const what = name === "Deck" ? plural(left, "card") : plural(left, "ticket");
    set(pile, { "aria-label": `${name} ${what}${can ? `, ${deed}` : reason ? `. ${reason}` : ""}`, "aria-disabled": can ? null : "true" });
    pile.classList.toggle("dim", myCards && !can);
    pile.classList.toggle("empty", left === 0);
    fill(pile, back, h("span", { class: "pile-words", "aria-hidden": "true" }, h("i", {}, name), " ", h("b", {}, left)));
  }
}
