/** The other players on a phone: a chip each, with the score that all see, the clock, and who is away. */

import { fill, h } from "../dom.js";
import { emblem, minus } from "../pieces.js";
import { awayWords, clockWords, leftOf } from "./clocks.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Player} Player */

export class Chips {
  constructor() {
    this.list = h("ul");
    this.element = h("section", { class: "chips", "aria-label": "The others" }, this.list);
    /** @type {{ player: Player, words: HTMLElement }[]} */
    this.shown = [];
    this.at = 0; // when the view came
    this.bot = "";
  }

  /** @param {View} view */
  update(view) {
    this.at = view.at ?? performance.now();
    this.bot = view.stand_in;
    this.shown = view.players.filter(({ seat }) => seat !== view.you).map((player) => ({ player, words: h("small") }));
    fill(this.list, this.shown.map(({ player, words }) => h("li", { class: view.to_move === player.seat ? "chip moves" : "chip" },
      emblem(player.livery, 24, 11), h("b", { class: "name" }, player.name), h("b", { class: "num" }, player.race ? player.race.done : minus(player.score)), words)));
    this.element.hidden = view.outcome !== null || this.shown.length === 0;
    this.tick();
  }

  /** Count down. */
  tick() {
    const since = performance.now() - this.at;
    for (const { player, words } of this.shown) {
      const left = leftOf(player, since);
      const text = awayWords(player, since, this.bot) || (left === null ? player.level : `${clockWords(left)} left`);
      if (words.textContent !== text) words.textContent = text;
    }
  }
}
