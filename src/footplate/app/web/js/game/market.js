/** The market: five places that stay where they are, the deck, the discard and the pile of tickets. */

import { fill, h, set } from "../dom.js";
import { unexpected } from "../net.js";
import { cardBack, cardFace, cardStyle, cardWord, plural, ticketBack } from "../pieces.js";
import { roving } from "./roving.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("./page.js").GamePage} GamePage */

/** Whether the player to move may want something of the market. @param {import("../types").Phase} phase */
function decidesOnCards(phase) {
  switch (phase) {
    case "turn":
    case "second_card":
      return true;
    case "first_tickets":
    case "ticket_choice":
    case "over":
    case "tunnel":
    case "substitutes":
    case "station_payment":
    case "passenger":
    case "split_first":
      return false;
    default:
      return unexpected(phase);
  }
}

export class Market {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    /** @type {(string | null | undefined)[]} */
    this.shown = [];
    this.places = game.view.market.map((_, place) => this.control("place", `${place + 1}`, () => this.take(place), () => this.whyNoCard(place), () => this.takeWords(place)));
    this.deck = this.control("pile deck-pile", "D", () => this.draw(), () => game.view.why_not.deck, () => game.view.good_for.deck);
    this.tickets = this.control("pile tickets-pile", "T", () => this.drawTickets(), () => (game.view.players[0].race ? game.view.why_not.swap : game.view.why_not.tickets),
      () => (game.view.players[0].race ? game.view.good_for.swap : game.view.good_for.tickets));
    this.long = this.control("pile tickets-pile", "T", () => this.drawTickets(), () => game.view.why_not.tickets, () => game.view.good_for.tickets);
    const piles = game.view.special.decks ? h("div", { class: "two-piles" }, this.tickets, this.long) : this.tickets;
    this.discard = h("div", { class: "discard" });
    this.element = h("section", { class: this.places.length ? "panel market" : "panel market blind", "aria-label": "Market" }, h("h2", {}, this.places.length ? "Market" : "Decks"),
      h("div", { class: "cards" }, this.places), h("div", { class: "piles" }, this.deck, this.discard, piles));
    roving(this.element, "button");
  }

  /**
   * @param {string} kind
   * @param {string} key
   * @param {() => void} onclick
   * @param {() => string} reason
   * @param {() => string} use
   */
  control(kind, key, onclick, reason, use) {
    const control = h("button", { type: "button", class: kind, "aria-keyshortcuts": key, onclick });
    this.game.tip.attach(control, reason, use);
    return control;
  }

  /** @param {number} place */
  whyNoCard(place) {
    const card = this.game.view.market[place];
    return card ? this.game.view.why_not.market[card] ?? "" : "";
  }

  /** @param {number} place */
  takeWords(place) {
    const card = this.game.view.market[place];
    return card ? this.game.view.good_for.market[card] ?? "" : "";
  }

  /** @param {number} place */
  take(place) {
    const card = this.game.view.market[place];
    const action = card && this.game.view.legal.take[card];
    if (action === null || action === undefined || action === "") return this.game.refuse(this.places[place], this.whyNoCard(place));
    this.game.lastPlace = place;
    this.game.act(action);
  }

  draw() {
    const { legal, why_not } = this.game.view;
    if (legal.draw === null) return this.game.refuse(this.deck, why_not.deck);
    this.game.act(legal.draw);
  }

  /** New tickets: out of one pile, of two, or for those that are put back. */
  drawTickets() {
    const { legal, why_not, special, players } = this.game.view;
    if (special.decks) return this.game.decks.ask();
    if (players[0].race) return legal.swap === null ? this.game.refuse(this.tickets, why_not.swap) : this.game.act(legal.swap);
    if (legal.tickets === null) return this.game.refuse(this.tickets, why_not.tickets);
    this.game.act(legal.tickets);
  }

  /** @param {View} view */
  update(view) {
    const myCards = view.to_move === view.you && decidesOnCards(view.phase);
    view.market.forEach((card, place) => this.updatePlace(view, card, place, myCards));
    const discarded = Object.values(view.discard).reduce((sum, n) => sum + n, 0);
    fill(this.discard, `${discarded} in the discard`);
    this.updatePile(this.deck, cardBack(), "Deck", view.deck, view.legal.draw !== null, view.why_not.deck, "draw a card", myCards);
    this.updateTickets(view, myCards);
  }

  /** @param {View} view @param {boolean} myCards */
  updateTickets(view, myCards) {
    const { decks } = view.special;
    if (decks) {
      const can = Object.keys(view.legal.split).length > 0;
      this.updatePile(this.tickets, ticketBack(), "Short", decks.short, can, view.why_not.tickets, "draw tickets", myCards);
      this.updatePile(this.long, ticketBack(true), "Long", decks.long, can, view.why_not.tickets, "draw tickets", myCards);
    } else if (view.players[0].race) {
      this.updatePile(this.tickets, ticketBack(), "Tickets", view.tickets_left, view.legal.swap !== null, view.why_not.swap, "swap both tickets", myCards);
    } else {
      this.updatePile(this.tickets, ticketBack(), "Tickets", view.tickets_left, view.legal.tickets !== null, view.why_not.tickets, "draw tickets", myCards);
    }
  }

  /** @param {View} view @param {string | null} card @param {number} place @param {boolean} myCards */
  updatePlace(view, card, place, myCards) {
    const button = this.places[place];
    const can = card !== null && view.legal.take[card] !== undefined;
    const words = card === null ? "empty" : cardWord(card);
    const reason = card && !can ? view.why_not.market[card] ?? "" : "";
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
   * @param {HTMLElement} pile
   * @param {HTMLElement} back
   * @param {string} name
   * @param {number} left
   * @param {boolean} can
   * @param {string} reason
   * @param {string} deed
   * @param {boolean} myCards
   */
  updatePile(pile, back, name, left, can, reason, deed, myCards) {
    const what = name === "Deck" ? plural(left, "card") : plural(left, "ticket");
    set(pile, { "aria-label": `${name} ${what}${can ? `, ${deed}` : reason ? `. ${reason}` : ""}`, "aria-disabled": can ? null : "true" });
    pile.classList.toggle("dim", myCards && !can);
    pile.classList.toggle("empty", left === 0);
    fill(pile, back, h("span", { class: "pile-words", "aria-hidden": "true" }, h("i", {}, name), " ", h("b", {}, left)));
  }
}
