/** The table that is being set up, and the request that makes it a game. */

import { settings } from "../settings.js";

/** @typedef {import("../types").BoardFacts} BoardFacts */
/** @typedef {import("../types").Opponent} Opponent */
/**
 * A seat besides yours.
 * @typedef {{ kind: "bot" | "link" | "hot", spec: string, livery: number, name: string }} Rival
 */
/**
 * `you` is your livery, `aim` how many of 100 games you should win, the target of all adaptive opponents together.
 * @typedef {{ board: string, you: number, rivals: Rival[], aim: number, seed: string, lot: boolean, help: boolean }} Plan
 */

const KEY = "footplate-plan";
const LIVERIES = [1, 2, 3, 4, 5];
const RIVALS_FIRST = [4, 5, 3, 2, 1]; // the liveries that opponents get, farthest from yours first

export const ADAPTIVE = "adaptive";

/** What was set up last time, or a first game. @returns {Plan} */
export function lastPlan() {
  /** @type {Plan} */
  const first = { board: "usa", you: settings.livery, rivals: [], aim: 50, seed: "", lot: false, help: false };
  try {
    return { ...first, ...JSON.parse(localStorage.getItem(KEY) ?? "{}"), seed: "" };
  } catch {
    return first;
  }
}

/** @param {Plan} plan */
export const keepPlan = (plan) => localStorage.setItem(KEY, JSON.stringify({ ...plan, seed: "" }));

/** Whether others play who are no bots. @param {Plan} plan */
export const hasPeople = (plan) => plan.rivals.some((rival) => rival.kind !== "bot");

/** @param {Plan} plan */
export const freeLiveries = (plan) => RIVALS_FIRST.filter((livery) => livery !== plan.you && plan.rivals.every((rival) => rival.livery !== livery));

/** The bot that a spec string names, with whatever options. @param {string} spec @param {readonly Opponent[]} opponents */
export function botOf(spec, opponents) {
  const same = opponents.find((bot) => bot.spec === spec);
  const alike = opponents.filter(({ fields, fixed }) => fields.length > 0 && spec.startsWith(fixed));
  return same ?? alike.sort((a, b) => b.fixed.length - a.fixed.length)[0];
}

/** The values of a bot's fields in a spec string. @param {Opponent} bot @param {string} spec @returns {Record<string, number>} */
export function valuesIn(bot, spec) {
  const written = spec.startsWith(bot.fixed) ? new Map(spec.slice(bot.fixed.length).split(",").map((one) => /** @type {[string, string]} */ (one.split("=")))) : new Map();
  return Object.fromEntries(bot.fields.map(({ key, value }) => [key, Number(written.get(key) ?? value)]));
}

/** A bot with such values as a spec string. @param {Opponent} bot @param {Readonly<Record<string, number>>} values */
export const specWith = (bot, values) =>
  (bot.fields.every(({ key, value }) => values[key] === value) ? bot.spec : bot.fixed + bot.fields.map(({ key }) => `${key}=${values[key]}`).join(","));

/** Whether a bot plays on every board or on this one. @param {Opponent} bot @param {string} board */
export const playsOn = ({ boards }, board) => boards.length === 0 || boards.includes(board);

/** As many opponents as the board takes, and those who can be there. @param {Plan} plan @param {BoardFacts} board @param {Opponent[]} opponents */
export function fit(plan, board, opponents) {
  const here = opponents.filter((bot) => playsOn(bot, plan.board));
  plan.rivals = plan.rivals.filter((rival) => rival.kind !== "bot" || botOf(rival.spec, here)).slice(0, board.players[1] - 1);
  while (plan.rivals.length < Math.max(board.players[0], 2) - 1) addRival(plan);
  if (!LIVERIES.includes(plan.you)) plan.you = 1;
  const clash = plan.rivals.find(({ livery }) => livery === plan.you);
  if (clash) clash.livery = freeLiveries(plan)[0];
}

/** @param {Plan} plan */
export function addRival(plan) {
  plan.rivals.push({ kind: "bot", spec: ADAPTIVE, livery: freeLiveries(plan)[0], name: "" });
}

/** Whether the game will be rated, and if not, who is the reason. @param {Plan} plan @param {readonly Opponent[]} opponents */
export function ratedWords(plan, opponents) {
  if (plan.rivals.length === 0) return "Not rated: you play alone.";
  const bots = plan.rivals.flatMap((rival) => {
    const bot = rival.kind === "bot" && botOf(rival.spec, opponents);
    return bot ? [{ bot, spec: rival.spec }] : [];
  });
  const cheat = bots.find(({ bot }) => bot.sees);
  if (cheat) return `Not rated: ${cheat.bot.name} cheats, and with it the game counts for nobody.`;
  const changed = bots.find(({ bot, spec }) => bot.spec !== spec);
  if (changed) return `Not rated: ${changed.bot.name} has changed options.`;
  const learner = bots.find(({ bot }) => bot.learns);
  if (learner) return `Not rated: ${learner.bot.name} plays as strongly as it takes to win its share.`;
  if (plan.rivals.some(({ kind }) => kind === "hot")) return "Not rated: two play at this device.";
  if (plan.seed !== "" && !hasPeople(plan)) return "Not rated: you chose the seed, which tells every card.";
  return "This game is rated: nobody cheats, nobody has changed options.";
}

/**
 * The spec string of a bot. The opponents share the wins that you leave; every adaptive one takes its part of them.
 * @param {Rival} rival
 * @param {Plan} plan
 */
function specOf(rival, plan) {
  if (rival.spec !== ADAPTIVE) return rival.spec;
  return `${ADAPTIVE}:win_rate=${Number(((1 - plan.aim / 100) / plan.rivals.length).toFixed(3))}`;
}

/**
 * The request for a game, and which seat is whose.
 * @param {Plan} plan
 * @param {string} name yours
 */
export function gameRequest(plan, name) {
  /** @type {(Rival | null)[]} null is you */
  const seats = [null, ...plan.rivals];
  if (plan.lot) shuffle(seats);
  return {
    rivals: seats,
    request: {
      board: plan.board,
      you: seats.indexOf(null),
      seed: plan.seed === "" || hasPeople(plan) ? null : Number(plan.seed),
      help: plan.help && hasPeople(plan),
      seats: seats.map((rival) => {
        if (rival === null) return { kind: "person", name, livery: plan.you };
        if (rival.kind === "bot") return { kind: "bot", spec: specOf(rival, plan), livery: rival.livery };
        return { kind: "person", name: rival.name, livery: rival.livery, here: rival.kind === "hot" };
      }),
    },
  };
}

/** The request for a game of bots alone: the first opponent's twin plays in your place. @param {Plan} plan */
export function watchRequest(plan) {
  const twin = { ...plan.rivals[0], livery: plan.you };
  return {
    board: plan.board, you: null, seed: plan.seed === "" ? null : Number(plan.seed),
    seats: [twin, ...plan.rivals].map((rival) => ({ kind: "bot", spec: specOf(rival, plan), livery: rival.livery })),
  };
}

/** By lot. @template T @param {T[]} list */
function shuffle(list) {
  const random = crypto.getRandomValues(new Uint32Array(list.length));
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = random[i] % (i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
}
