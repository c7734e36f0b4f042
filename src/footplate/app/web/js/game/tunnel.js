/** The tunnel's tray in the dock: what was paid, the cards as they turn, what is asked for, and taking the cards back. */

import { fill, h, s, set } from "../dom.js";
import { cardBack, cardFace, cardStyle, cardWord, forReaders, fromTo, pair } from "../pieces.js";
import { paidCards, payRows } from "./payments.js";
import { play } from "./sound.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").TunnelView} TunnelView */
/** @typedef {import("./page.js").GamePage} GamePage */

const TURN = 360; // milliseconds for a card
const APART = 240;
const READ = 600; // until trains roll into a tunnel that asks for nothing
const OTHERS = 1600; // for all of it, where an opponent digs

export class TunnelTray {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    this.element = h("section", { class: "panel tunnel-tray", "aria-label": "Tunnel", hidden: true });
    this.spoken = h("div", { class: "for-readers", role: "status" });
    this.isTurning = false;
    this.open = 0; // cards that lie open
    this.painted = "";
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Whether cards lie face down: until they are turned, nothing else tells what they are. */
  get isHiding() {
    const { tunnel, outcome } = this.game.view;
    return this.isTurning && outcome === null && this.open < (tunnel?.cards.length ?? 0);
  }

  /** The route whose trains wait until all cards lie open. */
  get held() {
    const { tunnel } = this.game.view;
    return this.isTurning && tunnel && !tunnel.due ? tunnel.route : null;
  }

  /** @param {View} view */
  update(view) {
    const isDue = view.phase === "tunnel" && view.tunnel !== null;
    this.element.hidden = view.tunnel === null || view.outcome !== null || !(isDue || this.isTurning);
    if (!view.tunnel || !this.isOpen) {
      this.painted = "";
      return;
    }
    if (!this.isTurning) this.open = view.tunnel.cards.length;
    this.paint(view, view.tunnel);
  }

  /** A new tunnel: its cards lie face down. */
  lay() {
    this.isTurning = true;
    this.open = 0;
  }

  /** The cards of a new tunnel turn one after the other. @param {View} view */
  async turn(view) {
    const { motion } = this.game;
    const tunnel = /** @type {TunnelView} */ (view.tunnel);
    const mine = tunnel.seat === view.you;
    const pace = mine ? 1 : (OTHERS - READ) / (tunnel.cards.length * (TURN + APART) - TURN || 1);
    for (this.open = 0; this.open < tunnel.cards.length && !motion.reduced; this.open += 1) {
      this.paint(view, tunnel);
      play("card");
      await motion.wait((this.open ? TURN + APART : APART) * pace);
    }
    this.open = tunnel.cards.length;
    if (this.game.view === view) this.game.apply(view);
    fill(this.spoken, tunnel.spoken);
    play(tunnel.due ? "match" : "free");
    if (!tunnel.due || !mine) await motion.wait(motion.reduced ? OTHERS : READ);
    this.isTurning = false;
    if (this.game.view === view) this.game.apply(view);
  }

  /** @param {View} view @param {TunnelView} tunnel */
  paint(view, tunnel) {
    const decides = tunnel.due > 0 && view.to_move === view.you && view.phase === "tunnel" && this.open === tunnel.cards.length;
    const key = `${view.version} ${this.open} ${decides}`;
    if (key === this.painted) return;
    this.painted = key;
    const { a, b } = this.game.board.routes[tunnel.route];
    set(this.element, { "aria-label": `Tunnel, ${fromTo({ a, b })}` });
    fill(this.element,
      h("div", { class: "tunnel-what" }, h("b", {}, "Tunnel"), h("strong", {}, pair(a, b)), h("p", {}, this.game.costs[tunnel.route].split(".")[0]),
        h("p", { class: "paid" }, paidCards(tunnel.paid), h("span", { class: "for-readers" }, cardsInWords(tunnel.paid)), " ", tunnel.paid_words)),
      h("div", { class: "turned" }, tunnel.cards.map((card, n) => this.card(card, n)), tunnel.few && h("p", { class: "hint" }, tunnel.few)),
      h("div", { class: "tunnel-asks" }, this.open === tunnel.cards.length && h("b", {}, tunnel.verdict), decides && tunnel.short && h("p", {}, tunnel.short),
        decides && h("div", { class: "ways" }, payRows(this.game, view.legal.pay, (way) => this.pay(way)))),
      decides && view.legal.decline !== null && h("div", { class: "tunnel-back" }, h("p", {}, "Or keep your cards; the turn ends."),
        h("button", { type: "button", class: "btn ghost", onclick: () => this.takeBack() }, h("span", {}, "Take back", forReaders(" your cards")), h("kbd", { "aria-hidden": "true" }, "Esc"))));
    if (decides) /** @type {HTMLElement | null} */ (this.element.querySelector(".pay, .tunnel-back .btn"))?.focus({ preventScroll: true });
  }

  /** @param {TunnelView["cards"][number]} turned @param {number} n */
  card({ card, matches }, n) {
    const lies = n < this.open;
    const isNew = n === this.open - 1 && this.isTurning;
    return h("figure", { class: `turned-card${lies ? (matches ? " matches" : " no-match") : ""}${isNew ? " turning" : ""}`, style: cardStyle(card) },
      h("span", { class: "turned-face" }, lies ? cardFace(card) : cardBack()),
      h("figcaption", {}, lies && [verdictIcon(matches), h("span", { class: "for-readers" }, `${cardWord(card)}: `), matches ? "matches" : "no match"]));
  }

  /** @param {number} way */
  pay(way) {
    const payment = this.game.view.legal.pay[way];
    if (payment) this.game.act(payment.action);
  }

  takeBack() {
    const { decline } = this.game.view.legal;
    if (decline !== null) this.game.act(decline);
  }
}

/** "2 yellow, 1 locomotive" @param {Record<string, number>} cards */
const cardsInWords = (cards) => Object.entries(cards).map(([card, n]) => `${n} ${card}`).join(", ");

/** A lamp disc with a check, or a dashed ring. @param {boolean} matches */
function verdictIcon(matches) {
  return s("svg", { class: "status", viewBox: "0 0 18 18", "aria-hidden": "true" }, matches
    ? [s("circle", { cx: 9, cy: 9, r: 8, fill: "var(--lamp-fill)", stroke: "var(--ink)", "stroke-width": 1.2 }),
      s("path", { d: "M5 9.3l2.7 2.7L13 6.6", fill: "none", stroke: "var(--city-ink)", "stroke-width": 2 })]
    : s("circle", { cx: 9, cy: 9, r: 7.2, fill: "none", stroke: "var(--ink-2)", "stroke-width": 1.5, "stroke-dasharray": "3 2.65" }));
}
