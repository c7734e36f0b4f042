/** The search panel: chance to win, the best moves with visits and values, and what the adaptive opponent aims at. */

import { fill, h, s } from "../dom.js";
import { cardWord, pair, percent } from "../pieces.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").SearchReport} SearchReport */
/** @typedef {import("../types").SearchMove} SearchMove */
/** @typedef {import("./page.js").GamePage} GamePage */

const SHOWN = 5;

export class Search {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    this.isOn = false;
    /** @type {SearchReport | null} */
    this.report = null;
    this.trouble = "";
    /** @type {Map<number, number>} chance to win by turn */
    this.past = new Map();
    this.element = h("div", { class: "search", role: "tabpanel", "aria-label": "Search" });
  }

  /** @param {boolean} on */
  turn(on) {
    this.isOn = on;
    this.trouble = "";
    if (!on) this.report = null;
    this.ask();
    this.paint();
  }

  /** Ask the server again, for instance after a break. @param {Record<string, unknown>} [more] */
  ask(more = {}) {
    this.game.live?.send({ type: "search", on: this.isOn, ...more });
  }

  /** @param {SearchReport} report */
  take(report) {
    this.report = report;
    this.trouble = "";
    const best = report.moves[0];
    if (best) this.past.set(this.game.view.turn, best.win);
    this.paint();
  }

  /** @param {string} words */
  refuse(words) {
    this.trouble = this.isOn ? words : "";
    this.paint();
  }

  /** A new position: old figures no longer hold, new ones are asked for. */
  forget() {
    this.report = null;
    if (!this.isOn) return;
    this.ask();
    this.paint();
  }

  /** The routes of the best moves, by rank. */
  marks() {
    if (!this.isOn || !this.report) return [];
    return this.report.moves.slice(0, SHOWN).flatMap((move, n) => {
      const route = this.describe(move).route;
      return route === null ? [] : [{ route, rank: n + 1 }];
    });
  }

  bestWords() {
    const best = this.isOn ? this.report?.moves[0] : undefined;
    return best ? `Best found: ${this.describe(best).sentence}.` : "";
  }

  /** What a move is, from the legal actions. @param {SearchMove} move @returns {{ words: string, sentence: string, route: number | null }} */
  describe({ action, words }) {
    const { legal } = this.game.view;
    for (const [route, payments] of Object.entries(legal.claims)) {
      const { a, b } = this.game.board.routes[Number(route)];
      const payment = payments.find((way) => way.action === action);
      if (payment) return { words: pair(a, b), sentence: `claim ${pair(a, b)} with ${payment.words}`, route: Number(route) };
    }
    const taken = Object.entries(legal.take).find(([, number]) => number === action);
    if (taken) return { words: `Take ${cardWord(taken[0]).toLowerCase()}`, sentence: `take ${taken[0]}`, route: null };
    const kept = Object.entries(legal.keep).find(([, number]) => number === action);
    if (kept) return { words: `Keep ${kept[0].replace(/ /g, ", ")}`, sentence: `keep ${kept[0]}`, route: null };
    if (action === legal.draw) return { words: "Draw from the deck", sentence: "draw from the deck", route: null };
    if (action === legal.tickets) return { words: "Draw tickets", sentence: "draw tickets", route: null };
    return { words: words ?? "Another move", sentence: words ?? "another move", route: null };
  }

  paint() {
    const { report } = this;
    if (this.trouble) fill(this.element, h("p", { class: "muted" }, this.trouble));
    else if (!report) fill(this.element, h("p", { class: "muted" }, this.game.view.to_move === this.game.view.you ? "Searching …" : "The search looks at your moves when it is your turn."));
    else fill(this.element, this.odds(report), this.spark(), this.moves(report), this.aim(report), this.foot(report));
    this.game.change({});
  }

  /** @param {SearchReport} report */
  odds(report) {
    const { players, you } = this.game.view;
    const best = report.moves[0];
    if (!best || you === null) return null;
    const others = players.filter((player) => player.seat !== you);
    const part = (/** @type {number} */ livery, /** @type {string} */ name, /** @type {number} */ share) =>
      h("span", { style: `width:${100 * share}%;background:var(--p${livery});color:var(--p${livery}-on)` }, `${name} ${percent(share)}`);
    return h("div", {}, h("h2", {}, "Chance to win", h("span", {}, `± ${percent(best.spread)}`)),
      h("div", { class: "odds" }, part(players[you].livery, "You", best.win), part(others[0].livery, others.length > 1 ? "Others" : others[0].name, 1 - best.win)));
  }

  spark() {
    const points = [...this.past].sort(([a], [b]) => a - b);
    if (points.length < 2 || this.game.view.you === null) return null;
    const [first, last] = [points[0][0], points[points.length - 1][0]];
    const at = points.map(([turn, win]) => [26 + (236 * (turn - first)) / (last - first), 48 - 44 * win]);
    const color = `var(--p${this.game.view.players[this.game.view.you].livery}-text)`;
    return s("svg", { class: "spark", viewBox: "0 0 268 62", role: "img", "aria-label": "Chance to win over time" },
      s("path", { d: "M26 4V48M26 48H262", stroke: "var(--rule-strong)", fill: "none" }), s("path", { d: "M26 26H262", stroke: "var(--rule-strong)", "stroke-dasharray": "2 3" }),
      s("polyline", { points: at.map((point) => point.join(",")).join(" "), fill: "none", stroke: color, "stroke-width": 2 }),
      s("circle", { cx: at[at.length - 1][0], cy: at[at.length - 1][1], r: 3.2, fill: color }),
      s("text", { x: 20, y: 8, "text-anchor": "end" }, 100), s("text", { x: 20, y: 30, "text-anchor": "end" }, 50), s("text", { x: 20, y: 51, "text-anchor": "end" }, 0),
      s("text", { x: 26, y: 61 }, `turn ${first + 1}`), s("text", { x: 262, y: 61, "text-anchor": "end" }, "now"));
  }

  /** @param {SearchReport} report */
  moves(report) {
    const most = Math.max(1, report.moves[0]?.visits ?? 1);
    return h("div", {}, h("h2", {}, "Best moves", h("span", {}, "visits, chance")), h("ol", { class: "best-moves" }, report.moves.slice(0, SHOWN).map((move, n) =>
      h("li", { class: n ? "" : "best" }, h("span", { class: "rank" }, n + 1),
        h("span", {}, h("span", { class: "move" }, this.describe(move).words), h("span", { class: "bar" }, h("i", { style: `width:${(100 * move.visits) / most}%` }))),
        h("span", { class: "visits" }, move.visits.toLocaleString("en")), h("span", { class: "value" }, percent(move.win))))));
  }

  /** @param {SearchReport} report */
  aim({ aim, reason, moves }) {
    const { players, you } = this.game.view;
    if (!aim || you === null) return reason ? h("p", { class: "aim" }, reason) : null;
    const at = (/** @type {number} */ share) => 4 + 242 * share;
    const win = moves[0]?.win ?? aim.target;
    return h("div", { class: "aim" }, h("b", {}, `${players[aim.seat].name} aims at ${percent(aim.target)}`),
      s("svg", { viewBox: "0 0 250 22", "aria-hidden": "true" },
        s("path", { d: "M4 9H246", stroke: "var(--rule-strong)", "stroke-width": 5, "stroke-dasharray": "1.5 5" }), s("path", { d: "M4 6.5H246M4 11.5H246", stroke: "var(--rule-strong)" }),
        s("path", { d: `M${at(aim.target)} 1V17`, stroke: "var(--ink)", "stroke-width": 2 }),
        s("rect", { x: at(win) - 10, y: 3, width: 20, height: 12, rx: 3, fill: `var(--p${players[you].livery})`, stroke: "var(--train-edge)" })),
      aim.sentence);
  }

  /** @param {SearchReport} report */
  foot(report) {
    return h("div", { class: "search-foot" }, h("span", {}, `${report.iterations.toLocaleString("en")} visits in ${report.seconds.toFixed(1)} s`),
      h("button", { type: "button", class: "btn ghost small", onclick: () => this.ask({ longer: true }) }, "Think longer"));
  }
}
