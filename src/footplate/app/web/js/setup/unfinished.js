/** Unfinished games to go on with, and links to a new table to give away. */

import { fill, h } from "../dom.js";
import { keepLink } from "../hosting.js";
import { linkList, linkMaker, wordFor } from "../links.js";
import { askedTwice } from "../pages/frame.js";
import { gameAddress, leaveGame } from "../seats.js";

/** @typedef {import("../types").GameFacts} GameFacts */

/** "against Fireman", or whom one watches. @param {GameFacts} game */
const withWhom = (game) => `${game.seats.some((seat) => seat.you) ? "against" : "to watch:"} ${against(game)}`;

/** "Fireman and Adaptive". @param {GameFacts} game */
export function against(game) {
  const mine = game.seats.findIndex((seat) => seat.you); // at a hot seat the others are this browser's as well
  const others = game.seats.filter((_, seat) => seat !== mine).map((seat) => seat.name);
  return others.length > 1 ? `${others.slice(0, -1).join(", ")} and ${others.at(-1)}` : (others[0] ?? "nobody");
}

/** "5 min ago", "yesterday", "3 Nov". @param {string} time */
export function ago(time) {
  const minutes = Math.max(0, (Date.now() - Date.parse(time)) / 60000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${Math.round(minutes)} min ago`;
  if (minutes < 24 * 60) return `${Math.round(minutes / 60)} h ago`;
  return new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
}

/** What a game is called: by its board, or as practice. @param {GameFacts} game @param {(board: string) => string} titleOf */
export const called = ({ board, practice }, titleOf) => (practice ? `Practice from turn ${practice.turn + 1}, ${titleOf(board)}` : titleOf(board));

/**
 * A list that opens under the top bar.
 * @param {GameFacts[]} games unfinished ones, the latest first
 * @param {(board: string) => string} titleOf
 * @returns {HTMLElement | null}
 */
export function unfinished(games, titleOf) {
  if (games.length === 0) return null;
  const [latest] = games;
  const rest = h("details", { class: "unfinished" },
    h("summary", {}, games.length === 1 ? "1 unfinished game" : `${games.length} unfinished games`),
    h("ul", { class: "panel" }, games.map((game) => item(game, titleOf))));
  return h("div", { class: "go-on" },
    h("a", { class: "btn ghost small", href: gameAddress(latest.id) }, `Go on: ${called(latest, titleOf)} ${withWhom(latest)}`), rest);
}

/** @param {GameFacts} game @param {(board: string) => string} titleOf */
function item(game, titleOf) {
  const free = game.seats.map(({ name, free }, seat) => ({ seat, name: wordFor(seat, name), free })).filter((seat) => game.is_host && seat.free);
  const isShared = game.seats.some((seat) => seat.spec === null && !seat.you && !seat.free && !seat.left);
  const row = h("li", {});
  const remove = async () => {
    await leaveGame(game.id);
    row.remove();
  };
  return fill(row,
    h("span", { class: "game-words" }, h("b", {}, called(game, titleOf)), ` ${withWhom(game)}`, h("small", {}, ago(game.changed))),
    h("a", { class: "btn small", href: gameAddress(game.id) }, "Go on"),
    isShared ? askedTwice("Leave", "For good? The others go on without you.", "Leave", remove) : askedTwice("Delete", "Delete this game?", "Delete", remove),
    free.length > 0 && h("details", { class: "links" }, h("summary", {}, "Links"), linkMaker(game.id, free)));
}

/** What stands in place of the opponents when a table with links is ready. @param {string} game @param {import("../seats.js").Link[]} links */
export function tableReady(game, links) {
  for (const { seat, token } of links) keepLink(game, seat, token);
  return h("div", { class: "table-ready" },
    h("h1", { tabindex: -1 }, "Your table is ready"),
    h("p", {}, links.length === 1 ? "Send this link. It is good once: whoever opens it and sits down has the seat." : "Send one link to each person. Each is good once: whoever opens it and sits down has the seat."),
    linkList(game, links),
    h("p", {}, h("a", { href: `#/host/${game}` }, "QR codes, time, and all else about this table")),
    h("a", { class: "btn big", href: gameAddress(game) }, "Go to the table"));
}

