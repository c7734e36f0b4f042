/** Passengers: which one to take of those who wait in a city, and the table of who has how many of each colour. */

import { fill, h, s } from "../dom.js";
import { cardWord, emblem, figure, signed } from "../pieces.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").PassengersView} PassengersView */

/** A figure in a train colour with its symbol. @param {string} color @param {number} [width] @returns {SVGElement} */
export const figureIcon = (color, width = 10) =>
  s("svg", { class: "figure-icon", width, height: 1.4 * width, viewBox: "-5 -7 10 14", "aria-hidden": "true" }, figure(color));

export class PassengerTray {
  /** @param {Pick<import("./actions.js").Actions, "takePassenger" | "decline">} actions */
  constructor(actions) {
    this.actions = actions;
    this.element = h("section", { class: "panel dock-tray passenger-tray", "aria-label": "Take a passenger", hidden: true });
    this.painted = "";
  }

  /** @param {Pick<import("./state.js").State, "view">} shown */
  update({ view }) {
    const asked = view.passenger;
    this.element.hidden = !asked;
    const key = asked ? `${view.version}` : "";
    if (key === this.painted) return;
    this.painted = key;
    if (!asked) return;
    fill(this.element,
      h("div", { class: "tray-words" }, h("div", {}, h("b", {}, asked.title), h("p", {}, "Most of a colour counts at the end.")),
        view.legal.decline !== null && h("button", { type: "button", class: "btn ghost", onclick: () => this.actions.decline() }, "Take none", h("kbd", { "aria-hidden": "true" }, "Esc"))),
      h("div", { class: "choices passenger-choices", role: "group", "aria-label": asked.title }, asked.choices.map(({ color, words }, n) =>
        h("button", { type: "button", class: "choice passenger-choice", "aria-keyshortcuts": `${n + 1}`, onclick: () => this.actions.takePassenger(n) },
          figureIcon(color, 26), h("span", {}, h("b", {}, cardWord(color)), h("span", { class: "for-readers" }, ": "), h("small", {}, words)), h("kbd", { "aria-hidden": "true" }, n + 1)))));
    /** @type {HTMLElement | null} */ (this.element.querySelector(".passenger-choice"))?.focus({ preventScroll: true });
  }
}

/** Players by colours; most have a tint and a line, second most a thin line. @param {import("./panels.js").Table} view @param {PassengersView} passengers */
export function passengersTable(view, { colors, rows }) {
  return h("table", { class: "passenger-table", "aria-label": "Passengers by player and colour" },
    h("thead", {}, h("tr", {}, h("th", {}, h("span", { class: "for-readers" }, "Player")),
      colors.map((color) => h("th", { scope: "col" }, figureIcon(color), h("span", { class: "for-readers" }, color))), h("th", { scope: "col" }, "now"))),
    h("tbody", {}, rows.map(({ seat, held, now }) => h("tr", {},
      h("th", { scope: "row" }, emblem(view.players[seat].livery, 26, 12), h("span", { class: "for-readers" }, view.players[seat].name)),
      held.map(({ n, rank }) => h("td", { class: rank }, n || [h("span", { "aria-hidden": "true" }, "·"), h("span", { class: "for-readers" }, "0")], rank && h("span", { class: "for-readers" }, rank === "most" ? ", most" : ", second"))),
      h("td", { class: "now" }, signed(now))))));
}
