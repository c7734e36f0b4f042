/** Showing what happened: new views one after the other, each with its movements and sounds. */

import { unexpected } from "../net.js";
import { settings } from "../settings.js";
import { othersTurn } from "./map_state.js";
import { play } from "./sound.js";
import * as spots from "./spots.js";
import { cardsOf } from "./state.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").GameEvent} GameEvent */

const MOST_WAITING = 8; // more than that are shown at once
const LIT = 1600; // milliseconds for a ticket that is done
/** @type {Record<string, number>} milliseconds for an opponent's action that isn't a claim, by the pace that one has set */
const PAUSES = { slow: 1200, even: 420, quick: 0 };
const TURN = 360; // milliseconds for a card of a tunnel
const APART = 240;
const READ = 600; // until trains roll into a tunnel that asks for nothing
const OTHERS = 1600; // for all of it, where an opponent digs

const pause = () => PAUSES[String(settings.pace)] ?? PAUSES.even;

export class Stage {
  /**
   * @param {Pick<import("./actions.js").Actions, "state" | "root" | "change" | "look">} actions
   * @param {(view: View) => void} apply shows a view
   * @param {import("./motion.js").Motion} motion
   * @param {import("../board/map.js").BoardMap} map
   * @param {import("./ceremony.js").Ceremony | null} [ceremony] of the end
   */
  constructor(actions, apply, motion, map, ceremony = null) {
    this.actions = actions;
    this.state = actions.state;
    this.apply = apply;
    this.motion = motion;
    this.map = map;
    this.ceremony = ceremony;
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
      await this.show(view, late || this.motion.reduced, late || document.hidden);
    }
    this.busy = false;
  }

  /** The player is in a hurry: finish everything that moves or waits. */
  flush() {
    for (const view of this.waiting.splice(0)) void this.show(view, true, true);
    this.motion.finish();
    this.ceremony?.skip();
  }

  /** @param {View} view @param {boolean} still without movements @param {boolean} late without waiting for anything */
  async show(view, still, late) {
    const { state } = this;
    const before = state.view;
    const events = view.events.slice(before.events.length);
    const forward = view.version > before.version;
    const ending = forward && !still && !late && !before.outcome && this.ceremony?.begin(view);
    state.turned = forward && !late && view.tunnel ? 0 : null;
    this.apply(view);
    if (!forward) return;
    if (view.tunnel && state.turned !== null) await this.turn(view, view.tunnel);
    sounds(before, view, events);
    if (!ending) soundOfEnd(before, view);
    void this.light(view.tickets.filter((ticket, n) => ticket.state === "done" && before.tickets[n]?.state === "open"));
    if (still) return;
    const moving = Promise.all(events.map((event) => this.perform(event, before)));
    if (ending || events.some((event) => event.seat !== view.you)) await moving;
    if (!ending) return;
    await this.ceremony?.run(view);
    soundOfEnd(before, view);
  }

  /** The cards of a new tunnel turn one after the other. @param {View} view @param {import("../types").TunnelView} tunnel */
  async turn(view, { seat, cards, due, spoken }) {
    const { actions, motion, state } = this;
    const mine = seat === view.you;
    state.spoken = "";
    const pace = mine ? 1 : (OTHERS - READ) / (cards.length * (TURN + APART) - TURN || 1);
    const turn = (/** @type {number} */ turned) => state.view === view && actions.change({ turned });
    for (let open = 0; open < cards.length && !motion.reduced; open += 1) {
      turn(open);
      play("card");
      await motion.wait((open ? TURN + APART : APART) * pace);
    }
    turn(cards.length);
    actions.change({ spoken });
    play(due ? "match" : "free");
    if (!due || !mine) await motion.wait(motion.reduced ? OTHERS : READ);
    if (state.view !== view) return;
    state.turned = null;
    this.apply(view);
  }

  /** Tickets that have just been done: their nameboards light once. @param {readonly import("../types").TicketView[]} tickets */
  async light(tickets) {
    if (!tickets.length) return;
    this.actions.look({ shown: tickets.flatMap(({ a, b }) => [a, b]) });
    await this.motion.wait(LIT);
    this.actions.look({ shown: [] });
  }

  /** The others' last turns once more. */
  async replay() {
    for (const event of othersTurn(this.state.view)) {
      this.actions.look({ logged: "route" in event ? event.route : null });
      await this.perform(event, this.state.view);
    }
    this.actions.look({ logged: null });
  }

  /** @param {GameEvent} event @param {View} before */
  async perform(event, before) {
    const { lastPlace } = this.state;
    const mine = event.seat === before.you;
    switch (event.kind) {
      case "claim":
      case "pay":
      case "give":
        return event.route === null ? undefined : this.motion.roll(this.map.routes[event.route]);
      case "take": {
        const place = mine && before.market[lastPlace] === event.card ? lastPlace : before.market.indexOf(event.card);
        return this.deal([event.card], place < 0 ? spots.DECK : spots.marketPlace(place), event.seat, mine);
      }
      case "draw":
        return this.deal(event.cards ?? Array.from({ length: event.n_cards }, () => null), spots.DECK, event.seat, mine);
      case "cards":
        await Promise.all([
          ...event.face_up.map((card) => this.deal([card], spots.marketPlace(before.market.indexOf(card)), event.seat, mine)),
          this.deal(event.cards ?? Array.from({ length: event.n_cards }, () => null), spots.DECK, event.seat, mine),
        ]);
        return;
      case "tickets":
      case "keep":
      case "pass":
      case "decline":
      case "station":
      case "passenger":
      case "split":
      case "swap":
        return mine ? undefined : this.motion.wait(pause());
      default:
        return unexpected(event);
    }
  }

  /** @param {readonly (string | null)[]} cards @param {string} from @param {number} seat @param {boolean} mine */
  async deal(cards, from, seat, mine) {
    const at = (/** @type {string} */ spot) => this.actions.root.querySelector(spot);
    const kinds = cardsOf(this.state.board);
    const flights = cards.map((card) => this.motion.fly(card, at(from), at(mine && card ? spots.stack(kinds.indexOf(card)) : spots.emblemOf(seat))));
    await Promise.all([...flights, mine ? null : this.motion.wait(pause())]);
  }
}

/** @type {Record<GameEvent["kind"], import("./sound.js").SoundName | null>} */
const SOUNDS = {
  claim: "claim", give: "claim", pay: "claim", station: "claim", take: "card", draw: "card", cards: "card", passenger: "card", decline: "ticket-lost",
  tickets: null, keep: null, pass: null, split: null, swap: null,
};

/** @param {GameEvent} event @param {View} before @param {View} after */
function soundOf(event, before, after) {
  const laid = before.players[event.seat].trains - after.players[event.seat].trains;
  const sound = "card" in event && event.card === "locomotive" ? "locomotive" : SOUNDS[event.kind];
  if (sound && (laid > 0 || !("route" in event))) play(sound, "route" in event ? laid : 1);
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
  if (after.outcome) return;
  if (after.turns_left !== null && before.turns_left === null) play("last");
  else if (after.to_move === after.you && before.to_move !== after.you) play("turn");
}

/** @param {View} before @param {View} after */
function soundOfEnd(before, after) {
  if (after.outcome && !before.outcome) play(after.you !== null && after.outcome.winners.includes(after.you) ? "win" : "loss");
}
