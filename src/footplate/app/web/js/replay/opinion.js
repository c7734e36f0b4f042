/** The search's opinion on a position of a replay: chance to win and best moves, when somebody asks. */

import { fill, h } from "../dom.js";
import { ServerError, ask } from "../net.js";
import { percent } from "../pieces.js";

/** @typedef {import("../types").SearchReport} SearchReport */

const SHOWN = 5;
const SECONDS = [2, 5, 10];

export class Opinion {
  /**
   * @param {import("../types").Replay} replay
   * @param {() => void} changed the marks on the map
   */
  constructor(replay, changed) {
    this.replay = replay;
    this.changed = changed;
    /** @type {Map<number, SearchReport>} by step */
    this.reports = new Map();
    this.step = 0;
    this.asked = 0; // requests so far: an old answer is not shown
    this.element = h("section", { class: "panel search replay-opinion", "aria-label": "The search's opinion", "aria-live": "polite" });
  }

  /** @param {number} step */
  show(step) {
    this.step = step;
    this.asked += 1;
    this.paint();
  }

  get report() {
    return this.reports.get(this.step);
  }

  /** @returns {{ route: number, rank: number }[]} */
  marks() {
    return (this.report?.moves ?? []).slice(0, SHOWN).flatMap(({ route }, n) => (route === null || route === undefined ? [] : [{ route, rank: n + 1 }]));
  }

  /** @param {number} seconds */
  async think(seconds) {
    const { step } = this;
    const mine = (this.asked += 1);
    this.paint("Searching …");
    try {
      const { id, source } = this.replay;
      const report = await ask("POST", "/api/opinion", { [source === "game" ? "game" : "replay"]: id, step, seconds });
      this.reports.set(step, report);
      if (mine === this.asked) this.paint();
    } catch (error) {
      if (mine === this.asked) this.paint(error instanceof ServerError && error.status !== 404 && error.status !== 405
        ? `The search has no opinion here: ${error.message}.` : "This server has no search to ask.");
    }
    this.changed();
  }

  /** @param {string} [words] in place of figures */
  paint(words) {
    const { report } = this;
    const over = this.replay.steps[this.step].phase === "over";
    fill(this.element, h("h2", { class: "caps" }, "The search's opinion"),
      words !== undefined || !report
        ? h("p", { class: "hint" }, words ?? (over ? "The game is over: there is nothing to search." : "What would the search do here, and who would win?"))
        : [this.odds(report), this.moves(report), report.reason && h("p", { class: "hint" }, report.reason)],
      words === undefined && !over && h("div", { class: "search-foot" },
        h("span", {}, report ? `${report.iterations.toLocaleString("en")} visits in ${report.seconds.toFixed(1)} s` : ""),
        h("span", { class: "acts" }, SECONDS.map((seconds) => h("button", {
          type: "button", class: "btn ghost small", id: `think-${seconds}`, onclick: () => this.think(seconds),
        }, `${seconds} s`)))));
  }

  /** @param {SearchReport} report */
  odds(report) {
    const mover = this.replay.steps[this.step].to_move ?? 0;
    const shares = report.seats ?? this.replay.players.map((_, seat) =>
      (seat === mover ? report.moves[0].win : (1 - report.moves[0].win) / (this.replay.players.length - 1)));
    return h("div", { class: "odds" }, this.replay.players.map(({ name, livery }, seat) => h("span", {
      style: `width:${100 * shares[seat]}%;background:var(--p${livery});color:var(--p${livery}-on)`, title: `${name} ${percent(shares[seat])}`,
    }, `${name} ${percent(shares[seat])}`)));
  }

  /** @param {SearchReport} report */
  moves({ moves }) {
    const most = Math.max(1, moves[0]?.visits ?? 1);
    return h("ol", { class: "moves" }, moves.slice(0, SHOWN).map((move, n) => h("li", { class: n ? "" : "best" },
      h("span", { class: "rank" }, n + 1),
      h("span", {}, h("span", { class: "move" }, move.words ?? `Action ${move.action}`), h("span", { class: "bar" }, h("i", { style: `width:${(100 * move.visits) / most}%` }))),
      h("span", { class: "visits" }, move.visits.toLocaleString("en")), h("span", { class: "value" }, percent(move.win)))));
  }
}
