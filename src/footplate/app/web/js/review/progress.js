/** How one gets on, in the profile: by board from game to game, typical mistakes, and puzzles from one's own games. */

import { px } from "../board/paths.js";
import { h, s } from "../dom.js";
import { minus, percent, plural, signed } from "../pieces.js";

/** @typedef {import("../types").Progress} Progress */
/** @typedef {import("../types").ProgressGame} ProgressGame */
/** @typedef {{ title: string, unit: string, values: (ProgressGame: ProgressGame) => number | null, low?: (game: ProgressGame) => number | null, high?: (game: ProgressGame) => number | null, zero?: boolean }} Measure */

const WIDTH = 300;
const HEIGHT = 84;
const LEFT = 44;
const EDGE = 8;
const LEAST = 2; // values that make a line

/** @type {Measure[]} */
const MEASURES = [
  { title: "Rating", unit: "and its range", values: ({ rating }) => rating && rating[0], low: ({ rating }) => rating && rating[1], high: ({ rating }) => rating && rating[2] },
  { title: "Points", unit: "at the end", values: ({ points }) => points },
  { title: "Cards", unit: "gave, in points", values: ({ luck }) => luck, zero: true },
  { title: "Decisions", unit: "gave, in points", values: ({ play }) => play, zero: true },
];

/** @param {Progress} progress @param {(board: string) => string} titleOf */
export function progressPanel({ boards, reviewed }, titleOf) {
  const played = boards.filter(({ games }) => games.length);
  return h("section", { class: "panel progress-panel", "aria-labelledby": "progress-title" },
    h("h1", { id: "progress-title" }, "From game to game"),
    played.length === 0 && h("p", { class: "hint" }, "After your first game your points stand here, board by board; after two, how they change."),
    played.map(({ board, count, games }) => h("div", { class: "progress-board" },
      h("h2", {}, titleOf(board), h("small", {}, plural(count, "game"))),
      h("div", { class: "progress-lines" }, MEASURES.map((measure) => line(measure, games))))),
    played.length > 0 && reviewed === 0 && h("p", { class: "hint" }, "Cards and decisions come from reviews: open the review of a game, and it is kept."));
}

/** A line over the games of a board, with a sentence for readers and the last value in words. @param {Measure} measure @param {readonly ProgressGame[]} games */
function line({ title, unit, values, low, high, zero }, games) {
  const found = games.flatMap((game) => {
    const value = values(game);
    return value === null ? [] : [{ value, low: low?.(game) ?? value, high: high?.(game) ?? value }];
  });
  const last = found.at(-1);
  const word = (/** @type {number} */ value) => (zero ? signed(Math.round(value)) : minus(Math.round(value)));
  const head = h("figcaption", {}, h("b", {}, title), h("span", {}, unit), h("span", { class: "num" }, last ? word(last.value) : "–"));
  if (!last || found.length < LEAST) {
    return h("figure", {}, head, h("p", { class: "hint" }, !last ? "Not known yet." : "One game so far."));
  }
  const floor = Math.min(...found.map((one) => one.low), ...(zero ? [0] : []));
  const top = Math.max(...found.map((one) => one.high), ...(zero ? [0] : []), floor + 1);
  const x = (/** @type {number} */ n) => LEFT + (n / (found.length - 1)) * (WIDTH - LEFT - EDGE);
  const y = (/** @type {number} */ value) => EDGE + ((top - value) / (top - floor)) * (HEIGHT - 2 * EDGE);
  const path = (/** @type {number[]} */ some) => some.map((value, n) => `${n ? "L" : "M"}${px(x(n))} ${px(y(value))}`).join("");
  const back = found.map(({ low: value }, n) => `L${px(x(n))} ${px(y(value))}`).reverse().join("");
  const label = `${title}, ${plural(found.length, "game")}: first ${word(found[0].value)}, now ${word(last.value)}`;
  return h("figure", {}, head, s("svg", { class: "progress-line", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    low && s("path", { class: "range", d: `${path(found.map((one) => one.high))}${back}Z` }),
    zero && s("path", { class: "zero", d: `M${LEFT} ${px(y(0))}H${WIDTH - EDGE}` }),
    s("path", { class: "line", d: path(found.map(({ value }) => value)) }),
    found.map(({ value }, n) => s("circle", { cx: px(x(n)), cy: px(y(value)), r: 2.6 })),
    [top, floor].map((value) => s("text", { x: LEFT - 6, y: px(y(value) + 4), "text-anchor": "end" }, minus(Math.round(value))))));
}

/** @param {Progress} progress @param {(board: string) => string} titleOf */
export function puzzlePanel({ puzzles, mistakes, reviewed }, titleOf) {
  return h("section", { class: "panel puzzles", "aria-labelledby": "puzzles-title" },
    h("h1", { id: "puzzles-title" }, "Puzzles from your games"),
    puzzles.length === 0 && h("p", { class: "hint" }, reviewed ? "No decision of the games that were reviewed cost you more than chance can explain."
      : "Open the review of a game: its costliest decision becomes a puzzle here. Choose again, then see."),
    h("ul", { class: "puzzle-list" }, puzzles.map(({ game, number, turn, board, date }) => h("li", {}, h("a", { class: "btn ghost small", href: `#/puzzle/${game}/${number}` }, `${titleOf(board)}, turn ${turn + 1}`),
      h("small", {}, new Date(date).toLocaleDateString("en-GB", { day: "numeric", month: "short" }))))),
    mistakes.length > 0 && h("div", { class: "table-scroll", tabindex: 0, role: "group", "aria-label": "Table of costly decisions" }, h("table", { class: "figures" },
      h("caption", {}, `What your costliest decisions were, in ${plural(reviewed, "game")} that ${reviewed === 1 ? "was" : "were"} reviewed`),
      h("thead", {}, h("tr", {}, ["Decision", "Times", "Cost"].map((word) => h("th", { scope: "col" }, word)))),
      h("tbody", {}, mistakes.map(({ words, times, cost }) => h("tr", {}, h("th", { scope: "row" }, words), h("td", {}, times), h("td", {}, `−${percent(cost)}`)))))));
}
