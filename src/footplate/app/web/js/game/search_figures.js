/** A search's figures: the chance to win as a bar, the best moves with visits and values, and where it all ends. */

import { h } from "../dom.js";
import { airy, percent, plural } from "../pieces.js";

/** @typedef {import("../types").SearchReport} SearchReport */

/**
 * The chance to win: one part for a player, one for the rest of the table.
 * @param {{ name: string, livery: number }} player whose chance it is
 * @param {readonly { name: string, livery: number }[]} others
 * @param {number} win
 */
export function oddsBar(player, others, win) {
  const part = (/** @type {string} */ name, /** @type {number} */ share, /** @type {string} */ style) =>
    h("span", { style: `flex-grow:${share};${style}` }, `${name} ${percent(share)}`);
  const livery = (/** @type {number} */ n) => `background:var(--p${n});color:var(--p${n}-on)`;
  return h("div", { class: "odds" }, part(player.name, win, livery(player.livery)),
    others.length === 1 ? part(others[0].name, 1 - win, livery(others[0].livery)) : part("Others", 1 - win, ""));
}

const RANKED = "Ranked by visits: a chance from few visits is less sure.";

/** The moves as the search ranks them, and by what that is. @param {SearchReport} report */
export function bestMoves({ moves }) {
  const most = Math.max(1, ...moves.map((move) => move.visits));
  const list = h("ol", { class: "best-moves" }, moves.map((move, n) => h("li", { class: n ? "" : "best" },
    h("span", { class: "rank" }, n + 1),
    h("span", {}, h("span", { class: "move" }, airy(move.words)), h("span", { class: "bar" }, h("i", { style: `width:${(100 * move.visits) / most}%` }))),
    h("span", { class: "visits" }, move.visits.toLocaleString("en")), h("span", { class: "value" }, percent(move.win)))));
  return [list, moves.length > 1 && h("p", { class: "hint" }, RANKED)];
}

/** The routes of the best moves, by rank. @param {SearchReport | null | undefined} report */
export function markedRoutes(report) {
  return (report?.moves ?? []).flatMap(({ route }, n) => (route === null ? [] : [{ route, rank: n + 1 }]));
}

/**
 * Where the best move leads: "On average you end 15 points behind Adaptive."; in a race, which is searched for the
 * player's own pace, "You win 60 % of the races tried."
 * @param {SearchReport} report
 * @param {string} name of the player, "You" for yourself
 * @param {readonly { name: string }[]} others
 * @param {boolean} races
 */
export function marginWords({ moves: [best] }, name, others, races) {
  if (races) return `${name === "You" ? "You win" : `${name} wins`} ${percent(best.win)} of the races tried.`;
  const n = Math.round(Math.abs(best.mean));
  const rival = others.length === 1 ? (others[0].name === "You" ? "you" : others[0].name) : "the best of the others";
  const ends = name === "You" ? "you end" : `${name} ends`;
  if (n === 0) return `On average ${ends} level with ${rival}.`;
  return `On average ${ends} ${plural(n, "point")} ${best.mean > 0 ? "ahead of" : "behind"} ${rival}.`;
}

/** @param {SearchReport} report */
export const visitsWords = ({ iterations, seconds }) => `${iterations.toLocaleString("en")} visits in ${seconds.toFixed(1)} s`;
