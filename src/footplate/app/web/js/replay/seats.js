/** Everybody at the table of a replay: score, trains, the whole hand and all tickets. */

import { fill, h } from "../dom.js";
import { raceRail } from "../game/race.js";
import { reserve } from "../game/reserve.js";
import { waysIcon } from "../game/tickets.js";
import { emblem, forReaders, longWord, miniCard, minus, pair, plural, signed, statusIcon, ticketsScore, trainRow } from "../pieces.js";

/** @typedef {import("../types").Replay} Replay */
/** @typedef {import("../types").ReplayTicket} ReplayTicket */

export class SeatPanels {
  /**
   * @param {Replay} replay
   * @param {import("../types").BoardFile} board
   * @param {(ticket: ReplayTicket | null) => void} point
   */
  constructor(replay, board, point) {
    this.replay = replay;
    this.board = board;
    this.point = point;
    this.cards = [...board.colors, "locomotive"];
    this.rows = replay.players.map(() => h("div", { class: "replay-seat", role: "group" }));
    this.element = h("section", { class: "panel replay-seats", "aria-label": "Players", tabindex: 0 }, this.rows);
  }

  /** @param {number} number of the step */
  show(number) {
    const step = this.replay.steps[number];
    this.replay.players.forEach((player, seat) => {
      const { trains, hand, tickets, race, stations, districts } = step.seats[seat];
      const moves = step.to_move === seat;
      const held = this.cards.filter((card) => hand[card]);
      const total = held.reduce((sum, card) => sum + hand[card], 0);
      this.rows[seat].classList.toggle("mover", moves);
      this.rows[seat].setAttribute("aria-label", `${player.name}${moves ? ", to move" : ""}`);
      fill(this.rows[seat],
        h("div", { class: "replay-name" }, emblem(player.livery), h("b", {}, player.name), moves && h("span", { class: "tag" }, "to move"),
          this.score(step, seat)),
        h("div", { class: "replay-pieces" }, race ? raceRail(race) : trainRow(player.livery, this.board.trains, trains), h("span", {}, plural(trains, "train"))),
        this.sums(step, seat),
        (stations || districts !== null) && h("div", { class: "replay-facts" }, districts !== null && `districts +${districts}`, stations && reserve(player.livery, stations)),
        h("div", { class: "replay-hand", role: "img", "aria-label": total ? `Hand: ${held.map((card) => `${hand[card]} ${card}`).join(", ")}` : "No cards" },
          held.length === 0 && h("span", { class: "hint" }, "no cards"),
          held.map((card) => h("span", { class: "replay-card" }, miniCard(card), hand[card]))),
        h("ul", { class: "replay-tickets" }, tickets.map((ticket) => this.ticket(ticket, ticketsScore(step.seats[seat])))));
    });
  }

  /** What everybody can see of a score, or all of it at the end. @param {import("../types").ReplayStep} step @param {number} seat */
  score(step, seat) {
    const { race, score, districts, progress } = step.seats[seat];
    if (race) return h("span", { class: "score", title: race.words }, race.done, h("small", {}, ` of ${race.goal}`));
    return h("span", { class: "score", title: progress ? progress.words : `Points for routes${districts === null ? "" : " and districts"}` }, minus(this.total(step, seat) ?? score));
  }

  /** The points at the end, once the game is over. @param {import("../types").ReplayStep} step @param {number} seat */
  total(step, seat) {
    return step.phase === "over" ? (this.replay.outcome?.rows[seat].total ?? null) : null;
  }

  /** Where the points come from. @param {import("../types").ReplayStep} step @param {number} seat */
  sums(step, seat) {
    if (this.total(step, seat) === null || step.seats[seat].race) return null;
    const columns = (this.replay.outcome?.rows[seat].columns ?? []).filter(({ points }) => points);
    return h("p", { class: "hint" }, columns.map(({ title, points }, i) => `${i ? title.toLowerCase() : title} ${i ? signed(points) : points}`).join(", "));
  }

  /** @param {ReplayTicket} ticket @param {boolean} scores whether it is worth points */
  ticket(ticket, scores) {
    const on = () => this.point(ticket);
    const off = () => this.point(null);
    return h("li", {}, h("button", {
      type: "button", class: `replay-ticket ${ticket.state}`, title: ticket.reason, onpointerenter: on, onpointerleave: off, onfocus: on, onblur: off,
    }, statusIcon(ticket.state), h("span", {}, ticket.title || pair(ticket.a, ticket.b), ticket.long && " ", ticket.long && longWord()), waysIcon(ticket.two_ways), scores && h("b", { class: "num" }, ticket.points, forReaders(" points")), forReaders(`: ${ticket.reason}`)));
  }
}
