/** The questions after a game of a study as a page of their own, for phones. */

import { h } from "../dom.js";
import { Questions } from "../game/questions.js";
import { showPage } from "./frame.js";

/** @param {HTMLElement} root @param {string} [id] of the game */
export async function show(root, id = "") {
  const questions = new Questions(id, "h1");
  await questions.ask();
  return showPage(root, {
    title: "How was this game?", here: "#/questions",
    body: h("main", { class: "questions-page" }, h("section", { class: "panel" }, questions.element, questions.next)),
  });
}
