/** The tunnel's tray in the dock: what was paid, the cards as they turn, what is asked for, and taking the cards back. */

import { fill, h, s, set } from "../dom.js";
import { cardBack, cardFace, cardStyle, cardWord, forReaders, fromTo, pair } from "../pieces.js";
import { paidCards, payRows } from "./payments.js";
import { isDigging } from "./state.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").TunnelView} TunnelView */
/** @typedef {Pick<import("./state.js").State, "view" | "turned" | "spoken">} Shown */

export class TunnelTray {
  /**
   * @param {import("../types").BoardFile} board
   * @param {readonly string[]} costs of routes
   * @param {Pick<import("./actions.js").Actions, "payTunnel" | "decline">} actions
   */
  constructor(board, costs, actions) {
    this.board = board;
    this.costs = costs;
    this.actions = actions;
    this.element = h("section", { class: "panel tunnel-tray", "aria-label": "Tunnel", hidden: true });
    this.spoken = h("div", { class: "for-readers", role: "status" });
    this.painted = "";
  }

  /** @param {Shown} shown */
  update({ view, turned, spoken }) {
    this.element.hidden = !isDigging({ view, turned });
    if (this.spoken.textContent !== spoken) fill(this.spoken, spoken);
    if (!view.tunnel || this.element.hidden) this.painted = "";
    else this.paint(view, view.tunnel, turned);
  }

  /** @param {View} view @param {TunnelView} tunnel @param {number | null} turned */
  paint(view, tunnel, turned) {
    const open = turned ?? tunnel.cards.length;
    const decides = tunnel.due > 0 && view.to_move === view.you && view.phase === "tunnel" && open === tunnel.cards.length;
    const key = `${view.version} ${open} ${decides}`;
    if (key === this.painted) return;
    this.painted = key;
    const { a, b } = this.board.routes[tunnel.route];
    set(this.element, { "aria-label": `Tunnel, ${fromTo({ a, b })}` });
    fill(this.element,
      h("div", { class: "tunnel-what" }, h("b", {}, "Tunnel"), h("strong", {}, pair(a, b)), h("p", {}, this.costs[tunnel.route].split(".")[0]),
        h("p", { class: "paid" }, paidCards(tunnel.paid), h("span", { class: "for-readers" }, cardsInWords(tunnel.paid)), " ", tunnel.paid_words)),
      h("div", { class: "turned" }, tunnel.cards.map((card, n) => turnedCard(card, n < open, n + 1 === turned)), tunnel.few && h("p", { class: "hint" }, tunnel.few)),
      h("div", { class: "tunnel-asks" }, open === tunnel.cards.length && h("b", {}, tunnel.verdict), decides && tunnel.short && h("p", {}, tunnel.short),
        decides && h("div", { class: "ways" }, payRows(view.legal.pay, (way) => this.actions.payTunnel(way)))),
      decides && view.legal.decline !== null && h("div", { class: "tunnel-back" }, h("p", {}, "Or keep your cards; the turn ends."),
        h("button", { type: "button", class: "btn ghost", onclick: () => this.actions.decline() }, h("span", {}, "Take back", forReaders(" your cards")), h("kbd", { "aria-hidden": "true" }, "Esc"))));
    if (decides) /** @type {HTMLElement | null} */ (this.element.querySelector(".pay, .tunnel-back .btn"))?.focus({ preventScroll: true });
  }
}

/** @param {TunnelView["cards"][number]} turned @param {boolean} lies open @param {boolean} isNew */
function turnedCard({ card, matches }, lies, isNew) {
  return h("figure", { class: `turned-card${lies ? (matches ? " matches" : " no-match") : ""}${isNew ? " turning" : ""}`, style: cardStyle(card) },
    h("span", { class: "turned-face" }, lies ? cardFace(card) : cardBack()),
    h("figcaption", {}, lies && [verdictIcon(matches), h("span", { class: "for-readers" }, `${cardWord(card)}: `), matches ? "matches" : "no match"]));
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
