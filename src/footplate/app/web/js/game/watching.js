/** For those who watch: that they only watch; where bots alone play, hold the game, let it go on, and choose how fast. */

import { fill, h } from "../dom.js";
import { segments } from "../pages/frame.js";

/** @typedef {import("../types").View} View */

const SPEEDS = [{ value: "4", word: "Slow" }, { value: "2", word: "Even" }, { value: "1", word: "Fast" }]; // seconds for a turn

export class Watching {
  /** @param {Pick<import("./actions.js").Actions, "pace" | "toggleHold">} actions */
  constructor(actions) {
    this.hold = h("button", { type: "button", class: "btn ghost", "aria-keyshortcuts": "Space", onclick: () => actions.toggleHold() });
    this.speeds = segments("speed", "Speed", SPEEDS, "", (seconds) => actions.pace({ seconds: Number(seconds) }));
    this.words = h("p", { role: "status" });
    this.element = h("section", { class: "panel watching", "aria-label": "Watching", hidden: true }, this.words, this.hold, this.speeds);
  }

  /** @param {Pick<import("./state.js").State, "view">} shown */
  update({ view }) {
    this.element.hidden = view.you !== null || view.outcome !== null;
    this.hold.hidden = this.speeds.hidden = !view.pace;
    const words = `You only watch. ${view.pace ? "Bots play all seats." : "Hands and tickets of the players are hidden from you."}`;
    if (this.words.textContent !== words) fill(this.words, words);
    if (!view.pace) return;
    fill(this.hold, view.pace.held ? "Go on" : "Hold", h("kbd", {}, "Space"));
    for (const input of this.speeds.querySelectorAll("input")) input.checked = Number(input.value) === view.pace.seconds;
  }
}
