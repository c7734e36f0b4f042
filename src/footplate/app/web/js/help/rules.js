/** The rules in plain words, as the server tells them for a board. */

import { h, s } from "../dom.js";

/** @typedef {import("../types").RuleSection} RuleSection */

/** @param {readonly RuleSection[]} sections @returns {HTMLElement[]} */
export const rules = (sections) => sections.map(({ title, words, list, points }) => h("section", {}, h("h2", {}, title),
  words && h("p", {}, words),
  list.length > 0 && h("ul", { class: "plain-list" }, list.map((item) => h("li", {}, item.lead && h("b", {}, `${item.lead} `), item.words))),
  points.length > 0 && pointsTable(points)));

/** @param {RuleSection["points"]} points */
function pointsTable(points) {
  return h("table", { class: "points-table" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Trains"), h("th", { scope: "col" }, "Points"), h("th", {}, h("span", { class: "for-readers" }, "Drawing")))),
    h("tbody", {}, points.map(([length, worth]) => h("tr", {}, h("td", {}, length), h("td", {}, h("b", {}, worth)), h("td", {}, cars(length))))));
}

/** @param {number} n */
function cars(n) {
  return s("svg", { width: n * 22, height: 12, viewBox: `0 0 ${n * 22} 12`, "aria-hidden": "true" }, Array.from({ length: n }, (_, i) =>
    s("rect", { x: i * 22 + 1, y: 1.5, width: 19, height: 8.6, rx: 1.8, fill: "var(--grey)", stroke: "var(--slot-edge)", "stroke-width": 0.9 })));
}
