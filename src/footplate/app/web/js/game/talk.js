/** Eight phrases and no chat; an offer to end the game; resigning. In the place of the log, for those who play with people. */

import { fill, h } from "../dom.js";

/** @typedef {import("../types").View} View */

const ASKED = 8000; // milliseconds until a question is taken back

export class Talk {
  /** @param {Pick<import("./actions.js").Actions, "speak" | "answerEnd" | "resign">} actions */
  constructor(actions) {
    this.actions = actions;
    this.phrases = h("div", { class: "phrases", role: "group", "aria-label": "Say" });
    this.end = h("button", { type: "button", class: "btn ghost small", onclick: () => actions.answerEnd(true) }, "Offer to end");
    this.reason = h("p", { class: "hint" });
    this.leaving = h("div", { class: "resigning" });
    this.element = h("div", { class: "talk", hidden: true }, this.phrases);
    this.ends = h("section", { class: "panel ends", "aria-label": "End or leave the game", hidden: true }, this.end, this.leaving, this.reason);
    this.timer = 0;
    this.bot = "";
    this.rest();
  }

  /** @param {Pick<import("./state.js").State, "view" | "tab">} shown */
  update({ view, tab }) {
    this.ends.hidden = !maySpeak(view);
    this.element.hidden = tab !== "say" || !maySpeak(view);
    this.bot = view.stand_in;
    if (this.phrases.childElementCount !== view.phrases.length) {
      fill(this.phrases, view.phrases.map((words, n) => h("button", { type: "button", class: "btn ghost small", "aria-keyshortcuts": `${n + 1}`, onclick: () => this.actions.speak(n) }, words)));
    }
    const { agreed, again } = view.end;
    this.end.toggleAttribute("disabled", again > 0 || agreed.length > 0);
    fill(this.reason, again > 0 && `An end can be offered again in ${again} turns.`);
  }

  /** The button; it asks in its own place. @param {boolean} [focused] */
  rest(focused = false) {
    clearTimeout(this.timer);
    const button = h("button", { type: "button", class: "btn ghost small", onclick: () => this.ask() }, "Resign");
    fill(this.leaving, button);
    if (focused) button.focus();
  }

  ask() {
    const stay = h("button", { type: "button", class: "btn ghost small", onclick: () => this.rest(true) }, "Keep playing");
    fill(this.leaving, h("span", { role: "alert" }, `Resign? ${this.bot} plays on.`),
      h("button", { type: "button", class: "btn danger small", onclick: () => this.actions.resign() }, "Resign"), stay);
    stay.focus();
    this.timer = setTimeout(() => this.rest(), ASKED);
  }
}

/** Whether there is somebody to talk to. @param {View} view */
export const maySpeak = (view) => view.you !== null && view.is_shared && view.outcome === null;
