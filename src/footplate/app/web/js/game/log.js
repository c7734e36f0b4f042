/** What happened, newest first; pointing at a line lights its route; "Replay" shows the others' last turns again. */

import { fill, h, set } from "../dom.js";
import { airy, signed } from "../pieces.js";
import { othersTurn } from "./map_state.js";
import { roving } from "./roving.js";

/** @typedef {import("../types").View} View */
/** A line, and what it is known by. @typedef {{ id: string, isSaid: boolean, line: import("../types").LogLine }} Entry */

export class Log {
  /** @param {Pick<import("./actions.js").Actions, "look" | "showOnMap">} actions @param {() => void} replay shows the others' last turns again */
  constructor(actions, replay) {
    this.actions = actions;
    this.lines = h("ol", { class: "log-lines", "aria-label": "Log, newest first" });
    this.spoken = h("div", { class: "for-readers", role: "status" });
    this.replay = h("button", { type: "button", class: "btn ghost", onclick: replay }, "Replay");
    /** @type {Map<string, HTMLElement>} by what they tell */
    this.rows = new Map();
    this.begun = false; // a page that is opened in the middle of a game doesn't read all of it
    this.settle = roving(this.lines, "li");
  }

  /** @param {View} view @param {ReadonlySet<number>} muted */
  update(view, muted) {
    const entries = entriesOf(view, muted);
    const kept = new Set(entries.map(({ id }) => id));
    for (const [id, row] of this.rows) {
      if (kept.has(id)) continue;
      row.remove();
      this.rows.delete(id);
    }
    const fresh = entries.map((entry) => this.show(view, entry)).filter((words) => words !== null);
    if (fresh.length) fill(this.spoken, fresh.slice(this.begun ? 0 : -1).map((words) => h("p", {}, words)));
    this.begun = true;
    /** @type {HTMLElement | null} */
    let older = null;
    for (const { id } of entries) {
      const row = /** @type {HTMLElement} */ (this.rows.get(id));
      if (row.nextElementSibling !== older || !row.parentElement) this.lines.insertBefore(row, older);
      row.classList.toggle("last", id === `${view.log.length - 1}`);
      older = row;
    }
    this.replay.hidden = othersTurn(view).length === 0;
    this.settle();
  }

  /** What is new in it, for screen readers; phrases are heard at the players' names. @param {View} view @param {Entry} entry @returns {string | null} */
  show(view, { id, line: { turn, seat, words, points, route }, isSaid }) {
    const row = this.rows.get(id) ?? this.add(id);
    const { name, livery } = view.players[seat];
    const key = `${name} ${words}`;
    if (row.dataset.key === key) return null;
    row.dataset.key = key;
    set(row, { "data-route-shown": route, "data-turn": turn, class: route === null ? (isSaid ? "said" : "") : "has-route" });
    fill(row, h("span", { class: "turn", "aria-hidden": "true" }, turn + 1),
      h("span", {}, h("b", { style: `color:var(--p${livery}-text)` }, name), ` ${airy(words)}`),
      h("span", { class: "gained" }, points ? signed(points) : ""));
    return isSaid ? null : key;
  }

  /** @param {string} id */
  add(id) {
    const row = h("li", { tabindex: -1 });
    const shown = () => row.getAttribute("data-route-shown");
    const light = (/** @type {boolean} */ on) => () => shown() !== null && this.actions.look({ logged: on ? Number(shown()) : null });
    set(row, {
      onpointerenter: light(true), onpointerleave: light(false), onfocus: light(true), onblur: light(false),
      onclick: () => shown() !== null && this.actions.showOnMap({ logged: Number(shown()) }),
    });
    this.rows.set(id, row);
    return row;
  }
}

/** What was done and said, oldest first. @param {View} view @param {ReadonlySet<number>} muted @returns {Entry[]} */
function entriesOf({ log, said, phrases }, muted) {
  const heard = said.filter(({ seat }) => !muted.has(seat)).map(({ n, seat, phrase, turn }) =>
    ({ id: `said ${n}`, isSaid: true, line: { turn, seat, words: `says “${phrases[phrase]}”`, points: 0, route: null } }));
  const done = log.map((line, n) => ({ id: `${n}`, isSaid: false, line }));
  return [...heard, ...done].sort((one, other) => one.line.turn - other.line.turn); // what was said in a turn comes before what it brought
}
