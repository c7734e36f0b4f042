/** The search panel: chance to win, the best moves with visits and values, and what the adaptive opponent aims at. */

import { fill, h, s } from "../dom.js";
import { percent } from "../pieces.js";
import { bestMoves, marginWords, oddsBar, visitsWords } from "./search_figures.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").SearchReport} SearchReport */
/** @typedef {ReadonlyMap<number, number>} Past chance to win by turn */

export class Search {
  /** @param {Pick<import("./actions.js").Actions, "turnSearch" | "askSearch">} actions */
  constructor(actions) {
    this.actions = actions;
    this.element = h("div", { class: "search", role: "tabpanel", "aria-label": "Search" });
  }

  /** @param {Pick<import("./state.js").State, "search" | "view">} shown */
  update({ search: { on, report, trouble, past }, view }) {
    if (!on) return;
    const words = trouble || (report ? "Only one move is possible." : view.to_move === view.you ? "Searching …" : "The search looks at your moves when it is your turn.");
    const again = trouble && h("button", { type: "button", class: "btn ghost small", onclick: () => this.actions.turnSearch(true) }, "Search again");
    if (trouble || !report?.moves.length || view.you === null) fill(this.element, h("p", { class: "muted" }, words), again);
    else fill(this.element, this.figures(report, past, view, view.you));
  }

  /** @param {SearchReport} report @param {Past} past @param {View} view @param {number} you */
  figures(report, past, { players, turn }, you) {
    const others = players.filter((player) => player.seat !== you);
    const [best] = report.moves;
    const adaptive = others.find((player) => player.aim !== null);
    const body = h("div", { class: "search-body", tabindex: 0, role: "group", "aria-label": "Figures" },
      h("h2", {}, "Chance to win", h("span", {}, `± ${percent(best.spread)}`)), oddsBar(players[you], others, best.win),
      spark(past, players[you].livery),
      h("h2", {}, "Best moves", h("span", {}, "visits, chance")), ...bestMoves(report),
      h("p", { class: "margin" }, marginWords(report, "You", others, players[0].race !== null)),
      adaptive && aim(adaptive, players[you], others.length, best.win, past, turn));
    return [body, h("div", { class: "search-foot" }, h("span", {}, visitsWords(report)),
      h("button", { type: "button", class: "btn ghost small", onclick: () => this.actions.askSearch({ longer: true }) }, "Think longer"))];
  }
}

/** The chance over time, as often as it was looked at. @param {Past} past @param {number} livery */
function spark(past, livery) {
  const points = [...past].sort(([a], [b]) => a - b);
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
 * @param {import("../types").Player} player the opponent @param {import("../types").Player} you @param {number} opponents
 * @param {number} win your chance @param {Past} past @param {number} turn
 */
function aim({ name, aim }, you, opponents, win, past, turn) {
  const target = 1 - (aim ?? 0) * opponents;
  if (target < 0) return h("div", { class: "aim" }, h("b", {}, `${name} aims at ${percent(aim ?? 0)} for itself`));
  const at = (/** @type {number} */ share) => Math.round(14 + 222 * share);
  const earlier = [...past].filter(([when]) => when < turn).sort(([a], [b]) => b - a)[0];
  return h("div", { class: "aim" }, h("b", {}, `${name} aims at ${percent(target)} for you`),
    s("svg", { viewBox: "0 0 250 22", "aria-hidden": "true" },
      s("path", { d: "M4 9H246", stroke: "var(--rule-strong)", "stroke-width": 5, "stroke-dasharray": "1.5 5" }), s("path", { d: "M4 6.5H246M4 11.5H246", stroke: "var(--rule-strong)" }),
      s("path", { d: `M${at(target)} 1V17`, stroke: "var(--ink)", "stroke-width": 2 }),
      s("rect", { x: at(win) - 10, y: 3, width: 20, height: 12, rx: 3, fill: `var(--p${you.livery})`, stroke: "var(--train-edge)", "stroke-width": 1.2 })),
    h("p", {}, `You stand at ${percent(win)}`, earlier && `; on your last turn ${percent(earlier[1])}`, "."));
}
