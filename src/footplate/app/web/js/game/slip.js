/** A board's special rule in a few words, when it is first met: once for each player and rule. */

import { fill, h } from "../dom.js";
import { isSmall } from "./state.js";

export class RuleSlip {
  /** @param {HTMLElement} page its place on small screens @param {HTMLElement} side on others @param {Pick<import("./actions.js").Actions, "closeSlip">} actions */
  constructor(page, side, actions) {
    this.page = page;
    this.side = side;
    this.actions = actions;
    /** @type {import("../types").Slip | null} */
    this.shown = null;
    this.element = h("aside", { class: "rule-slip", role: "status", hidden: true });
  }

  /** It covers no part of the map: it has a place of its own. @param {Pick<import("./state.js").State, "view" | "slip" | "size">} shown */
  update({ view, slip }) {
    const place = isSmall() ? this.page : this.side;
    if (this.element.parentElement !== place) place.append(this.element);
    this.element.hidden = !slip || view.outcome !== null;
    if (slip && slip !== this.shown) {
      fill(this.element, h("h2", {}, slip.title), h("button", { type: "button", class: "btn small", onclick: () => this.actions.closeSlip() }, "Understood"), h("p", {}, slip.words));
    }
    this.shown = slip;
  }
}
