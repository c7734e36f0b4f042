/** The search panel: chance to win, the best moves with visits and values, and what the adaptive opponent aims at. */

import { fill, h, s } from "../dom.js";
import { airy, percent } from "../pieces.js";
import { bestMoves, marginWords, markedRoutes, oddsBar, visitsWords } from "./search_figures.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").SearchReport} SearchReport */
/** @typedef {import("./page.js").GamePage} GamePage */

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
    this.trouble = "";
    if (!this.isOn) return;
    this.ask();
    this.paint();
  }

  marks() {
    return this.isOn ? markedRoutes(this.report) : [];
  }

  bestWords() {
    const best = this.isOn ? this.report?.moves[0] : undefined;
    return best ? `Best found: ${airy(best.sentence)}.` : "";
  }

  paint() {
    const { report, game: { view } } = this;
    const words = this.trouble || (report ? "Only one move is possible." : view.to_move === view.you ? "Searching …" : "The search looks at your moves when it is your turn.");
    const again = this.trouble && h("button", { type: "button", class: "btn ghost small", onclick: () => this.turn(true) }, "Search again");
    if (this.trouble || !report?.moves.length || view.you === null) fill(this.element, h("p", { class: "muted" }, words), again);
    else fill(this.element, this.figures(report, view, view.you));
    this.game.change({});
  }

  /** @param {SearchReport} report @param {View} view @param {number} you */
  figures(report, { players }, you) {
    const others = players.filter((player) => player.seat !== you);
    const [best] = report.moves;
    const adaptive = others.find((player) => player.aim !== null);
    const body = h("div", { class: "search-body", tabindex: 0, role: "group", "aria-label": "Figures" },
      h("h2", {}, "Chance to win", h("span", {}, `± ${percent(best.spread)}`)), oddsBar(players[you], others, best.win),
      this.spark(players[you].livery),
      h("h2", {}, "Best moves", h("span", {}, "visits, chance")), ...bestMoves(report),
      h("p", { class: "margin" }, marginWords(report, "You", others, this.game.view.players[0].race !== null)),
      adaptive && this.aim(adaptive, players[you], others.length, best.win));
    return [body, h("div", { class: "search-foot" }, h("span", {}, visitsWords(report)),
      h("button", { type: "button", class: "btn ghost small", onclick: () => this.ask({ longer: true }) }, "Think longer"))];
  }

  /** The chance over time, as often as it was looked at. @param {number} livery */
  spark(livery) {
    const points = [...this.past].sort(([a], [b]) => a - b);
    if (points.length < 2) return null;
    const [first, last] = [points[0][0], points[points.length - 1][0]];
    const at = points.map(([turn, win]) => [26 + (236 * (turn - first)) / (last - first), 48 - 44 * win]);
    const color = `var(--p${livery}-text)`;
    return s("svg", { class: "spark", viewBox: "0 0 268 62", role: "img", "aria-label": `Chance to win over time: ${points.map(([turn, win]) => `turn ${turn + 1} ${percent(win)}`).join(", ")}` },
      s("path", { d: "M26 4V48M26 48H262", stroke: "var(--rule-strong)", fill: "none" }), s("path", { d: "M26 26H262", stroke: "var(--rule-strong)", "stroke-dasharray": "2 3" }),
      s("polyline", { points: at.map((point) => point.join(",")).join(" "), fill: "none", stroke: color, "stroke-width": 2 }),
      s("circle", { cx: at[at.length - 1][0], cy: at[at.length - 1][1], r: 3.2, fill: color }),
      s("text", { x: 20, y: 8, "text-anchor": "end" }, 100), s("text", { x: 20, y: 30, "text-anchor": "end" }, 50), s("text", { x: 20, y: 51, "text-anchor": "end" }, 0),
      s("text", { x: 26, y: 61 }, `turn ${first + 1}`), s("text", { x: 262, y: 61, "text-anchor": "end" }, "now"));
  }

  /**
   * What an adaptive opponent aims at, and where you stand on that rail: opponents share the wins that you leave.
   * @param {import("../types").Player} player the opponent
   * @param {import("../types").Player} you
   * @param {number} opponents
   * @param {number} win your chance
   */
  aim({ name, aim }, you, opponents, win) {
    const wished = 1 - (aim ?? 0) * opponents;
    if (wished < 0) return h("div", { class: "aim" }, h("b", {}, `${name} aims at ${percent(aim ?? 0)} for itself`));
    const at = (/** @type {number} */ share) => Math.round(14 + 222 * share);
    const earlier = [...this.past].filter(([turn]) => turn < this.game.view.turn).sort(([a], [b]) => b - a)[0];
    return h("div", { class: "aim" }, h("b", {}, `${name} aims at ${percent(wished)} for you`),
      s("svg", { viewBox: "0 0 250 22", "aria-hidden": "true" },
        s("path", { d: "M4 9H246", stroke: "var(--rule-strong)", "stroke-width": 5, "stroke-dasharray": "1.5 5" }), s("path", { d: "M4 6.5H246M4 11.5H246", stroke: "var(--rule-strong)" }),
        s("path", { d: `M${at(wished)} 1V17`, stroke: "var(--ink)", "stroke-width": 2 }),
        s("rect", { x: at(win) - 10, y: 3, width: 20, height: 12, rx: 3, fill: `var(--p${you.livery})`, stroke: "var(--train-edge)", "stroke-width": 1.2 })),
      h("p", {}, `You stand at ${percent(win)}`, earlier && `; on your last turn ${percent(earlier[1])}`, "."));
  }
}
