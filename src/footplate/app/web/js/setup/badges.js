/** What is special about a board, under its drawing: a small sign and a word for each rule that not every board has. */

import { h, s } from "../dom.js";
import { figureIcon } from "../game/passengers.js";
import { houseIcon } from "../game/reserve.js";

/** @typedef {import("../types").SpecialRule} SpecialRule */

const MOST = 3; // that fit under a drawing; the rules of the board tell the rest
const BASIC = "The basic rules";

/** @param {import("../dom.js").Child[]} parts */
const sign = (...parts) => s("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": 1.4 }, parts);
const path = (/** @type {string} */ d, more = {}) => s("path", { d, ...more });

/** @type {Record<SpecialRule, () => import("../dom.js").Child>} */
const SIGNS = {
  race: () => sign(path("M-4 6V-6H4L1.5 -3L4 0H-4")),
  progress: () => sign(path("M-6 5H6M-5 3L-1 -1L1 1L5 -5M5 -5H1.6M5 -5V-1.6")),
  stations: () => houseIcon(1),
  passengers: () => figureIcon("yellow", 14),
  districts: () => sign(s("rect", { x: -5.5, y: -5.5, width: 11, height: 11, rx: 1.5 }), s("rect", { x: -3, y: -3, width: 6, height: 6 })),
  mandala: () => sign(...[0, 72, 144, 216, 288].map((turn) => s("ellipse", { cy: -3.6, rx: 2, ry: 3, transform: `rotate(${turn})` }))),
  countries: () => sign(s("rect", { x: -4, y: -4, width: 8, height: 8, rx: 1 }), s("circle", { r: 1.4, fill: "currentColor", stroke: "none" })),
  tunnels: () => sign(s("rect", { x: -6, y: -3.4, width: 12, height: 6.8, rx: 1, "stroke-dasharray": "2.4 1.6" })),
  ferries: () => sign(path("M-6 1H6L4 5H-4ZM-2 1V-3H2V1M0 -3V-5.5")),
  attractions: () => sign(path("M0 -5.8L1.7 -1.9L5.8 -1.6L2.6 1.1L3.6 5.2L0 3L-3.6 5.2L-2.6 1.1L-5.8 -1.6L-1.7 -1.9Z", { fill: "currentColor", stroke: "none" })),
  longest_path: () => sign(path("M-6 4L-2 -3L2 3L6 -4", { "stroke-width": 2.4 })),
  globetrotter: () => sign(s("circle", { r: 5.6 }), path("M-5.6 0H5.6M0 -5.6C3.4 -2 3.4 2 0 5.6C-3.4 2 -3.4 -2 0 -5.6")),
};

/** @param {import("../types").BoardFacts} board */
export function badges({ special }) {
  const shown = special.slice(0, MOST).map(({ rule, words }) => h("span", {}, SIGNS[rule](), words));
  return h("span", { class: "tile-badges" }, shown.length ? shown.flatMap((badge, n) => (n ? [h("span", { class: "for-readers" }, ", "), badge] : [badge])) : h("span", {}, BASIC));
}
