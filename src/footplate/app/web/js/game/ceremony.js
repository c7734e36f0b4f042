/** The end of a game, before the result: tickets are turned over one by one, and the longest path runs along the map. Any key or click skips it. */

import { line, px } from "../board/paths.js";
import { fill, h, s } from "../dom.js";
import { emblem, pair, plural, signed, statusIcon, ticketBack, ticketsScore } from "../pieces.js";
import { play } from "./sound.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").OutcomeRow} OutcomeRow */

const WORDS = {
  label: "The end",
  caps: "End of the line",
  title: "The tickets are turned over",
  skip: "Skip",
  path: (/** @type {string} */ name, /** @type {number} */ trains) => `Longest path: ${name}, ${plural(trains, "train")}`,
};

const ALL = 4200; // milliseconds for all tickets, of which none takes longer than the slowest
const SLOWEST = 450;
const RUN = 1500; // along the longest path
const LAST = 500; // until the result

export class Ceremony {
  /**
   * @param {HTMLElement} side where the result will be
   * @param {import("../types").BoardFile} board
   * @param {Pick<import("./actions.js").Actions, "state" | "change" | "look">} actions
   * @param {import("./motion.js").Motion} motion
   * @param {import("../board/map.js").BoardMap} map
   */
  constructor(side, board, actions, motion, map) {
    this.board = board;
    this.actions = actions;
    this.motion = motion;
    this.map = map;
    this.isSkipped = false;
    /** @type {ReturnType<Ceremony["seat"]>[]} */
    this.seats = [];
    this.body = h("div", { class: "ceremony-body" });
    this.path = h("p", { class: "ceremony-path" });
    this.element = h("section", { class: "panel ceremony", "aria-label": WORDS.label, hidden: true },
      h("header", {}, h("span", { class: "caps" }, WORDS.caps), h("h2", {}, WORDS.title)), this.body,
      h("footer", {}, this.path, h("button", { type: "button", class: "btn ghost", onclick: () => this.skip() }, WORDS.skip)));
    side.append(this.element);
  }

  /** @param {Pick<import("./state.js").State, "ceremony">} shown */
  update({ ceremony }) {
    this.element.hidden = !ceremony;
  }

  /** All tickets lie face down, and the result waits. @param {View} view @returns {boolean} whether there is a ceremony */
  begin(view) {
    const { outcome, players } = view;
    if (!outcome || !ticketsScore(players[0])) return false;
    const won = (/** @type {OutcomeRow} */ row) => Number(outcome.winners.includes(row.seat));
    const order = [...outcome.rows].sort((a, b) => won(a) - won(b) || a.total - b.total); // the winner comes last
    this.seats = order.map((row) => this.seat(view, row));
    fill(this.body, this.seats.map(({ element }) => element));
    fill(this.path);
    this.isSkipped = false;
    this.actions.state.ceremony = true;
    return true;
  }

  skip() {
    this.isSkipped = true;
    if (this.actions.state.ceremony) this.motion.finish();
  }

  /** @param {View} view */
  async run(view) {
    const { seats } = this;
    const pace = Math.min(SLOWEST, ALL / Math.max(1, seats.flatMap(({ cards }) => cards).length));
    for (const seat of seats) await this.turnAll(seat, pace);
    for (const { row, count } of seats) await this.runAlong(view, row, count);
    await this.wait(LAST);
    this.actions.look({ shown: [] });
    this.actions.change({ ceremony: false });
  }

  /** @param {number} milliseconds */
  async wait(milliseconds) {
    if (!this.isSkipped) await this.motion.wait(milliseconds);
  }

  /** A player with the tickets face down; the total is at first what needs no ticket and no path. @param {View} view @param {OutcomeRow} row */
  seat(view, row) {
    const { name, livery } = view.players[row.seat];
    const later = row.columns.filter(({ source }) => ["tickets_done", "tickets_open", "longest_path"].includes(source));
    let total = row.total - later.reduce((sum, { points }) => sum + points, 0);
    const figure = h("b", { class: "num" }, total);
    const cards = row.tickets.map(() => h("li", {}, ticketBack()));
    const element = h("section", {}, h("h3", {}, emblem(livery), h("span", {}, name), figure), h("ul", {}, cards));
    const count = (/** @type {number} */ points) => this.motion.count(figure, total, total += points);
    return { row, element, cards, count };
  }

  /** @param {ReturnType<Ceremony["seat"]>} seat @param {number} pace milliseconds for a ticket */
  async turnAll({ row, cards, count }, pace) {
    for (const [n, ticket] of row.tickets.entries()) {
      if (this.isSkipped) return;
      const points = ticket.done ? ticket.points : -ticket.points;
      cards[n].className = ticket.done ? "open done" : "open missed";
      fill(cards[n], statusIcon(ticket.done ? "done" : "dead"), h("span", {}, ticket.title || pair(ticket.a, ticket.b)), h("b", { class: "num" }, signed(points)));
      cards[n].scrollIntoView({ block: "nearest" });
      count(points);
      play("card");
      this.actions.look({ shown: [ticket.a, ticket.b] });
      await this.wait(pace);
    }
    this.actions.look({ shown: [] });
  }

  /** @param {View} view @param {OutcomeRow} row @param {(points: number) => void} count */
  async runAlong({ players }, row, count) {
    const bonus = row.columns.find(({ source }) => source === "longest_path")?.points;
    if (!bonus || this.isSkipped) return;
    const { name, livery } = players[row.seat];
    const trains = row.path.reduce((sum, n) => sum + this.board.routes[n].length, 0);
    count(bonus);
    if (!row.path.length) return;
    fill(this.path, emblem(livery), h("span", {}, WORDS.path(name, trains)), h("b", { class: "num good" }, signed(bonus)));
    const run = this.drawRun(row.path, livery);
    if (!run) return;
    this.map.boards?.before(run.group);
    await this.motion.follow(run.start());
    await this.wait(LAST);
    run.group.remove();
  }

  /** A lamp that runs along routes, and a train at its head. @param {readonly number[]} routes @param {number} livery */
  drawRun(routes, livery) {
    const geometry = this.map.geometry;
    if (!geometry) return null;
    const d = line(wayAlong(this.board, geometry, routes));
    const width = px(geometry.sizes.car_height + geometry.sizes.train_rise + 7);
    const lamp = s("path", { class: "run-lamp", d, pathLength: 1, "stroke-width": width });
    const train = s("g", { class: "run-train", style: `offset-path:path("${d}")` }, s("circle", { r: 9, style: `fill:var(--p${livery})` }));
    return {
      group: s("g", { class: "run", "aria-hidden": "true" }, lamp, train),
      start: () => [
        lamp.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: RUN, fill: "forwards" }),
        train.animate([{ offsetDistance: "0%" }, { offsetDistance: "100%" }], { duration: RUN, fill: "forwards" }),
      ],
    };
  }
}

/** The points of routes that follow each other, from end to end. @param {import("../types").BoardFile} board @param {import("../types").MapGeometry} geometry @param {readonly number[]} routes */
function wayAlong(board, geometry, routes) {
  const ends = routes.map((n) => [board.routes[n].a, board.routes[n].b]);
  let at = ends.length > 1 && ends[1].includes(ends[0][0]) && !ends[1].includes(ends[0][1]) ? ends[0][1] : ends[0][0];
  return routes.flatMap((n, i) => {
    const [a, b] = ends[i];
    const { link } = geometry.routes[n];
    const isForward = at === a;
    at = isForward ? b : a;
    return isForward ? link : [...link].reverse();
  });
}
