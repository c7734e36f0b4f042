/** Seats and links. Whose a seat is, the server knows by the browser's cookie; a link to a seat is good once. */

import { ask, get } from "./net.js";

const OLD = "footplate-seats"; // where seats were kept before they belonged to players

/** @typedef {{ seat: number, token: string, name: string }} Link for somebody else */

/** Where a game is played, or watched by those who have no seat. @param {string} game @param {number} [seat] one of several at this screen */
export const gameAddress = (game, seat) => (seat === undefined ? `#/game/${game}` : `#/game/${game}/${seat + 1}`);

/** A link to a seat, in place of earlier ones. @param {string} game @param {number} seat @param {boolean} [replace] of the host's: who opens it takes the seat from whoever has it @returns {Promise<string>} its token */
export const newLink = async (game, seat, replace = false) => (await ask("POST", `/api/games/${encodeURIComponent(game)}/links`, { seat, replace })).token;

/** What others type or scan to sit down. @param {string | null} address @param {string} token */
export const shortInvitation = (address, token) => `${address ?? location.origin}/#/j/${token}`;

/** The game to which such a word leads. @param {string} token @returns {Promise<string>} */
export const gameOfLink = async (token) => (await ask("POST", "/api/links", { token })).id;

/** Sit down by a link, which is used up. @param {string} game @param {string} token @param {string} [name] @param {boolean} [agrees] that somebody cheats @returns {Promise<number>} the seat */
export const takeSeat = async (game, token, name = "", agrees = false) => (await ask("POST", `/api/games/${encodeURIComponent(game)}/seat`, { token, name, agrees })).seat;

/** Give up one's seat; whether the game goes on with others, the server decides. @param {string} game */
export const leaveGame = (game) => ask("DELETE", `/api/games/${encodeURIComponent(game)}`);

/** @returns {Record<string, { mine?: { token: string }[] }>} */
function oldSeats() {
  try {
    return JSON.parse(localStorage.getItem(OLD) ?? "{}");
  } catch {
    return {};
  }
}

/** Seats of an earlier version whose links are in this browser, not on the server yet: nobody has sat there so far. @param {string} game */
export async function takeOldSeats(game) {
  const { [game]: old, ...rest } = oldSeats();
  if (!old) return;
  for (const { token } of old.mine ?? []) await takeSeat(game, token).catch(() => {});
  localStorage.setItem(OLD, JSON.stringify(rest));
}

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

/** Where others find this page; null if only this computer can open it. @returns {Promise<string | null>} */
export async function addressForOthers() {
  if (!LOOPBACK.test(location.hostname)) return location.origin;
  return get("/api/address").then(({ address }) => address, () => location.origin);
}

/** How far an address reaches, in words. @param {string} address */
export function reachOf(address) {
  const { host, hostname } = new URL(address);
  const inside = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cde])/.test(hostname) || hostname.endsWith(".local") || !hostname.includes(".");
  return inside ? `Everybody in your network, at ${host}. Nobody outside it.` : `Everybody who knows the address, at ${host}, wherever they are.`;
}

/** A link to give away. @param {string | null} address for others @param {string} game @param {string} token */
export const invitation = (address, game, token) => `${address ?? location.origin}${location.pathname}#/game/${game}/${token}`;
