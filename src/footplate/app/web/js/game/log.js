/** What happened, newest first; pointing at a line lights its route; "Replay" shows the others' last turns again. */

import { fill, h, set } from "../dom.js";
import { airy, plural, signed } from "../pieces.js";
import { othersTurn } from "./looking.js";
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
    /** @type {HTMLElement[]} oldest first */
    this.rows = [];
    this.settle = roving(this.lines, "li");
  }

  /** @param {View} view */
  update(view) {
    const turns = byTurn(view.log);
    while (this.rows.length > turns.length) this.rows.pop()?.remove();
    turns.forEach((turn, n) => this.show(view, turn, n));
    this.rows.forEach((row, n) => row.classList.toggle("last", n === this.rows.length - 1));
    this.replay.hidden = othersTurn(view).length === 0;
    this.settle();
  }

  /** @param {View} view @param {readonly LogLine[]} turn @param {number} n */
  show(view, turn, n) {
    const row = this.rows[n] ?? this.add();
    const words = turnWords(turn);
    const { name, livery } = view.players[turn[0].seat];
    const key = `${name} ${words}`;
    if (row.dataset.key === key) return;
    row.dataset.key = key;
    const route = turn[0].route;
    const points = turn.reduce((sum, line) => sum + line.points, 0);
    set(row, { "data-route-shown": route, class: route === null ? "" : "has-route" });
    fill(row, h("span", { class: "turn", "aria-hidden": "true" }, turn[0].turn + 1),
      h("span", {}, h("b", { style: `color:var(--p${livery}-text)` }, name), ` ${airy(words)}`),
      h("span", { class: "gained" }, points ? signed(points) : ""));
    fill(this.spoken, key);
  }

  add() {
    const row = h("li", { tabindex: -1 });
    const shown = () => row.getAttribute("data-route-shown");
    const light = (/** @type {boolean} */ on) => () => shown() !== null && this.game.change({ logged: on ? Number(shown()) : null });
    set(row, {
      onpointerenter: light(true), onpointerleave: light(false), onfocus: light(true), onblur: light(false),
      onclick: () => shown() !== null && this.game.showOnMap({ logged: Number(shown()) }),
    });
    this.rows.push(row);
    this.lines.prepend(row);
    return row;
  }
}

/** The actions of one turn belong together. @param {readonly LogLine[]} log */
function byTurn(log) {
  /** @type {LogLine[][]} */
  const turns = [];
  for (const line of log) {
    const last = turns[turns.length - 1];
    if (last && last[0].seat === line.seat && last[0].turn === line.turn) last.push(line);
    else turns.push([line]);
  }
  return turns;
}

/**
 * One sentence for a turn: "took 2 cards: yellow face up, 1 from the deck.", "drew tickets and kept 1 of 3."
 * @param {readonly LogLine[]} turn
 */
function turnWords(turn) {
  const [first, second] = turn;
  if (second && first.words.startsWith("looked at")) return `drew tickets and ${second.words.replace(" tickets", "")}`;
  if (turn.length === 1 || !turn.every((line) => line.took || line.n_drawn)) return turn.map((line) => line.words).join(" Then ");
  const taken = turn.flatMap((line) => (line.took ? [line.took] : []));
  const drawn = turn.reduce((sum, line) => sum + line.n_drawn, 0);
  const known = turn.flatMap((line) => line.drew ?? []);
  const blind = drawn ? `${drawn} from the deck${known.length ? ` (${known.join(" and ")})` : ""}` : "";
  const chance = turn.map((line) => line.words.slice(line.words.indexOf(".") + 1)).join("");
  const what = taken.length ? [`${taken.join(" and ")} face up`, blind].filter(Boolean).join(", ") : blind;
  const count = plural(taken.length + drawn, "card");
  return taken.length ? `took ${count}: ${what}.${chance}` : `took ${count} from the deck${known.length ? `: ${known.join(" and ")}` : ""}.${chance}`;
}
