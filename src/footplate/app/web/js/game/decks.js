/** Two decks of tickets: how many of each are drawn is named before any is seen. */

import { fill, h, set } from "../dom.js";
import { plural, ticketBack, toolIcon } from "../pieces.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("./page.js").GamePage} GamePage */
/** @typedef {"short" | "long"} Deck */

/** @type {readonly Deck[]} */
const DECKS = ["short", "long"];
const WORDS = { short: "Short", long: "Long" };
const KEYS = /** @type {Record<string, Deck>} */ ({ ArrowLeft: "short", ArrowUp: "short", ArrowRight: "long", ArrowDown: "long" });

export class DecksTray {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    this.asked = false; // by the player, on a turn
    this.long = 0;
    this.button = h("button", { type: "button", class: "btn", onclick: () => this.draw() });
    this.words = h("b", {});
    this.piles = DECKS.map((deck) => new DeckChoice(deck, (way) => this.shift(deck, way)));
    this.hand = h("div", { class: "tray-hand" });
    this.element = h("section", { class: "panel dock-tray decks", "aria-label": "Draw tickets", hidden: true },
      h("div", { class: "tray-words" }, h("div", {}, this.words, h("p", {}, "Any mix of the two.")), this.button),
      h("div", { class: "deck-choices", role: "group", "aria-label": "How many of each" }, this.piles.map((pile) => pile.element)), this.hand);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** T, or a click on one of the piles. */
  ask() {
    const { view, market } = this.game;
    if (!Object.keys(view.legal.split).length) return this.game.refuse(market.tickets, view.why_not.tickets);
    this.asked = true;
    this.game.apply(view);
    this.button.focus({ preventScroll: true });
  }

  /** @returns {boolean} whether there was something to step back from */
  stepBack() {
    if (!this.asked) return false;
    this.asked = false;
    this.game.apply(this.game.view);
    return true;
  }

  /** @param {View} view */
  update(view) {
    const { decks } = view.special;
    const possible = Object.keys(view.legal.split);
    if (!possible.length) this.asked = false;
    const wasOpen = this.isOpen;
    this.element.hidden = !decks || !possible.length || !(this.asked || view.phase === "split_first");
    if (!decks || !this.isOpen) return;
    if (!wasOpen || !possible.includes(this.key())) this.long = Number(possible.sort((a, b) => uneven(a) - uneven(b))[0].split(" ")[1]);
    fill(this.hand, this.game.hand.counts(view));
    this.paint();
  }

  key() {
    return `${(this.game.view.special.decks?.n ?? 0) - this.long} ${this.long}`;
  }

  paint() {
    const { special: { decks }, legal } = this.game.view;
    if (!decks) return;
    const counts = { short: decks.n - this.long, long: this.long };
    fill(this.words, `Draw ${plural(decks.n, "ticket")}`);
    fill(this.button, `Draw ${counts.short} and ${counts.long}`);
    set(this.button, { "aria-label": `Draw ${counts.short} and ${counts.long}: ${counts.short} short, ${counts.long} long` });
    for (const pile of this.piles) {
      const more = (/** @type {1 | -1} */ way) => legal.split[this.moved(pile.deck, way)] !== undefined;
      pile.show(decks[pile.deck], decks[`${pile.deck}_points`], counts[pile.deck], more(-1), more(1));
    }
  }

  /** @param {Deck} deck @param {1 | -1} way */
  moved(deck, way) {
    const long = this.long + (deck === "long" ? way : -way);
    return `${(this.game.view.special.decks?.n ?? 0) - long} ${long}`;
  }

  /** One card more or less of a deck; the other one makes up for it. @param {Deck} deck @param {1 | -1} way */
  shift(deck, way) {
    const key = this.moved(deck, way);
    const { legal, why_not } = this.game.view;
    if (legal.split[key] === undefined) {
      const grows = way === 1 ? deck : deck === "long" ? "short" : "long";
      return this.game.refuse(this.button, why_not[grows]);
    }
    this.long = Number(key.split(" ")[1]);
    this.paint();
  }

  draw() {
    const action = this.game.view.legal.split[this.key()];
    if (action !== undefined) this.game.act(action);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const deck = KEYS[event.key];
    if (deck) this.shift(deck, 1);
    else if (event.key === "Enter" && !/** @type {HTMLElement} */ (event.target).closest(".deck-choices button")) this.draw();
    else return false;
    return true;
  }
}

/** How far from half and half. @param {string} key */
const uneven = (key) => Math.abs(Number(key.split(" ")[0]) - Number(key.split(" ")[1]));

class DeckChoice {
  /** @param {Deck} deck @param {(way: 1 | -1) => void} shift */
  constructor(deck, shift) {
    this.deck = deck;
    this.left = h("b");
    this.points = h("p");
    this.count = h("output", { class: "num" });
    this.less = h("button", { type: "button", class: "step", "aria-label": `One ${deck} ticket less`, onclick: () => shift(-1) }, toolIcon("less"));
    this.more = h("button", { type: "button", class: "step", "aria-label": `One ${deck} ticket more`, onclick: () => shift(1) }, toolIcon("plus"));
    this.element = h("div", { class: `deck-choice ${deck}` },
      h("span", { class: `deck-pile-small ${deck}` }, ticketBack(deck === "long"), h("span", { class: "pile-words", "aria-hidden": "true" }, h("i", {}, WORDS[deck]), this.left)),
      h("div", {}, h("strong", {}, WORDS[deck]), this.points, h("span", { class: "steps" }, this.less, this.count, this.more)));
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
