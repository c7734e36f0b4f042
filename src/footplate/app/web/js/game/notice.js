/** What the people of a table have to answer or to know, over the map: an offer to end, a bot that plays for you, who has left. */

import { fill, h } from "../dom.js";
import { plural, toolButton } from "../pieces.js";
import { isSmall } from "./state.js";

/** @typedef {import("../types").View} View */

/** "Bob and Cyd". @param {string[]} names */
const together = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0]);

export class Notice {
  /** @param {Pick<import("./actions.js").Actions, "comeBack" | "answerEnd" | "showTurn">} actions */
  constructor(actions) {
    this.actions = actions;
    /** @type {{ page: HTMLElement, side: HTMLElement } | null} */
    this.places = null;
    this.element = h("section", { class: "panel notice", role: "status", "aria-label": "At the table", hidden: true });
    this.shown = "";
  }

  /** On small screens it stands over the map, or in the sheet of the table while that is open. @param {Pick<import("./state.js").State, "view" | "sheet" | "size">} shown */
  update({ view, sheet }) {
    const place = isSmall() && sheet !== "table" ? this.places?.page : this.places?.side;
    if (place && this.element.parentElement !== place) place.append(this.element);
    const content = view.outcome ? null : this.content(view);
    const key = content ? content.key : "";
    if (!content) this.element.hidden = true;
    if (key === this.shown) return;
    this.shown = key;
    if (!content) return;
    this.element.hidden = false; // also for those who have put an earlier one aside
    fill(this.element, h("p", {}, content.words), content.buttons,
      toolButton("close", "Put this aside", { onclick: () => { this.element.hidden = true; } }));
  }

  /** @param {View} view @returns {{ key: string, words: import("../dom.js").Child[], buttons: import("../dom.js").Child[] } | null} */
  content(view) {
    const { you, end, players, played, stand_in: bot } = view;
    const me = you === null ? null : players[you];
    if (me?.plays) {
      const why = me.plays.why === "time" ? "You ran out of time." : "You were away.";
      return { key: `plays ${me.plays.since}`, words: [h("b", {}, `${bot} plays for you. `), why], buttons: [button("I am back", () => this.actions.comeBack())] };
    }
    if (end.agreed.length) return this.offer(view);
    if (played) {
      return {
        key: `played ${played.since} ${played.turns}`, words: [h("b", {}, `${bot} played ${plural(played.turns, "turn")} for you. `), "Now you play again."],
        buttons: [button("Show in the log", () => this.actions.showTurn(played.since))],
      };
    }
    const left = players.filter((player) => player.left).map(({ name }) => name);
    if (!left.length) return null;
    return { key: `left ${left.join()}`, words: [h("b", {}, `${together(left)} ${left.length > 1 ? "play" : "plays"} on.`), " The game is not rated."], buttons: [] };
  }

  /** @param {View} view */
  offer({ you, end: { agreed, asked }, players }) {
    const who = agreed[0] === you ? "You offer" : `${players[agreed[0]].name} offers`;
    const mine = you !== null && asked.includes(you) && !agreed.includes(you);
    return {
      key: `end ${agreed.join()} of ${asked.join()}`,
      words: [h("b", {}, `${who} to end. `), "Scores stand as they are, nobody is rated. ", h("span", { class: "muted" }, `${agreed.length} of ${asked.length} agree.`)],
      buttons: mine ? [button("Agree", () => this.actions.answerEnd(true)), button("Play on", () => this.actions.answerEnd(false), "btn ghost small")] : [],
    };
  }
}

/** @param {string} word @param {() => void} act @param {string} [look] */
const button = (word, act, look = "btn small") => h("button", { type: "button", class: look, onclick: act }, word);
