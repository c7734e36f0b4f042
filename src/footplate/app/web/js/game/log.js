/** What happened, newest first; pointing at a line lights its route; "Replay" shows the others' last turns again. */

import { fill, h } from "../dom.js";
import { airy, signed } from "../pieces.js";
import { roving } from "./roving.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").LogLine} LogLine */
/** @typedef {import("./page.js").GamePage} GamePage */

export class Log {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    this.lines = h("ol", { class: "log-lines", "aria-label": "Log, newest first" });
    this.spoken = h("div", { class: "for-readers", role: "status" });
    this.replay = h("button", { type: "button", class: "btn ghost", onclick: () => game.replayOthers() }, "Replay");
    this.count = 0;
    this.first = "";
    this.settle = roving(this.lines, "li");
  }

  /** @param {View} view */
  update(view) {
    const first = JSON.stringify(view.log.slice(Math.max(0, this.count - 1), this.count));
    if (view.log.length < this.count || first !== this.first) this.clear();
    for (const line of view.log.slice(this.count)) this.add(view, line);
    this.count = view.log.length;
    this.first = JSON.stringify(view.log.slice(-1));
    this.replay.hidden = this.game.othersTurn().length === 0;
    this.settle();
  }

  clear() {
    this.lines.replaceChildren();
    this.count = 0;
  }

  /** @param {View} view @param {LogLine} line */
  add(view, line) {
    const { name, livery } = view.players[line.seat];
    const light = (/** @type {number | null} */ route) => () => line.route !== null && this.game.change({ logged: route });
    this.lines.querySelector(".last")?.classList.remove("last");
    this.lines.prepend(h("li", {
      class: line.route === null ? "last" : "last has-route", tabindex: -1, "data-n": line.n,
      onpointerenter: light(line.route), onpointerleave: light(null), onfocus: light(line.route), onblur: light(null),
    },
    h("span", { class: "turn", "aria-hidden": "true" }, line.turn + 1),
    h("span", {}, h("b", { style: `color:var(--p${livery}-text)` }, name), ` ${airy(line.words)}`),
    h("span", { class: "gained" }, line.points ? signed(line.points) : "")));
    fill(this.spoken, `${name} ${line.words}`);
  }
}
