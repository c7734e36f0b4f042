/** The profile: your name, games, results, rating, and what is kept of you. */

import { fill, h, s } from "../dom.js";
import { empty } from "../empty.js";
import { ask, get, save, whatHappened } from "../net.js";
import { minus, percent, plural } from "../pieces.js";
import { gameAddress } from "../seats.js";
import { against, ago, called } from "../setup/unfinished.js";
import { progressPanel, puzzlePanel } from "../review/progress.js";
import { nameField } from "../setup/you.js";
import { askedTwice, showPage } from "./frame.js";
import { identityPanel } from "./identity.js";

/** @typedef {import("../types").Results} Results */
/** @typedef {import("../types").GameFacts} GameFacts */

const SHOWN = 12; // games before "all"

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {[Results, GameFacts[], import("../types").BoardFacts[], import("../types").Progress]} */
  const [results, games, boards, progress] = await Promise.all([get("/api/me/results"), get("/api/games"), get("/api/boards"), get("/api/me/progress")]);
  /** @param {string} name */
  const titleOf = (name) => {
    const [board, variant] = name.split(":");
    const facts = boards.find((one) => one.name === board);
    return `${facts?.title ?? "Own board"}${variant ? `, ${variant.replace("_", " ")}` : ""}`;
  };
  const body = h("main", { class: "profile" },
    h("div", { class: "profile-left" },
      h("section", { class: "panel" }, h("div", { class: "you-head" }, h("h1", {}, "You"), nameField())),
      ratingPanel(results),
      adaptivePanel(results, titleOf),
      identityPanel(games.length),
      dataPanel(games)),
    h("div", { class: "profile-right" },
      gamesPanel(games, results, titleOf),
      progressPanel(progress, titleOf),
      puzzlePanel(progress, titleOf),
      householdPanel(results),
      opponentsPanel(results, titleOf)));
  return showPage(root, { title: "Profile", here: "#/profile", body });
}

/** @param {Results} results */
function ratingPanel({ rating }) {
  const unsure = Math.round((rating.high - rating.low) / 2);
  const known = rating.games > 0;
  return h("section", { class: "panel", "aria-labelledby": "rating-title" },
    h("h2", { class: "caps", id: "rating-title" }, "Rating"),
    h("p", { class: "rating-figure num" }, known ? h("b", {}, rating.mean) : h("b", {}, "–"), known && ` ± ${unsure}`),
    known && ratingRail(rating),
    h("p", { class: "hint" }, known
      ? `From ${plural(rating.games, "game")}. It lies between ${rating.low} and ${rating.high} with a chance of 95 %.`
      : "Play against a level or a bot with a fixed strength to get one."),
    h("p", { class: "hint" }, "Games against Adaptive don't count here: it aims at winning half of them. Neither do games in which somebody had help from the search, took an action back, or left, nor those whose seed was chosen."));
}

/** The interval on a scale, with some bots as milestones. @param {Results["rating"]} rating */
function ratingRail({ mean, low, high, milestones }) {
  const all = milestones.map(({ rating }) => rating);
  const [from, to] = [Math.min(...all, low) - 80, Math.max(...all, high) + 120];
  /** @param {number} value */
  const x = (value) => Math.round(8 + (284 * (value - from)) / (to - from));
  return s("svg", { class: "rating-rail", viewBox: "0 0 300 44", role: "img", "aria-label": `Rating ${mean}, between ${low} and ${high}` },
    s("path", { d: "M4 14H296", stroke: "var(--rule-strong)", "stroke-width": 5, "stroke-dasharray": "1.5 5" }),
    s("path", { d: "M4 11.5H296M4 16.5H296", stroke: "var(--rule-strong)" }),
    s("path", { d: `M${x(low)} 14H${x(high)}`, stroke: "var(--enamel-line)", "stroke-width": 5, opacity: 0.75 }),
    s("rect", { x: x(mean) - 10, y: 8, width: 20, height: 12, rx: 3, fill: "var(--lamp-fill)", stroke: "var(--ink)", "stroke-width": 1.2 }),
    milestones.map(({ name, rating }, n) => s("g", {},
      s("path", { d: `M${x(rating)} 6V22`, stroke: "var(--ink-2)" }),
      s("text", { x: x(rating), y: 36, "text-anchor": n ? "end" : "start" }, `${name} ${rating}`))));
}

/** @param {Results} results @param {(board: string) => string} titleOf */
function adaptivePanel({ adaptive }, titleOf) {
  return h("section", { class: "panel", "aria-labelledby": "adaptive-title" },
    h("h2", { class: "caps", id: "adaptive-title" }, "How Adaptive sees you"),
    adaptive.length === 0 && h("p", { class: "hint" }, "It has not played against you yet. After each game it knows better how strongly it has to play."),
    adaptive.map((seen) => memoryRow(seen, titleOf)),
    adaptive.length > 0 && memoryActs());
}

/** What is remembered of you on a board with so many players. @param {Results["adaptive"][number]} seen @param {(board: string) => string} titleOf */
function memoryRow(seen, titleOf) {
  const row = h("div", { class: "adaptive-row" });
  const forget = async () => {
    await ask("DELETE", `/api/me/adaptive?key=${encodeURIComponent(seen.key)}`);
    row.remove();
  };
  return fill(row, h("b", {}, `${titleOf(seen.board)}, ${plural(seen.players, "player")}`), h("p", {}, seen.sentence),
    h("p", { class: "hint" }, seen.unsure > 0 && `It may be wrong by ${seen.unsure} points.`), askedTwice("Forget", "It will meet you as a stranger.", "Forget", forget));
}

/** All that Adaptive remembers, as a file or deleted. */
function memoryActs() {
  const trouble = h("p", { class: "start-trouble", role: "alert" });
  const keep = () => save("/api/me/adaptive", "footplate-adaptive.json").then(() => fill(trouble), (error) => fill(trouble, whatHappened(error)));
  const acts = h("div", { class: "acts" });
  const forget = async () => {
    await ask("DELETE", "/api/me/adaptive");
    acts.closest("section")?.querySelectorAll(".adaptive-row").forEach((row) => row.remove());
    fill(acts, h("p", { role: "status" }, "It has forgotten you."));
  };
  fill(acts, h("button", { type: "button", class: "btn ghost small", onclick: keep }, "Save as a file"), askedTwice("Forget all", "On all boards, for good?", "Forget all", forget));
  return h("div", {}, trouble, acts);
}

/** @param {GameFacts[]} games @param {Results} results @param {(board: string) => string} titleOf */
function gamesPanel(games, results, titleOf) {
  const ends = new Map(results.games.map((game) => [game.id, game]));
  const list = h("ul", { class: "game-list" });
  /** @param {number} most */
  const draw = (most) => fill(list, games.slice(0, most).map((game) => gameRow(game, ends.get(game.id), titleOf)),
    games.length > most && h("li", {}, h("button", { type: "button", class: "text-link", onclick: () => draw(Infinity) }, `All ${games.length} games`)));
  draw(SHOWN);
  return h("section", { class: "panel", "aria-labelledby": "games-title" },
    h("h1", { id: "games-title" }, "Your games"),
    games.length === 0 ? empty("No journeys yet", "Every game that you play stands here, with its result, its replay and how you did against whom.", { href: "#/", word: "Play a game" }) : list);
}

/** @param {GameFacts} game @param {Results["games"][number] | undefined} end @param {(board: string) => string} titleOf */
function gameRow(game, end, titleOf) {
  const words = end && { won: "Won", lost: "Lost", drew: "Draw", played: "Played", watched: "Watched" }[end.status];
  const isDecided = end?.status === "won" || end?.status === "lost";
  const margin = !end || !isDecided ? "" : end.margin ? ` by ${minus(Math.abs(end.margin))}` : " on equal points";
  return h("li", { class: end?.status ?? "unfinished-game" },
    h("span", { class: "game-end" }, words ? `${words}${margin}` : "Not finished"),
    h("span", { class: "game-words" }, h("b", {}, called(game, titleOf)), ` against ${against(game)}`, h("small", {}, ago(game.changed))),
    end ? h("span", { class: "game-acts" }, h("a", { class: "btn ghost small", href: `#/review/${game.id}` }, "Review"), h("a", { class: "btn ghost small", href: `#/replay/${game.id}` }, "Replay")) : h("a", { class: "btn small", href: gameAddress(game.id) }, "Go on"));
}

/** Who has won how often among people. @param {Results} results */
function householdPanel({ household }) {
  if (household.length < 2) return null;
  return h("section", { class: "panel", "aria-labelledby": "household-title" },
    h("h1", { id: "household-title" }, "Around this table"),
    h("div", { class: "table-scroll", tabindex: 0, role: "group", "aria-label": "Table of the household" }, h("table", { class: "figures" },
      h("thead", {}, h("tr", {}, ["Person", "Games", "Won"].map((word) => h("th", { scope: "col" }, word)))),
      h("tbody", {}, household.map(({ name, you, games, wins }) => h("tr", {}, h("th", { scope: "row" }, you ? `${name}, you` : name), h("td", {}, games), h("td", { class: "good" }, wins)))))),
    h("p", { class: "hint" }, "Games of several people in which you played."));
}

/** @param {Results} results @param {(board: string) => string} titleOf */
function opponentsPanel({ opponents }, titleOf) {
  if (opponents.length === 0) return null;
  /** @param {Results["opponents"][number]} row */
  const shares = ({ games, wins, draws }) => h("span", { class: "shares", "aria-hidden": "true" },
    h("i", { class: "won", style: `width:${(100 * wins) / games}%` }), h("i", { class: "drew", style: `width:${(100 * draws) / games}%` }));
  return h("section", { class: "panel", "aria-labelledby": "against-title" },
    h("h1", { id: "against-title" }, "Against each opponent"),
    h("div", { class: "table-scroll", tabindex: 0, role: "group", "aria-label": "Table of opponents" }, h("table", { class: "figures" },
      h("thead", {}, h("tr", {}, ["Opponent", "Board", "Games", "Won", "Draws", "Lost", ""].map((word) => h("th", { scope: "col" }, word || h("span", { class: "for-readers" }, "Share"))))),
      h("tbody", {}, opponents.map((row) => h("tr", {},
        h("th", { scope: "row", title: row.spec || null }, row.name, aim(row.spec)), h("td", { class: "words" }, titleOf(row.board)),
        h("td", {}, row.games), h("td", { class: "good" }, row.wins), h("td", {}, row.draws), h("td", { class: "bad" }, row.losses),
        h("td", {}, shares(row))))))),
    h("p", { class: "hint" }, "At tables of more than two, a win here means that you finished ahead of this opponent."));
}

/** What the adaptive opponent was asked for. @param {string} spec */
function aim(spec) {
  const share = /win_rate=([\d.]+)/.exec(spec);
  return share && h("small", {}, ` wanted to win ${percent(Number(share[1]))}`);
}

/** @param {GameFacts[]} games */
function dataPanel(games) {
  const remove = async () => {
    await ask("DELETE", "/api/me");
    localStorage.clear();
    location.hash = "#/";
    location.reload();
  };
  const trouble = h("p", { class: "start-trouble", role: "alert" });
  const keep = () => save("/api/me/export", "footplate.json").then(() => fill(trouble), (error) => fill(trouble, whatHappened(error)));
  return h("section", { class: "panel", "aria-labelledby": "data-title" },
    h("h2", { class: "caps", id: "data-title" }, "Your data"),
    h("p", { class: "hint" }, "Kept on this server: your name, settings, boards and games with all moves. Nothing goes anywhere else."),
    trouble,
    h("div", { class: "acts" },
      h("button", { type: "button", class: "btn ghost small", onclick: keep }, "Save all as a file"),
      askedTwice("Delete everything", `Delete ${plural(games.length, "game")} and your name for good?`, "Delete everything", remove)));
}

