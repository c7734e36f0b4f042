/** The set-up page: which board, against whom, and go. */

import { fill, h } from "../dom.js";
import { ask, get, whatHappened } from "../net.js";
import { Preparing } from "../preparing.js";
import { gameAddress } from "../seats.js";
import { settings } from "../settings.js";
import { BoardChoice } from "../setup/boards.js";
import { fit, gameRequest, hasPeople, keepPlan, lastPlan, watchRequest } from "../setup/plan.js";
import { Rivals } from "../setup/rivals.js";
import { tableReady, unfinished } from "../setup/unfinished.js";
import { firstAddress, welcome } from "../setup/welcome.js";
import { liveryChoice, moreSettings, nameField } from "../setup/you.js";
import { showPage } from "./frame.js";

/** @typedef {import("../types").BoardFacts} BoardFacts */

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {[BoardFacts[], import("../types").Opponent[], import("../types").GameFacts[]]} */
  const [boards, opponents, games] = await Promise.all([get("/api/boards"), get("/api/opponents"), get("/api/games")]);
  const plan = lastPlan();
  if (!boards.some((board) => board.name === plan.board.split(":")[0])) plan.board = boards[0].name;

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
    more.draw();
    drawStart();
  };
  const rivals = new Rivals(plan, opponents, () => choice.board, changed);
  const livery = liveryChoice(plan, nameOf, () => {
    changed();
    rivals.draw();
  });

  const more = moreSettings(plan, () => changed());
  const trouble = h("p", { class: "start-trouble", role: "alert" });
  const startButton = h("button", { type: "button", class: "btn big", onclick: () => begin(start) }, "Start the game");
  const watchButton = h("button", { type: "button", class: "btn ghost big", onclick: () => begin(watch) }, "Watch instead");
  const watchReason = h("p", { class: "hint" });
  const drawStart = () => {
    const people = hasPeople(plan);
    const reason = people ? "With other people at the table you can't only watch." : "Bots play all seats; you look on.";
    watchButton.toggleAttribute("disabled", people);
    watchButton.title = reason;
    fill(watchReason, people && reason);
  };
  const side = h("section", { class: "panel opponents", "aria-labelledby": "opponents-title" },
    h("h1", { id: "opponents-title" }, "Opponents"), rivals.list,
    h("div", { class: "you-part" },
      h("div", { class: "you-head" }, h("h1", {}, "You"), nameField()),
      livery.element, more.element, trouble,
      h("div", { class: "start" }, startButton, watchButton), watchReason));

  /** @param {() => Promise<void>} how */
  const begin = async (how) => {
    const pressed = /** @type {HTMLElement | null} */ (document.activeElement);
    trouble.textContent = "";
    startButton.toggleAttribute("disabled", true);
    try {
      await how();
    } catch (error) {
      trouble.textContent = whatHappened(error);
    } finally {
      startButton.toggleAttribute("disabled", false);
      if (document.activeElement === document.body) pressed?.focus(); // a button that is disabled loses the focus
    }
  };
  const start = async () => {
    const { request, rivals: seats } = gameRequest(plan, settings.name);
    const { id, links: tokens } = await ask("POST", "/api/games", request);
    const links = seats.flatMap((rival, seat) => (rival?.kind === "link" ? [{ seat, token: tokens[seat], name: rival.name }] : []));
    if (links.length === 0) {
      location.hash = firstAddress(id);
    } else {
      fill(side, tableReady(id, links));
      side.querySelector("h1")?.focus();
    }
  };
  const watch = async () => {
    const { id } = await ask("POST", "/api/games", watchRequest(plan));
    location.hash = gameAddress(id);
  };

  const preparing = new Preparing("Choose a board and opponents meanwhile.");
  /** @param {string} name */
  const titleOf = (name) => boards.find((board) => board.name === name.split(":")[0])?.title ?? name;
  changed();
  rivals.draw();
  const leave = showPage(root, {
    title: "Footplate", here: "#/", middle: unfinished(games.filter((game) => !game.result), titleOf),
    body: h("main", { class: "setup" }, preparing.element, welcome(games), choice.element, side),
  });
  const leavePreparing = preparing.follow();
  return () => {
    leavePreparing();
    choice.leave();
    leave();
  };
}
