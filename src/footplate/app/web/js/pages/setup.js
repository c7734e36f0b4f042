/** The set-up page: which board, against whom, and go. */

import { fill, h } from "../dom.js";
import { ask, get, whatHappened } from "../net.js";
import { gameAddress, rememberSeats } from "../seats.js";
import { settings } from "../settings.js";
import { BoardChoice } from "../setup/boards.js";
import { fit, gameRequest, keepPlan, lastPlan, watchRequest } from "../setup/plan.js";
import { Rivals } from "../setup/rivals.js";
import { tableReady, unfinished } from "../setup/unfinished.js";
import { liveryChoice, moreSettings, nameField } from "../setup/you.js";
import { showPage } from "./frame.js";

/** @typedef {import("../types").BoardFacts} BoardFacts */

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {[BoardFacts[], import("../types").Opponent[], import("../types").GameFacts[]]} */
  const [boards, opponents, games] = await Promise.all([get("/api/boards"), get("/api/opponents"), get("/api/games")]);
  const plan = lastPlan();
  const playable = boards.filter((board) => board.playable);
  if (!playable.some((board) => board.name === plan.board.split(":")[0])) plan.board = playable[0].name;

  const choice = new BoardChoice(boards, plan.board, (name) => {
    plan.board = name;
    changed();
    rivals.draw();
  }, () => get("/api/boards"));
  const nameOf = (/** @type {import("../setup/plan.js").Rival} */ rival) => {
    if (rival.kind !== "bot") return rival.name || "another person";
    return opponents.find(({ spec }) => spec === rival.spec)?.name ?? rival.spec;
  };
  const changed = () => {
    fit(plan, choice.board, opponents);
    keepPlan(plan);
    livery.draw();
    drawStart();
  };
  const rivals = new Rivals(plan, opponents, () => choice.board, changed);
  const livery = liveryChoice(plan, nameOf, () => {
    changed();
    rivals.draw();
  });

  const trouble = h("p", { class: "start-trouble", role: "alert" });
  const startButton = h("button", { type: "button", class: "btn big", onclick: () => begin(start) }, "Start the game");
  const watchButton = h("button", { type: "button", class: "btn ghost big", onclick: () => begin(watch) }, "Watch instead");
  const watchReason = h("p", { class: "hint" });
  const drawStart = () => {
    const people = plan.rivals.some((rival) => rival.kind !== "bot");
    const reason = people ? "With other people at the table you can't only watch." : "Bots play all seats; you look on.";
    watchButton.toggleAttribute("disabled", people);
    watchButton.title = reason;
    fill(watchReason, people && reason);
  };
  const side = h("section", { class: "panel opponents", "aria-labelledby": "opponents-title" },
    h("h1", { id: "opponents-title" }, "Opponents"), rivals.list,
    h("div", { class: "you-part" },
      h("div", { class: "you-head" }, h("h1", {}, "You"), nameField()),
      livery.element, moreSettings(plan, changed), trouble,
      h("div", { class: "start" }, startButton, watchButton), watchReason));

  /** @param {() => Promise<void>} how */
  const begin = async (how) => {
    trouble.textContent = "";
    startButton.toggleAttribute("disabled", true);
    try {
      await how();
    } catch (error) {
      trouble.textContent = whatHappened(error);
    } finally {
      startButton.toggleAttribute("disabled", false);
    }
  };
  const start = async () => {
    const { request, rivals: seats } = gameRequest(plan, settings.name);
    const { id, tokens } = await ask("POST", "/api/games", request);
    /** @param {(rival: import("../setup/plan.js").Rival | null) => boolean} test */
    const those = (test) => seats.flatMap((rival, seat) => (test(rival) ? [{ seat, token: tokens[seat], name: rival?.name ?? "" }] : []));
    const links = those((rival) => rival?.kind === "link");
    const mine = [...those((rival) => rival === null), ...those((rival) => rival?.kind === "hot")];
    rememberSeats(id, { mine: mine.map(({ seat, token }) => ({ seat, token })), links });
    if (links.length === 0) {
      location.hash = gameAddress(id);
    } else {
      fill(side, tableReady(id, links));
      side.querySelector("h1")?.focus();
    }
  };
  const watch = async () => {
    const { id } = await ask("POST", "/api/games", watchRequest(plan));
    location.hash = gameAddress(id);
  };

  /** @param {string} name */
  const titleOf = (name) => boards.find((board) => board.name === name.split(":")[0])?.title ?? name;
  changed();
  rivals.draw();
  const leave = showPage(root, {
    title: "Footplate", here: "#/", middle: unfinished(games.filter((game) => !game.result), titleOf),
    body: h("main", { class: "setup" }, choice.element, side),
  });
  return () => {
    choice.leave();
    leave();
  };
}
