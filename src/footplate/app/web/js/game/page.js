/** The game's page: it joins a table, and ties state, actions, panels and the live connection together. */

import { fill, h } from "../dom.js";
import { handOver } from "../hotseat.js";
import { get, unexpected } from "../net.js";
import { spellCities } from "../pieces.js";
import { Preparing } from "../preparing.js";
import { onSettings, settings, theme } from "../settings.js";
import { Actions } from "./actions.js";
import { Seat, arrive } from "./join.js";
import { listen } from "./keys.js";
import { watchSize } from "./map_size.js";
import { Motion } from "./motion.js";
import { Music } from "./music.js";
import { Pointing } from "./pointing.js";
import { makePanels } from "./render.js";
import { Signs } from "./signs.js";
import { Stage } from "./stage.js";
import { firstState } from "./state.js";
import { Tip } from "./tip.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../net.js").LiveGame} LiveGame */
/** @typedef {import("./state.js").State} State */

const TICK = 100; // milliseconds, for clocks

/**
 * @param {HTMLElement} root
 * @param {string} [id]
 * @param {string} [word] a link's, or the number of one of several seats at this screen
 * @returns {Promise<() => void>}
 */
export async function show(root, id = "", word = "") {
  const number = await arrive(root, id, word);
  const asked = location.hash;
  const words = h("p", { role: "status" }, "Joining the table …");
  const preparing = new Preparing("The game begins when that is done.");
  fill(root, h("main", { class: "trouble" }, words, preparing.element));
  const seat = new Seat(id, number, (news) => fill(words, news), (now) => {
    fill(words);
    preparing.show(now);
  });
  await seat.joined;
  const view = /** @type {View} */ (seat.latest);
  const address = `/api/boards/${encodeURIComponent(view.board)}`;
  const [board, rules] = await Promise.all([get(address), get(`${address}/rules`)]);
  const live = /** @type {LiveGame} */ (seat.live);
  spellCities(board);
  if (location.hash !== asked) {
    live.close();
    return () => {};
  }
  const game = begin(root, { id, board, costs: rules.costs, view: /** @type {View} */ (seat.latest) }, live);
  seat.hear = game.hear;
  seat.connection = game.connection;
  return game.leave;
}

/**
 * @param {HTMLElement} root
 * @param {Pick<State, "id" | "board" | "costs" | "view">} first
 * @param {LiveGame} live
 */
function begin(root, first, live) {
  const state = firstState(first);
  const motion = new Motion();
  const tip = new Tip(root);
  const actions = new Actions(state, () => isHere && panels.render(state), root, tip, (message) => live.send(message));
  const pointing = new Pointing(actions);
  const signs = new Signs();
  const music = new Music();
  const panels = makePanels(actions, pointing, motion, () => stage.replay(), signs);
  const stage = new Stage(actions, apply, motion, panels.map, panels.ceremony);
  let isHere = true;
  fill(root, panels.element);
  const cleanUp = [
    listen({ actions, pointing, stage }), watchSize(actions, panels.mapPanel),
    onSettings(() => { actions.change({ sound: settings.sound, music: Boolean(settings.music), theme: theme() }); music.settle(); }), () => music.end(),
  ];
  music.settle();
  const ticking = setInterval(() => panels.tick(), TICK);
  apply({ ...first.view, at: performance.now() });
  return { hear, leave, connection: (/** @type {boolean} */ open) => actions.connection(open) };

  /** Show a view. @param {View} view */
  function apply(view) {
    if (state.turned === null && handOver(root, state.id, view)) return leave();
    actions.apply(view);
    pointing.settle();
  }

  /** @param {import("../types").Message} message */
  function hear(message) {
    switch (message.type) {
      case "view": return stage.push({ ...message, at: performance.now() });
      case "search": return actions.takeReport(message);
      case "error": return actions.hearError(message);
      case "pong": return undefined;
      default: return unexpected(message);
    }
  }

  function leave() {
    isHere = false;
    signs.leave();
    clearInterval(ticking);
    live.close();
    motion.finish();
    panels.ceremony.skip();
    pointing.keepPopover();
    tip.hide();
    for (const stop of cleanUp) stop();
  }
}
