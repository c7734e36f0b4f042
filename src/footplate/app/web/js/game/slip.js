/** A board's special rule in a few words, when it is first met: once for each player and rule. */

import { fill, h } from "../dom.js";
import { changeSettings, settings } from "../settings.js";
import { SMALL } from "./frame.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Slip} Slip */
/** @typedef {import("./page.js").GamePage} GamePage */

export class RuleSlip {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    /** @type {Slip | null} */
    this.shown = null;
    this.element = h("aside", { class: "rule-slip", role: "status", hidden: true });
  }

  get isOpen() {
    return this.shown !== null;
  }

  /** Rules that the player has read about. @returns {readonly string[]} */
  get read() {
    return Array.isArray(settings.rulesMet) ? settings.rulesMet : [];
  }

  /** One at a time, and none while the tutorial speaks. It covers no part of the map: it has a place of its own. @param {View} view */
  update(view) {
    const { element, side } = this.game.frame;
    const place = matchMedia(SMALL).matches ? element : side;
    if (this.element.parentElement !== place) place.append(this.element);
    this.element.hidden = !this.shown || view.outcome !== null;
    if (this.shown || !settings.tutorialDone || view.outcome) return;
    const next = view.slips.find(({ rule }) => !this.read.includes(rule));
    if (!next) return;
    this.shown = next;
    this.element.hidden = false;
    fill(this.element, h("h2", {}, next.title), h("button", { type: "button", class: "btn small", onclick: () => this.close() }, "Understood"), h("p", {}, next.words));
  }

  close() {
    if (!this.shown) return;
    const rulesMet = [...this.read, this.shown.rule];
    this.shown = null;
    this.element.hidden = true;
    changeSettings({ rulesMet }).catch(() => {}); // without the server it is remembered in the browser
    this.update(this.game.view);
  }
}
