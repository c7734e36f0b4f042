/** A small scene for pages that have nothing to show yet: two cities, and a route of which some trains are laid. */

import { s } from "./dom.js";

const CARS = 6;
const CAR = { width: 40, height: 13 };
const [START, CONTROL, END] = [[38, 88], [150, 4], [322, 66]]; // of the route's curve

/** A point of the curve, and the angle there. @param {number} t from 0 to 1 */
function along(t) {
  const at = (/** @type {0 | 1} */ i) => (1 - t) ** 2 * START[i] + 2 * t * (1 - t) * CONTROL[i] + t ** 2 * END[i];
  const way = (/** @type {0 | 1} */ i) => (1 - t) * (CONTROL[i] - START[i]) + t * (END[i] - CONTROL[i]);
  return { x: at(0).toFixed(1), y: at(1).toFixed(1), angle: ((Math.atan2(way(1), way(0)) * 180) / Math.PI).toFixed(1) };
}

/** @param {{ livery?: number, laid?: number }} [how] `laid`: how many of its six spaces have trains @returns {SVGElement} */
export function vignette({ livery = 1, laid = 0 } = {}) {
  const land = "M18 70C30 30 96 10 178 12S340 22 346 62S300 112 190 112S6 112 18 70Z";
  const curve = `M${START}Q${CONTROL} ${END}`;
  const { width, height } = CAR;
  const cars = Array.from({ length: CARS }, (_, n) => {
    const { x, y, angle } = along((n + 0.62) / (CARS + 0.24));
    const isLaid = n < laid;
    const box = { x: -width / 2, y: -height / 2, width, height };
    return s("g", { transform: `translate(${x} ${y}) rotate(${angle})` },
      s("rect", { ...box, rx: isLaid ? 3 : 1.8, fill: isLaid ? `var(--p${livery})` : "var(--grey)", stroke: isLaid ? "var(--train-edge)" : "var(--slot-edge)" }),
      isLaid && s("use", { href: `#livery-p${livery}`, x: -10, y: -4, width: 20, height: 8, style: `color:var(--p${livery}-on)` }));
  });
  return s("svg", { class: "vignette", viewBox: "0 0 364 124", "aria-hidden": "true" },
    [26, 15, 6].map((wide) => s("path", { d: land, fill: "none", stroke: "var(--waterline)", "stroke-width": wide, opacity: 0.16 })),
    s("path", { d: land, fill: "var(--land)", stroke: "var(--coast)" }),
    s("path", { d: curve, fill: "none", stroke: laid === CARS ? `var(--p${livery})` : "var(--rail)", "stroke-width": laid === CARS ? 4 : 1.2 }), cars,
    [START, END].map(([cx, cy]) => s("circle", { cx, cy, r: 6.4, fill: "var(--city)", stroke: "var(--city-ring)", "stroke-width": 2 })));
}
