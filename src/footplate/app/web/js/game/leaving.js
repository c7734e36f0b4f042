/** When somebody has left for good: who it was, and whether a bot shall take the seat, which all must agree to. */

import { fill, h } from "../dom.js";
import { toolButton } from "../pieces.js";

/** @typedef {import("../types").View} View */

/** "Bob and Cyd". @param {string[]} names */
const together = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0]);

export class Leaving {
  /** @param {Pick<import("./actions.js").Actions, "agree">} actions */
  constructor(actions) {
    this.actions = actions;
    this.element = h("section", { class: "panel leaving", role: "status", "aria-label": "Somebody has left", hidden: true });
    this.shown = "";
  }

  /** @param {Pick<import("./state.js").State, "view">} shown */
  update({ view }) {
    const left = view.players.filter((player) => player.left).map(({ name }) => name);
    const waiting = view.players.filter(({ kind, free, left: gone, agrees, seat }) => kind === "person" && !free && !gone && !agrees && !view.here.includes(seat)).map(({ name }) => name);
    const mine = view.you !== null && !view.players[view.you].agrees;
    const key = JSON.stringify([left, waiting, mine, view.you]);
    const isOver = left.length === 0 || view.outcome !== null;
    if (isOver) this.element.hidden = true;
    if (isOver || key === this.shown) return;
    this.shown = key;
    this.element.hidden = false; // also for those who have put it aside: something has changed
    const whose = left.length > 1 ? "those places" : `${left[0]}'s place`;
    fill(this.element,
      h("p", {}, h("b", {}, `${together(left)} ${left.length > 1 ? "have" : "has"} left.`), ` If all agree, ${view.stand_in} plays on in ${whose}.`,
        !mine && waiting.length > 0 && ` Waiting for ${together(waiting)}.`),
      mine && h("button", { type: "button", class: "btn small", onclick: () => this.actions.agree() }, "Agree"),
      toolButton("close", "Put this aside", { onclick: () => { this.element.hidden = true; } }));
  }
}
