/** The search's opinion on a position of a replay: chance to win and best moves, when somebody asks. */

import { fill, h } from "../dom.js";
import { bestMoves, marginWords, markedRoutes, oddsBar, visitsWords } from "../game/search_figures.js";
import { ServerError, ask, sentence } from "../net.js";

/** @typedef {import("../types").SearchReport} SearchReport */

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

  marks() {
    return markedRoutes(this.report);
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
        ? `The search has no opinion here: ${sentence(error.message)}` : "This server has no search to ask.");
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
        : this.figures(report),
      words === undefined && !over && h("div", { class: "search-foot" },
        h("span", {}, report ? visitsWords(report) : ""),
        h("span", { class: "acts" }, SECONDS.map((seconds) => h("button", {
          type: "button", class: "btn ghost small", id: `think-${seconds}`, onclick: () => this.think(seconds),
        }, `${seconds} s`)))));
  }

  /** @param {SearchReport} report */
  figures(report) {
    const { players, steps } = this.replay;
    if (report.moves.length === 0) return h("p", { class: "hint" }, "Only one move was possible.");
    const mover = steps[this.step].to_move ?? 0;
    const others = players.filter(({ seat }) => seat !== mover);
    return [oddsBar(players[mover], others, report.moves[0].win), ...bestMoves(report),
      h("p", { class: "hint" }, marginWords(report, players[mover].name, others, steps[0].seats[0].race !== null))];
  }
}
