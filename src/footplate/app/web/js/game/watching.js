/** For those who watch bots: hold the game, let it go on, and choose how fast. */

import { fill, h } from "../dom.js";
import { segments } from "../pages/frame.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("./page.js").GamePage} GamePage */

const SPEEDS = [{ value: "4", word: "Slow" }, { value: "2", word: "Even" }, { value: "1", word: "Fast" }]; // seconds for a turn

export class Watching {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    this.hold = h("button", { type: "button", class: "btn ghost", "aria-keyshortcuts": "Space", onclick: () => this.toggle() });
    this.speeds = segments("speed", "Speed", SPEEDS, "", (seconds) => this.change({ seconds: Number(seconds) }));
    this.element = h("section", { class: "panel watching", "aria-label": "Watching", hidden: true }, h("p", {}, "Bots play all seats; you look on."), this.hold, this.speeds);
  }

  /** @param {Partial<import("../types").Pace>} changes */
  change(changes) {
    this.game.live.send({ type: "pace", ...changes });
  }

  toggle() {
    this.change({ held: !this.game.view.pace?.held });
  }

  /** @param {View} view */
  update(view) {
    this.element.hidden = !view.pace || view.outcome !== null;
    if (!view.pace) return;
    fill(this.hold, view.pace.held ? "Go on" : "Hold", h("kbd", {}, "Space"));
    for (const input of this.speeds.querySelectorAll("input")) input.checked = Number(input.value) === view.pace.seconds;
  }
}
