/** The set-up page: which board, against whom, and go. */

import { fill, h } from "../dom.js";
import { ask, get, whatHappened } from "../net.js";
import { Preparing } from "../preparing.js";
import { gameAddress } from "../seats.js";
import { settings } from "../settings.js";
import { BoardChoice } from "../setup/boards.js";
import { Figures } from "../setup/figures.js";
import { OpponentView } from "../setup/opponent.js";
import { addRival, botOf, fit, gameRequest, hasPeople, keepPlan, lastPlan, watchRequest } from "../setup/plan.js";
import { Table } from "../setup/table.js";
import { tableReady, unfinished } from "../setup/unfinished.js";
import { firstAddress, welcome } from "../setup/welcome.js";
import { liveryChoice, moreSettings, nameField } from "../setup/you.js";
import { isTyping, keepingFocus, showPage } from "./frame.js";

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
  }, () => get("/api/boards"));
  const nameOf = (/** @type {import("../setup/plan.js").Rival} */ rival) =>
    (rival.kind === "bot" ? botOf(rival.spec, opponents)?.name ?? rival.spec : rival.name || "another person");
  /** What is drawn of the plan follows it. */
  const changed = () => {
    fit(plan, choice.board, opponents);
    keepPlan(plan);
    livery.draw();
    more.draw();
    drawStart();
    table.draw();
    figures.want(plan);
  };
  const livery = liveryChoice(plan, nameOf, () => changed());
  const more = moreSettings(plan, () => changed());
  const name = nameField();
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
  const table = new Table(plan, opponents, () => choice.board, {
    show: (what) => show(what),
    add: () => {
      addRival(plan);
      show(plan.rivals[plan.rivals.length - 1]);
      changed();
    },
    remove: (rival) => {
      plan.rivals.splice(plan.rivals.indexOf(rival), 1);
      if (table.shown === rival) show("boards");
      changed();
      document.getElementById("add-rival")?.focus();
    },
  }, h("div", { class: "start-part" }, trouble, h("div", { class: "start" }, startButton, watchButton), watchReason));

  /** @type {OpponentView | null} */
  let view = null;
  const back = () => {
    const from = table.shown === "you" ? "seat-you" : `seat-${plan.rivals.findIndex((rival) => rival === table.shown)}`;
    show("boards");
    document.getElementById(from)?.focus();
  };
  const you = h("section", { class: "panel you-view", "aria-labelledby": "you-title", onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && back() },
    h("header", {}, h("button", { type: "button", class: "text-link back-to-table", id: "back", onclick: back }, "Back to the table"), h("h1", { id: "you-title", tabindex: -1 }, "You")),
    name, livery.element, more.element);
  const right = h("div", { class: "setup-right" });
  const figures = new Figures((facts, rating) => {
    view?.update(facts, rating);
    table.measured(facts, rating);
  }, right);
  /** Who sits in a seat, anew; what had the focus keeps it. @param {import("../setup/plan.js").Rival} rival */
  const drawView = (rival) => keepingFocus(() => {
    view = new OpponentView(plan, plan.rivals.indexOf(rival), opponents, {
      changed, back,
      taken: () => {
        drawView(rival);
        changed();
      },
    });
    fill(right, view.element);
    figures.show();
  });
  /** Open something on the right, in place of what is there. @param {import("../setup/table.js").Shown} what */
  const show = (what) => {
    view = null;
    table.shown = what;
    body.dataset.open = what === "boards" ? "boards" : "seat";
    if (what === "boards") fill(right, choice.element);
    else if (what === "you") fill(right, you);
    else drawView(what);
    table.draw();
    figures.show();
    if (what !== "boards") right.querySelector("h1")?.focus({ preventScroll: false });
  };

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
      fill(body, h("section", { class: "panel" }, tableReady(id, links)));
      body.querySelector("h1")?.focus();
    }
  };
  const watch = async () => {
    const { id } = await ask("POST", "/api/games", watchRequest(plan));
    location.hash = gameAddress(id);
  };

  const preparing = new Preparing("Choose a board and opponents meanwhile.");
  /** @param {string} name */
  const titleOf = (name) => boards.find((board) => board.name === name.split(":")[0])?.title ?? name;
  const body = h("main", { class: "setup" }, preparing.element, welcome(games), table.element, right);
  show("boards");
  changed();
  const leave = showPage(root, { title: "Footplate", here: "#/", middle: unfinished(games.filter((game) => !game.result), titleOf), body });
  const leavePreparing = preparing.follow();
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (view && /^[1-6]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event)) view.takeLevel(event.key);
  };
  addEventListener("keydown", onKey);
  return () => {
    removeEventListener("keydown", onKey);
    figures.stop();
    table.leave();
    leavePreparing();
    choice.leave();
    leave();
  };
}
