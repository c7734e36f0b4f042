/** One's total with its parts, in the top bar: "You 30 = routes 32 + done 9 − open 11". Only oneself sees it. */

import { fill, h } from "../dom.js";
import { minus } from "../pieces.js";

/** @typedef {import("../types").View} View */

export class Total {
  constructor() {
    this.element = h("p", { class: "total" });
  }

  /** @param {View} view */
  update(view) {
    const parts = partsOf(view);
    this.element.hidden = parts.length === 0;
    if (!parts.length) return;
    const sum = parts.reduce((points, part) => points + part.points, 0);
    fill(this.element, h("span", { class: "who" }, "You "), h("b", {}, minus(sum)),
      h("span", { class: "parts" }, " = ", parts.map(({ title, points, look }, n) => h("span", {},
        n ? (look === "bad" ? " − " : " + ") : "", `${title} `, h("b", { class: look }, Math.abs(points))))));
  }
}

/** The parts of the score so far, also those that a board adds; none in a race, where tickets win, and in a game of progress. @param {View} view */
function partsOf({ you, players, score, outcome, special }) {
  const me = you === null ? null : players[you];
  if (!me || !score || outcome || me.race || me.progress) return [];
  return [
    { title: "routes", points: score.routes, look: "" },
    { title: "done", points: score.done, look: "good" },
    ...Object.entries({ districts: me.districts, stations: me.stations?.points, passengers: special.passengers?.rows.find(({ seat }) => seat === you)?.now, mandala: special.mandala?.points })
      .flatMap(([title, points]) => (typeof points === "number" ? [{ title, points, look: "good" }] : [])),
    { title: "open", points: score.open, look: "bad" },
  ];
}
