/** What the host of a table can do, and the links to free seats that this browser has made: the server keeps only hashes of them. */

import { ask } from "./net.js";
import { newLink, takeSeat } from "./seats.js";

/** @typedef {import("./types").Timing} Timing */

const KEY = "footplate-links";

/** @returns {Record<string, Record<string, string>>} by game and seat */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** The link to a seat, if this browser has made it. @param {string} game @param {number} seat @returns {string | undefined} */
export const linkOf = (game, seat) => kept()[game]?.[seat];

/** @param {string} game @param {number} seat @param {string | null} token null forgets it */
export function keepLink(game, seat, token) {
  const { [game]: links = {}, ...rest } = kept();
  if (token === null) delete links[seat];
  else links[seat] = token;
  localStorage.setItem(KEY, JSON.stringify(Object.keys(links).length ? { ...rest, [game]: links } : rest));
}

/** A link in place of earlier ones; with `replace` to a seat that somebody has. @param {string} game @param {number} seat @param {boolean} [replace] */
export async function makeLink(game, seat, replace = false) {
  const token = await newLink(game, seat, replace);
  keepLink(game, seat, token);
  return token;
}

/** @param {string} game */
const at = (game) => `/api/games/${encodeURIComponent(game)}`;

/** A bot plays in a seat. @param {string} game @param {number} seat */
export const giveToBot = (game, seat) => ask("POST", `${at(game)}/bot`, { seat });

/** Somebody sits in a free seat at this device. @param {string} game @param {number} seat @param {string} name */
export async function shareDevice(game, seat, name) {
  await takeSeat(game, await newLink(game, seat), name);
  keepLink(game, seat, null);
}

/** That seat is free again, for a link. @param {string} game @param {number} seat */
export const giveBack = (game, seat) => ask("POST", `${at(game)}/give-back`, { seat });

/** @param {string} game @returns {Promise<"deleted" | "ended" | "offered">} */
export const closeTable = async (game) => (await ask("POST", `${at(game)}/close`)).closed;

/** @param {string} game @param {Timing} timing */
export const setTiming = (game, timing) => ask("PUT", `${at(game)}/timing`, timing);

/** Have an address told whose turn it is; empty: none. @param {string} game @param {string} address */
export const setWebhook = (game, address) => ask("PUT", `${at(game)}/webhook`, { address });

/** Send it the message of now. @param {string} game @returns {Promise<{ seconds: number }>} */
export const tryWebhook = (game) => ask("POST", `${at(game)}/webhook/test`);

/** An address as a QR code. @param {string} text @returns {Promise<string>} an address of the picture */
export async function codeOf(text) {
  const answer = await fetch("/api/qr", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text }) });
  if (!answer.ok) throw new Error("this address can't be drawn as a code");
  return `data:image/svg+xml;utf8,${encodeURIComponent(await answer.text())}`;
}
