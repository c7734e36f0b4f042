/** What a screen reader says of a route and of a city. */

import { fromTo, plural, spelled } from "../pieces.js";

/** @typedef {import("../types").BoardFile} BoardFile */
/** @typedef {import("./map.js").MapState} MapState */

/**
 * "Las Vegas to Los Angeles, 2 grey, free, completes Los Angeles to New York"
 * @param {BoardFile} board
 * @param {MapState} state
 * @param {number} number
 */
export function routeName(board, state, number) {
  const route = board.routes[number];
  const owner = state.owners[number] ?? null;
  const words = [fromTo(route), `${route.length} ${route.color}`];
  if (route.tunnel) words.push("tunnel");
  if (route.locomotives) words.push(`ferry, needs ${plural(route.locomotives, "locomotive")}`);
  if (owner !== null) words.push(owner === state.you ? "yours" : `claimed by ${state.players[owner].name}`);
  else words.push(state.closed.includes(number) ? "closed" : "free");
  if (state.payable.includes(number)) words.push("you can claim it");
  if (state.notes[number]) words.push(state.notes[number]);
  return words.join(", ");
}

/**
 * "Denver, 7 routes: 5 free, 1 yours, 1 of Inspector"; "Kyiv, station of Inspector, 6 routes: …"; "Waterloo, district 3 (linked), 4 routes: …"
 * @param {BoardFile} board
 * @param {MapState} state
 * @param {number} number
 */
export function cityName(board, state, number) {
  const { name, country } = board.cities[number];
  if (country) return countryName(board, state, country);
  /** @type {Map<string, number>} */
  const counts = new Map();
  board.routes.forEach((route, n) => {
    if (route.a !== name && route.b !== name) return;
    const owner = state.owners[n] ?? null;
    const what = owner === null ? (state.closed.includes(n) ? "closed" : "free") : owner === state.you ? "yours" : `of ${state.players[owner].name}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  });
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  const owner = state.stations[name];
  const house = owner === undefined ? "" : `, ${owner === state.you ? "your station" : `station of ${state.players[owner].name}`}`;
  const quarter = state.districts.filter(({ cities }) => cities.includes(name)).map(({ points, done }) => `, district ${points}${done ? " (linked)" : ""}`).join("");
  return `${spelled(name)}${house}${quarter}, ${plural(total, "route")}: ${[...counts].map(([what, n]) => `${n} ${what}`).join(", ")}`;
}

/**
 * "Italia, country, 5 gates, 1 taken by Driver"
 * @param {BoardFile} board
 * @param {MapState} state
 * @param {string} country
 */
function countryName(board, state, country) {
  const gates = board.cities.filter((city) => city.country === country).map((city) => city.name);
  /** @type {Map<string, number>} */
  const takers = new Map();
  board.routes.forEach((route, n) => {
    const owner = state.owners[n] ?? null;
    if (owner === null || !(gates.includes(route.a) || gates.includes(route.b))) return;
    const who = owner === state.you ? "you" : state.players[owner].name;
    takers.set(who, (takers.get(who) ?? 0) + 1);
  });
  return [`${spelled(country)}, country`, plural(gates.length, "gate"), ...[...takers].map(([who, n]) => `${n} taken by ${who}`)].join(", ");
}
