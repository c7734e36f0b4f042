/** The chance to win by turn: one line, thick where a decision cost much, with a numbered disc for each. */

import { h, s } from "../dom.js";
import { px } from "../board/paths.js";
import { percent } from "../pieces.js";

/** @typedef {import("../types").Review} Review */

const LEFT = 46;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 24;
const DISC = 11;
const STEP = 0.25; // of the scale

/**
 * @param {Review} review
 * @param {number | null} turn that is open
 * @param {number} width
 * @param {number} height
 * @param {(decision: number) => void} choose
 * @returns {SVGElement}
 */
export function drawCurve(review, turn, width, height, choose) {
  const points = pointsOf(review);
  const top = Math.min(1, STEP * (Math.floor(Math.max(...points.map(({ win }) => win), 0.3) / STEP) + 1));
  const x = (/** @type {number} */ at) => LEFT + (at / Math.max(1, review.turns)) * (width - LEFT - RIGHT);
  const y = (/** @type {number} */ win) => TOP + (1 - win / top) * (height - TOP - BOTTOM);
  const path = (/** @type {{ turn: number, win: number }[]} */ some) => some.map((one, n) => `${n ? "L" : "M"}${px(x(one.turn))} ${px(y(one.win))}`).join("");
  const { livery } = review.players[review.you];
  const even = 1 / review.players.length;
  return s("svg", { class: "review-curve", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": words(review) },
    turn !== null && s("rect", { class: "lamp", x: px(x(turn) - 7), y: TOP, width: 14, height: height - TOP - BOTTOM }),
    [...Array(Math.round(top / STEP) + 1).keys()].map((n) => s("g", {},
      s("path", { class: "grid", d: `M${LEFT} ${px(y(n * STEP))}H${width - RIGHT}` }),
      s("text", { x: LEFT - 8, y: px(y(n * STEP) + 4), "text-anchor": "end" }, percent(n * STEP)))),
    s("path", { class: "even", d: `M${LEFT} ${px(y(even))}H${width - RIGHT}` }),
    s("path", { class: "line", d: path(points), style: `stroke:var(--p${livery})` }),
    review.costliest.map((one) => {
      const n = points.findIndex((point) => point.turn === one.turn);
      return s("path", { class: "costly", d: path(points.slice(n, n + 2)) });
    }),
    marks(review).map((at) => s("text", { x: px(x(at)), y: height - 6, "text-anchor": at === 0 ? "start" : at === review.turns ? "end" : "middle" },
      at === 0 ? "start" : at === review.turns ? "end" : `turn ${at}`)),
    review.costliest.map((one, n) => {
      const before = review.costliest.slice(0, n).filter(({ turn: other }) => other === one.turn).length; // of the same turn
      const at = [x(one.turn) + 2 * DISC * before, Math.min(y(one.played.win) + DISC + 6, height - BOTTOM - DISC)];
      return s("g", { class: one.turn === turn ? "disc open" : "disc", onclick: () => choose(n) },
        s("circle", { cx: px(at[0]), cy: px(at[1]), r: DISC }), s("text", { x: px(at[0]), y: px(at[1] + 4.5), "text-anchor": "middle" }, n + 1));
    }));
}

/** The turn at a place of the curve. @param {Review} review @param {number} x @param {number} width */
export const turnAt = (review, x, width) => Math.max(0, Math.round(((x - LEFT) / (width - LEFT - RIGHT)) * review.turns));

/** What was known by turn, and the end once all is judged. @param {Review} review @returns {{ turn: number, win: number }[]} */
function pointsOf({ curve, whole, turns, share }) {
  return whole ? [...curve, { turn: turns, win: share }] : [...curve];
}

/** @param {Review} review */
function marks({ turns }) {
  const step = turns > 80 ? 40 : turns > 40 ? 20 : turns > 20 ? 10 : 5;
  const middle = [...Array(Math.ceil(turns / step)).keys()].map((n) => n * step).filter((at) => at > 0 && at < turns - step / 2);
  return [0, ...middle, turns];
}

/** @param {Review} review */
function words(review) {
  const points = pointsOf(review);
  if (!points.length) return "Your chance to win by turn: nothing is known yet.";
  const most = Math.max(...points.map(({ win }) => win));
  return `Your chance to win by turn: ${percent(points[0].win)} at first, ${percent(most)} at most, ${percent(points[points.length - 1].win)} in the end.`;
}

/** The figures behind the curve, for screen readers. @param {Review} review */
export const curveTable = (review) => h("table", { class: "for-readers" }, h("caption", {}, "Your chance to win by turn"),
  h("tbody", {}, review.curve.map(({ turn, win }) => h("tr", {}, h("th", { scope: "row" }, `Turn ${turn + 1}`), h("td", {}, percent(win))))));
