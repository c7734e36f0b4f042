/** The start of a server that runs a study: what people agree to, one game after the other, and stopping. */

import { fill, h } from "../dom.js";
import { dayOf, playOn } from "../game/questions.js";
import { ask, get, whatHappened } from "../net.js";
import { plural } from "../pieces.js";
import { gameAddress } from "../seats.js";
import { askedTwice, showPage } from "./frame.js";

/** @typedef {import("../types").StudyFacts} StudyFacts */
/** @typedef {NonNullable<StudyFacts["you"]>} Own */

/** @param {HTMLElement} root */
export async function show(root) {
  const panel = h("section", { class: "panel study", "aria-labelledby": "study-title" });
  const trouble = h("p", { class: "start-trouble", role: "alert" });
  /** @param {() => Promise<unknown>} deed */
  const doing = (deed) => async () => {
    try {
      await deed();
    } catch (error) {
      fill(trouble, whatHappened(error));
    }
  };
  /** @param {StudyFacts} study @param {string} [said] */
  const draw = (study, said = "") => fill(panel, h("h1", { id: "study-title", tabindex: -1 }, study.title),
    said && h("p", { class: "study-said", role: "status" }, said), content(study, { doing, again, leave }), trouble);
  /** @param {string} [said] */
  const again = async (said) => { draw(await get("/api/study"), said); panel.querySelector("h1")?.focus(); };
  const leave = () => fill(panel, h("h1", { id: "study-title", tabindex: -1 }, "You don’t take part"),
    h("p", {}, "Nothing is kept of you. You can close this page."), h("p", {}, h("button", { type: "button", class: "text-link", onclick: () => again() }, "Read it again")));
  draw(await get("/api/study"));
  return showPage(root, { title: "Study", here: "#/", body: h("main", { class: "study-page" }, panel) });
}

/**
 * What there is to do now.
 * @param {StudyFacts} study
 * @param {{ doing: (deed: () => Promise<unknown>) => () => Promise<void>, again: (said?: string) => Promise<void>, leave: () => void }} acts
 */
function content(study, { doing, again, leave }) {
  const { you } = study;
  if (study.closed) return h("p", {}, "This study is closed. Thank you for your interest.");
  if (!you && study.full) return h("p", {}, "As many people as this study needs take part already. Thank you for coming.");
  if (!you) return consent(study, doing(async () => { await ask("POST", "/api/study/part"); await again("Thank you. You take part now."); }), leave);
  const isDone = you.done >= study.games;
  const withdraw = doing(async () => { await ask("DELETE", "/api/study/part"); await again("You have stopped. Your games and answers are deleted."); });
  return [
    h("div", { class: "study-progress", role: "img", "aria-label": `${you.done} of ${plural(study.games, "game")} done` },
      Array.from({ length: study.games }, (_, n) => h("i", { class: n < you.done ? "done" : n === you.done && !isDone ? "now" : "" }))),
    isDone ? h("p", {}, `You have played all ${plural(study.games, "game")}. Thank you! You can close this page.`) : nextGame(study, you, doing(() => playOn(study))),
    h("div", { class: "study-stop" }, h("p", { class: "hint" }, `You agreed on ${dayOf(you.agreed)} and can stop at any time until the study is closed. Then nobody can tell any more which games are yours.`),
      askedTwice("Stop and delete", "Delete your games and answers, for good?", "Delete", withdraw)),
  ];
}

/** @param {StudyFacts} study @param {() => void} agree @param {() => void} leave */
const consent = (study, agree, leave) => [
  h("div", { class: "study-consent" }, study.consent.map((words) => h("p", {}, words)),
    study.cheats && h("p", { class: "study-cheats" }, h("b", {}, "Some opponents may cheat: "), "they may see cards and tickets that you can’t see. You are not told which.")),
  h("ul", { class: "study-facts" },
    h("li", {}, `You play ${plural(study.games, "game")}, one after the other, when you like. A game that you leave waits for you.`),
    h("li", {}, "After each game you are asked how it was. You can skip that."),
    h("li", {}, "In the data your moves and answers stand under a random number, without your name, address or the time of day."),
    h("li", {}, "You can stop at any time until the study is closed. Your games and answers are then deleted.")),
  h("div", { class: "acts" }, h("button", { type: "button", class: "btn big", onclick: agree }, "I agree"), h("button", { type: "button", class: "btn ghost big", onclick: leave }, "Leave")),
];

/** @param {StudyFacts} study @param {Own} you @param {() => void} start */
function nextGame({ games }, { game, done }, start) {
  if (game && game.answered === null) {
    const words = game.over ? "is over. The questions about it wait for you." : "goes on.";
    return h("div", { class: "study-next" }, h("p", {}, `Game ${game.number} of ${games} ${words}`), h("a", { class: "btn big", href: gameAddress(game.id) }, game.over ? "To the questions" : "Go on"));
  }
  return h("div", { class: "study-next" }, h("p", {}, `Game ${done + 1} of ${games}.`, done === 0 && [" Never played? ", h("a", { href: "#/practice" }, "Practise the first turns"), "."]),
    h("button", { type: "button", class: "btn big", onclick: start }, done ? "Next game" : "Start"));
}
