/** The race for tickets: a rail with a stop for each, in place of the pieces. */

import { s } from "../dom.js";

/** @typedef {import("../types").RaceStand} RaceStand */

const APART = 34;
const WIDE = 24;

/** Check, or star for coast to coast; stops that are left have their number. @param {RaceStand} race @returns {SVGElement} */
export function raceRail({ goal, stops }) {
  const width = APART * (goal - 1) + WIDE + 12;
  const sleepers = Array.from({ length: Math.floor(width / 4) }, (_, i) => `M${i * 4 + 1} 6V12`).join("");
  return s("svg", { class: "race-rail", viewBox: `0 0 ${width} 18`, preserveAspectRatio: "xMinYMid meet", "aria-hidden": "true" },
    s("path", { d: `M0 7.4H${width}M0 10.6H${width}${sleepers}`, stroke: "var(--rule-strong)", "stroke-width": 0.8 }),
    Array.from({ length: goal }, (_, i) => s("g", { transform: `translate(${i * APART + 6 + WIDE / 2} 9)`, class: stops[i] ? "stop reached" : "stop" },
      s("rect", { x: -WIDE / 2, y: -8, width: WIDE, height: 16, rx: 3 }),
      !stops[i] && s("text", { y: 4, "text-anchor": "middle" }, i + 1),
      stops[i] === "ticket" && s("path", { d: "M-4.5.3-1.6 3.2 4.6-3.2", fill: "none", stroke: "var(--good)", "stroke-width": 2.2 }),
      stops[i] === "coast" && s("use", { href: "#sym-yellow", x: -6.5, y: -6.5, width: 13, height: 13, style: "color:var(--good)" }))));
}
