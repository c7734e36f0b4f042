/** The bar at the foot of a phone: cards, or one part of the side column as a sheet over them; and the signs of one's turn. */

import { h, set } from "../dom.js";
import { toolButton, toolIcon } from "../pieces.js";
import { maySpeak } from "./talk.js";

/** @typedef {import("./state.js").State["sheet"]} Part */

const PARTS = /** @type {const} */ ([["", "Cards", "cards"], ["tickets", "Tickets", "ticket"], ["log", "Log", "log"], ["table", "Table", "talk"]]);

export class Bar {
  /** @param {Pick<import("./actions.js").Actions, "showSheet" | "toggle">} actions */
  constructor(actions) {
    this.parts = PARTS.map(([part, word, icon]) => ({ part, button: h("button", { type: "button", onclick: () => actions.showSheet(part) }, toolIcon(icon), word) }));
    this.signs = h("button", { type: "button", "aria-haspopup": "dialog", onclick: () => { actions.showSheet(""); actions.toggle("signs"); } }, toolIcon("bell"), "Signs");
    this.element = h("nav", { class: "bar", "aria-label": "Parts of the page" }, this.parts.map(({ button }) => button), this.signs);
    this.title = h("h2", {}, "Table"); // the other parts have headings of their own
    this.words = h("span");
    this.head = h("div", { class: "sheet-head" }, this.title, this.words, toolButton("close", "Back to the cards", { onclick: () => actions.showSheet("") }));
  }

  /** @param {Pick<import("./state.js").State, "view" | "sheet" | "signs">} shown */
  update({ view, sheet, signs }) {
    this.element.hidden = view.outcome !== null;
    for (const { part, button } of this.parts) {
      const isOn = part === sheet && !signs;
      set(button, part ? { "aria-expanded": `${isOn}` } : { "aria-pressed": `${isOn}` });
      button.hidden = part === "tickets" && view.you === null;
    }
    set(this.signs, { "aria-expanded": `${signs}`, hidden: view.you === null });
    this.title.hidden = sheet !== "table";
    this.words.textContent = sheet === "table" && maySpeak(view) ? "eight phrases, no free text" : "";
  }
}
