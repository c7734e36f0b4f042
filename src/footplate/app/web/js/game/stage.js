/** Showing what happened: new views one after the other, each with its movements and sounds. */

import { play } from "./sound.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").LogLine} LogLine */
/** @typedef {import("./page.js").GamePage} GamePage */

const MOST_WAITING = 8; // more than that are shown at once
const PAUSE = 420; // milliseconds for an opponent's action that isn't a claim

export class Stage {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    /** @type {View[]} */
    this.waiting = [];
    this.busy = false;
  }

  /** @param {View} view */
  push(view) {
    this.waiting.push(view);
    if (!this.busy) void this.run();
  }

  async run() {
    this.busy = true;
    while (this.waiting.length) {
      const view = /** @type {View} */ (this.waiting.shift());
      const still = this.game.motion.reduced || this.waiting.length > MOST_WAITING;
      await this.show(view, still);
    }
    this.busy = false;
  }

  /** The player is in a hurry: finish everything that moves or waits. */
  flush() {
    for (const view of this.waiting.splice(0)) void this.show(view, true);
    this.game.motion.finish();
  }

  /** @param {View} view @param {boolean} still */
  async show(view, still) {
    const before = this.game.view;
    const lines = view.log.slice(before.log.length);
    const forward = view.version > before.version;
    this.game.apply(view);
    if (!forward) return;
    sounds(before, view, lines);
    if (still) return;
    const moving = Promise.all(lines.map((line) => this.perform(line, before)));
    if (lines.some((line) => line.seat !== view.you)) await moving;
  }

  /** The others' last turns once more. @param {readonly LogLine[]} lines */
  async replay(lines) {
    for (const line of lines) {
      this.game.change({ logged: line.route });
      await this.perform(line, this.game.view);
    }
    this.game.change({ logged: null });
  }

  /** @param {LogLine} line @param {View} before */
  async perform(line, before) {
    const { motion, map, market } = this.game;
    const mine = line.seat === before.you;
    if (line.route !== null) {
      await motion.roll(map.routes[line.route]);
    } else if (line.took) {
      const place = mine && before.market[this.game.lastPlace] === line.took ? this.game.lastPlace : before.market.indexOf(line.took);
      await this.deal([line.took], market.places[place] ?? market.deck, line.seat, mine);
    } else if (line.n_drawn) {
      await this.deal(line.drew ?? Array.from({ length: line.n_drawn }, () => null), market.deck, line.seat, mine);
    } else if (!mine) {
      await motion.wait(PAUSE);
    }
  }

  /** @param {readonly (string | null)[]} cards @param {Element} from @param {number} seat @param {boolean} mine */
  async deal(cards, from, seat, mine) {
    const { motion, hand, players } = this.game;
    const flights = cards.map((card) => motion.fly(card, from, mine && card ? hand.stacks[card] : players.rows[seat].emblem));
    await Promise.all([...flights, mine ? null : motion.wait(PAUSE)]);
  }
}

/** @param {View} before @param {View} after @param {readonly LogLine[]} lines */
function sounds(before, after, lines) {
  for (const line of lines) {
    if (line.route !== null) play("claim", after.players[line.seat] ? before.players[line.seat].trains - after.players[line.seat].trains : 1);
    else if (line.took === "locomotive") play("locomotive");
    else if (line.took || line.n_drawn) play("card");
  }
  if (after.deck > before.deck) play("shuffle");
  after.tickets.forEach((ticket, n) => {
    const old = before.tickets[n]?.state;
    if (old === "open" && ticket.state === "done") play("ticket");
    if (old === "open" && ticket.state === "dead") play("ticket-lost");
  });
  if (after.outcome && !before.outcome) return play(after.you !== null && after.outcome.winners.includes(after.you) ? "win" : "loss");
  if (after.turns_left !== null && before.turns_left === null) play("last");
  else if (after.to_move === after.you && before.to_move !== after.you) play("turn");
}
