/** The seats that this browser may play, and the links it may give away, by game. Tokens stay in the browser. */

import { get } from "./net.js";

const KEY = "footplate-seats";

/** @typedef {{ seat: number, token: string }} HeldSeat */
/** @typedef {{ seat: number, token: string, name: string }} Link for somebody else */
/** @typedef {{ mine: HeldSeat[], links: Link[] }} Held */

/** @returns {Record<string, Held>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** What this browser holds of a game. @param {string} game @returns {Held} */
export const seatsHere = (game) => all()[game] ?? { mine: [], links: [] };

/** @param {string} game @param {Partial<Held>} held */
export function rememberSeats(game, held) {
  localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: { ...seatsHere(game), ...held } }));
}

/** A seat that somebody took over by a link is kept like those of one's own games. @param {string} game @param {HeldSeat} held */
export function rememberSeat(game, held) {
  const { mine } = seatsHere(game);
  if (!mine.some(({ seat }) => seat === held.seat)) rememberSeats(game, { mine: [...mine, held] });
}

/** @param {string} game */
export function forgetSeats(game) {
  const { [game]: _, ...rest } = all();
  localStorage.setItem(KEY, JSON.stringify(rest));
}

/** Where a game is played from this browser: in its first seat, or as a watcher. @param {string} game */
export function gameAddress(game) {
  const [first] = seatsHere(game).mine;
  return first ? `#/game/${game}/${first.token}` : `#/game/${game}`;
}

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

/** Where others find this page; null if only this computer can open it. @returns {Promise<string | null>} */
export async function addressForOthers() {
  if (!LOOPBACK.test(location.hostname)) return location.origin;
  return get("/api/address").then(({ address }) => address, () => location.origin);
}

/** A link to give away. @param {string | null} address for others @param {string} game @param {string} token */
export const invitation = (address, game, token) => `${address ?? location.origin}${location.pathname}#/game/${game}/${token}`;
