/** Replays: any finished game or a record file, step by step; #/replay/ID/STEP is a link to a position. */

import { h } from "../dom.js";
import { get } from "../net.js";
import { spellCities } from "../pieces.js";
import { ReplayPlayer } from "../replay/player.js";
import { startOfReplays } from "../replay/start.js";
import { showPage } from "./frame.js";

/**
 * @param {HTMLElement} root
 * @param {string} [id]
 * @param {string} [step] the deal is 0; without it the deal
 */
export async function show(root, id, step) {
  if (!id) return showPage(root, { title: "Replays", here: "#/replay", body: await startOfReplays() });
  /** @type {import("../types").Replay} */
  const replay = await get(addressOf(id));
  const board = await get(`/api/boards/${encodeURIComponent(replay.name)}`);
  spellCities(board);
  const player = new ReplayPlayer(replay, board, Number(step) || 0);
  const names = replay.players.map(({ name }) => name).join(", ");
  const middle = h("h1", { class: "replay-title" }, h("b", {}, replay.title), h("span", {}, names));
  const leave = showPage(root, { title: "Replay", here: "#/replay", middle, body: player.element });
  return () => {
    player.leave();
    leave();
  };
}

/** Of a game that was played here, or of a record. @param {string} id */
const addressOf = (id) => (id.startsWith("record-") ? `/api/replays/${encodeURIComponent(id)}` : `/api/games/${encodeURIComponent(id)}/replay`);
