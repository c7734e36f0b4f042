/** Time at the table, counted down between the views of the server. */

/** @typedef {import("../types").Player} Player */

export const SHORT = 30; // seconds below which tenths are counted

/** Seconds of a player that are left now. @param {Player} player @param {number} since milliseconds since the view came */
export const leftOf = ({ clock, clock_runs: runs }, since) => (clock === null ? null : Math.max(0, clock - (runs ? since / 1000 : 0)));

/** "9:42", or "12.3" when it is short. @param {number} seconds */
export function clockWords(seconds) {
  if (seconds < SHORT) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (/** @type {number} */ n) => `${n}`.padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Without tenths. @param {number} seconds */
const whole = (seconds) => (seconds < SHORT ? `0:${`${Math.floor(seconds)}`.padStart(2, "0")}` : clockWords(seconds));

/** The same for ears. @param {number} seconds */
export const clockSpoken = (seconds) => (seconds < 60 ? `${Math.round(seconds)} seconds left` : `${Math.floor(seconds / 60)} minutes ${Math.floor(seconds % 60)} seconds left`);

/** "Away since 20:41, bot in 1:10", or "Fireman plays since turn 61; Dev can return". @param {Player} player @param {number} since @param {string} bot that stands in */
export function awayWords({ away_since: away, bot_in: wait, plays, name }, since, bot) {
  if (plays) return `${bot} plays since turn ${plays.since + 1}; ${name} can return`;
  if (!away) return "";
  const at = new Date(away).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return wait === null ? `away since ${at}` : `away since ${at}, bot in ${whole(Math.max(0, wait - since / 1000))}`;
}
