/** The lead over time: everybody's points as steps, with a last leg for what the end adds: tickets and bonuses. In a race, tickets done. */

import { s } from "../dom.js";
import { px } from "../board/paths.js";
import { minus } from "../pieces.js";

/** @typedef {{ name: string, livery: number, points: number[], total: number }} Series */

const LEFT = 34;
const NAMES = 0.36; // of the width, at most, for the names at the line ends
const NAME_GAP = 10;
const EDGE = 3;
const TOP = 16;
const BOTTOM = 24;

/**
 * @param {readonly Series[]} series best first
 * @param {number} width
 * @param {number} height
 * @param {number | null} race how many tickets win, where there are no points
 * @returns {SVGElement}
 */
export function drawLead(series, width, height, race) {
  const turns = Math.max(1, series[0].points.length - 1);
  const values = series.flatMap(({ points, total }) => [...points, total]);
  const most = Math.max(...values, race ?? 10);
  const step = race ? 1 : niceStep(most - Math.min(...values, 0));
  const low = Math.floor(Math.min(...values, 0) / step) * step;
  const high = Math.ceil((most + step / 4) / step) * step;
  const grows = series.some(({ points, total }) => points.at(-1) !== total);
  const leg = grows ? 26 : 0;
  const names = series.map(({ name, total }) => fitted(name, minus(total), NAMES * width));
  const right = leg + NAME_GAP + Math.max(...names.map(textWidth)) + EDGE;
  const x = (/** @type {number} */ turn) => LEFT + (turn / turns) * (width - LEFT - right);
  const y = (/** @type {number} */ value) => height - BOTTOM - ((value - low) / (high - low)) * (height - TOP - BOTTOM);
  const end = x(turns) + leg;
  const labels = spread(series.map(({ total }) => y(total)), 15);
  return s("svg", { class: "lead", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words(series, race ? "Tickets" : "Points") },
    grid(low, high, step, y, end), turnMarks(turns, x, height),
    grows && s("path", { d: `M${x(turns)} ${y(low)}V${y(high)}`, stroke: "var(--rule-strong)" }),
    grows && s("text", { x: x(turns) + 13, y: y(high) - 4, "text-anchor": "middle" }, "tickets"),
    series.map((one, n) => line(one, n, x, y, end)).reverse(),
    series.map(({ livery }, n) => s("text", { class: "end", x: px(end + NAME_GAP), y: px(labels[n] + 4), style: `fill:var(--p${livery}-text)` }, names[n])));
}

/** A name and its points in so much room: a long name is shortened, the points never. @param {string} name @param {string} points @param {number} room */
function fitted(name, points, room) {
  let [shown, left] = [name, name];
  while (left && textWidth(`${shown} ${points}`) > room) {
    left = left.slice(0, -1);
    shown = `${left.trimEnd()}…`;
  }
  return `${shown} ${points}`;
}

const ruler = document.createElement("canvas").getContext("2d");

/** How wide the names at the line ends are. @param {string} words */
function textWidth(words) {
  if (!ruler) return 8 * words.length;
  ruler.font = `700 12px ${getComputedStyle(document.documentElement).getPropertyValue("--font-display")}`;
  return ruler.measureText(words).width;
}

/** @param {number} range */
const niceStep = (range) => [5, 10, 20, 50, 100].find((step) => range / step <= 7) ?? 200;

/** @param {number} low @param {number} high @param {number} step @param {(value: number) => number} y @param {number} end */
function grid(low, high, step, y, end) {
  const lines = [];
  for (let value = low; value <= high; value += step) {
    lines.push(s("path", { d: `M${LEFT} ${px(y(value))}H${px(end)}`, stroke: "var(--rule)", "stroke-dasharray": value ? "1.5 3" : "none" }),
      s("text", { x: LEFT - 6, y: px(y(value) + 4), "text-anchor": "end" }, minus(value)));
  }
  return lines;
}

/** @param {number} turns @param {(turn: number) => number} x @param {number} height */
function turnMarks(turns, x, height) {
  const step = turns > 120 ? 50 : turns > 60 ? 20 : turns > 24 ? 10 : 5;
  const marks = [];
  for (let turn = 0; turn <= turns - 0.7 * step || turn === 0; turn += step) marks.push(turn);
  marks.push(turns);
  return marks.map((turn) => s("text", { x: px(x(turn)), y: height - 7, "text-anchor": "middle" }, turn ? `turn ${turn}` : "start"));
}

/** @param {Series} series @param {number} rank @param {(turn: number) => number} x @param {(value: number) => number} y @param {number} end */
function line({ livery, points, total }, rank, x, y, end) {
  const d = points.map((value, turn) => (turn ? `H${px(x(turn))}V${px(y(value))}` : `M${px(x(0))} ${px(y(value))}`)).join("") + `L${px(end)} ${px(y(total))}`;
  return s("g", { fill: "none", "stroke-linejoin": "round" }, s("path", { d, stroke: "var(--panel)", "stroke-width": rank ? 3.2 : 5 }),
    s("path", { d, stroke: `var(--p${livery})`, "stroke-width": rank ? 2.2 : 3 }),
    s("circle", { cx: px(end), cy: px(y(total)), r: 3.5, style: `fill:var(--p${livery})`, stroke: "var(--train-edge)" }));
}

/** Labels that would touch move apart. @param {readonly number[]} at from above @param {number} room */
function spread(at, room) {
  const order = at.map((y, n) => ({ y, n })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < order.length; i += 1) order[i].y = Math.max(order[i].y, order[i - 1].y + room);
  const places = [...at];
  for (const { y, n } of order) places[n] = y;
  return places;
}

/** @param {readonly Series[]} series @param {string} what */
const words = (series, what) => `${what} over time. At the end: ${series.map(({ name, total }) => `${name} ${minus(total)}`).join(", ")}.`;

/** How often somebody else took the lead. @param {readonly (readonly number[])[]} lead points by turn and seat */
export function leadChanges(lead) {
  let leader = -1;
  let changes = 0;
  for (const points of lead) {
    const best = Math.max(...points);
    const ahead = points.flatMap((value, seat) => (value === best ? [seat] : []));
    if (ahead.length > 1) continue;
    if (leader >= 0 && ahead[0] !== leader) changes += 1;
    [leader] = ahead;
  }
  return changes;
}
