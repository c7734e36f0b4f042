/** Showing what happened: new views one after the other, each with its movements and sounds. */

import { unexpected } from "../net.js";
import { play } from "./sound.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").GameEvent} GameEvent */
/** @typedef {import("./page.js").GamePage} GamePage */

const MOST_WAITING = 8; // more than that are shown at once
const LIT = 1600; // milliseconds for a ticket that is done
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
      const late = this.waiting.length > MOST_WAITING;
      await this.show(view, late || this.game.motion.reduced, late || document.hidden);
    }
    this.busy = false;
  }

  /** The player is in a hurry: finish everything that moves or waits. */
  flush() {
    for (const view of this.waiting.splice(0)) void this.show(view, true, true);
    this.game.motion.finish();
  }

  /** @param {View} view @param {boolean} still without movements @param {boolean} late without waiting for anything */
  async show(view, still, late) {
    const before = this.game.view;
    const events = view.events.slice(before.events.length);
    const forward = view.version > before.version;
    const { tunnel } = this.game;
    tunnel.isTurning = false;
    if (forward && !late && view.tunnel) tunnel.lay();
    this.game.apply(view);
    if (!forward) return;
    if (tunnel.isTurning) await tunnel.turn(view);
    sounds(before, view, events);
    void this.light(view.tickets.filter((ticket, n) => ticket.state === "done" && before.tickets[n]?.state === "open"));
    if (still) return;
    const moving = Promise.all(events.map((event) => this.perform(event, before)));
    if (events.some((event) => event.seat !== view.you)) await moving;
  }

  /** Tickets that have just been done: their nameboards light once. @param {readonly import("../types").TicketView[]} tickets */
  async light(tickets) {
    if (!tickets.length) return;
    this.game.change({ shown: tickets.flatMap(({ a, b }) => [a, b]) });
    await this.game.motion.wait(LIT);
    this.game.change({ shown: [] });
  }

  /** The others' last turns once more. @param {readonly GameEvent[]} events */
  async replay(events) {
    for (const event of events) {
      this.game.change({ logged: "route" in event ? event.route : null });
      await this.perform(event, this.game.view);
    }
    this.game.change({ logged: null });
  }

  /** @param {GameEvent} event @param {View} before */
  async perform(event, before) {
    const { motion, map, market, lastPlace } = this.game;
    const mine = event.seat === before.you;
    switch (event.kind) {
      case "claim":
      case "pay":
      case "give":
        return event.route === null ? undefined : motion.roll(map.routes[event.route]);
      case "take": {
        const place = mine && before.market[lastPlace] === event.card ? lastPlace : before.market.indexOf(event.card);
        return this.deal([event.card], market.places[place] ?? market.deck, event.seat, mine);
      }
      case "draw":
        return this.deal(event.cards ?? Array.from({ length: event.n_cards }, () => null), market.deck, event.seat, mine);
      case "tickets":
      case "keep":
      case "pass":
      case "decline":
      case "station":
      case "passenger":
      case "split":
      case "swap":
        return mine ? undefined : motion.wait(PAUSE);
      default:
        return unexpected(event);
    }
  }

  /** @param {readonly (string | null)[]} cards @param {Element} from @param {number} seat @param {boolean} mine */
  async deal(cards, from, seat, mine) {
    const { motion, hand, players } = this.game;
    const flights = cards.map((card) => motion.fly(card, from, mine && card ? hand.stacks[card] : players.rows[seat].emblem));
    await Promise.all([...flights, mine ? null : motion.wait(PAUSE)]);
  }
}

/** @param {GameEvent} event @param {View} before @param {View} after */
function soundOf(event, before, after) {
  switch (event.kind) {
    case "claim":
    case "give":
    case "pay": {
      const laid = before.players[event.seat].trains - after.players[event.seat].trains;
      return laid > 0 ? play("claim", laid) : undefined;
    }
    case "station":
      return play("claim");
    case "take":
      return play(event.card === "locomotive" ? "locomotive" : "card");
    case "draw":
    case "passenger":
      return play("card");
    case "decline":
      return play("ticket-lost");
    case "tickets":
    case "keep":
    case "pass":
    case "split":
    case "swap":
      return undefined;
    default:
      return unexpected(event);
  }
}

/** @param {View} before @param {View} after @param {readonly GameEvent[]} events */
function sounds(before, after, events) {
  for (const event of events) soundOf(event, before, after);
  if (events.some((event) => event.reshuffled)) play("shuffle");
  after.tickets.forEach((ticket, n) => {
    const old = before.tickets[n]?.state;
    if (old === "open" && ticket.state === "done") play("ticket");
    if (old === "open" && ticket.state === "dead") play("ticket-lost");
  });
  if (after.outcome && !before.outcome) return play(after.you !== null && after.outcome.winners.includes(after.you) ? "win" : "loss");
  if (after.turns_left !== null && before.turns_left === null) play("last");
  else if (after.to_move === after.you && before.to_move !== after.you) play("turn");
}
