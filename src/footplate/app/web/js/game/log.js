/** What happened, newest first; pointing at a line lights its route; "Replay" shows the others' last turns again. */

import { fill, h, set } from "../dom.js";
import { airy, signed } from "../pieces.js";
import { othersTurn } from "./map_state.js";
import { roving } from "./roving.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").LogLine} LogLine */

export class Log {
  /** @param {Pick<import("./actions.js").Actions, "look" | "showOnMap">} actions @param {() => void} replay shows the others' last turns again */
  constructor(actions, replay) {
    this.actions = actions;
    this.lines = h("ol", { class: "log-lines", "aria-label": "Log, newest first" });
    this.spoken = h("div", { class: "for-readers", role: "status" });
    this.replay = h("button", { type: "button", class: "btn ghost", onclick: replay }, "Replay");
    /** @type {HTMLElement[]} oldest first */
    this.rows = [];
    this.begun = false; // a page that is opened in the middle of a game doesn't read all of it
    this.settle = roving(this.lines, "li");
  }

  /** @param {View} view */
  update(view) {
    while (this.rows.length > view.log.length) this.rows.pop()?.remove();
    const fresh = view.log.map((line, n) => this.show(view, line, n)).filter((words) => words !== null);
    if (fresh.length) fill(this.spoken, fresh.slice(this.begun ? 0 : -1).map((words) => h("p", {}, words)));
    this.begun = true;
    this.rows.forEach((row, n) => row.classList.toggle("last", n === this.rows.length - 1));
    this.replay.hidden = othersTurn(view).length === 0;
    this.settle();
  }

  /** What is new in it, for screen readers. @param {View} view @param {LogLine} line @param {number} n @returns {string | null} */
  show(view, { turn, seat, words, points, route }, n) {
    const row = this.rows[n] ?? this.add();
    const { name, livery } = view.players[seat];
    const key = `${name} ${words}`;
    if (row.dataset.key === key) return null;
    row.dataset.key = key;
    set(row, { "data-route-shown": route, class: route === null ? "" : "has-route" });
    fill(row, h("span", { class: "turn", "aria-hidden": "true" }, turn + 1),
      h("span", {}, h("b", { style: `color:var(--p${livery}-text)` }, name), ` ${airy(words)}`),
      h("span", { class: "gained" }, points ? signed(points) : ""));
    return key;
  }

  add() {
    const row = h("li", { tabindex: -1 });
    const shown = () => row.getAttribute("data-route-shown");
    const light = (/** @type {boolean} */ on) => () => shown() !== null && this.actions.look({ logged: on ? Number(shown()) : null });
    set(row, {
      onpointerenter: light(true), onpointerleave: light(false), onfocus: light(true), onblur: light(false),
      onclick: () => shown() !== null && this.actions.showOnMap({ logged: Number(shown()) }),
    });
    this.rows.push(row);
    this.lines.prepend(row);
    return row;
  }
}
