/** Help: rules and scoring with a board's own numbers, how to read the screen, all keys, and the practice. */

import { fill, h } from "../dom.js";
import { KEYS } from "../game/menu.js";
import { rules } from "../help/rules.js";
import { liveries, plan, states, symbols } from "../help/screen.js";
import { get } from "../net.js";
import { lastPlan } from "../setup/plan.js";
import { showPage } from "./frame.js";

/** @typedef {import("../types").BoardFacts} BoardFacts */

/** @type {readonly (readonly [string[], string])[]} */
const REPLAY_KEYS = [
  [["←", "→"], "One step back or on"], [["Shift", "←", "→"], "One turn back or on"], [["Home", "End"], "To the deal, to the end"],
  [["Space"], "Play, pause"], [["O"], "Ask the search"],
];

/** @param {HTMLElement} root @param {string} [wanted] a board */
export async function show(root, wanted) {
  /** @type {BoardFacts[]} */
  const boards = await get("/api/boards");
  const names = boards.flatMap((board) => [{ value: board.name, word: board.title },
    ...board.variants.map(({ name, title }) => ({ value: `${board.name}:${name}`, word: `${board.title}, ${title}` }))]);
  const chosen = [wanted, lastPlan().board, boards[0].name].find((name) => names.some(({ value }) => value === name)) ?? boards[0].name;

  const ruleText = h("div", { class: "rules" });
  const symbolList = h("div", {});
  const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Board", onchange: () => draw(select.value) },
    names.map(({ value, word }) => h("option", { value, selected: value === chosen }, word))));
  /** @param {string} name */
  const draw = async (name) => {
    const address = `/api/boards/${encodeURIComponent(name)}`;
    /** @type {[import("../types").BoardFile & { locomotives: number }, import("../types").BoardRules]} */
    const [board, written] = await Promise.all([get(address), get(`${address}/rules`)]);
    fill(ruleText, ...rules(written.sections));
    fill(symbolList, symbols(board.colors, board.locomotives > 0));
  };
  await draw(chosen);

  const body = h("main", { class: "help" },
    h("nav", { class: "panel help-nav", "aria-label": "On this page" },
      [["rules", "Rules and points"], ["screen", "The screen"], ["symbols", "Colours and symbols"], ["keys", "All keys"], ["tutorial", "Practice"]].map(([id, word]) =>
        h("button", { type: "button", class: "text-link", onclick: () => goTo(id) }, word))),
    h("div", { class: "panel help-text", tabindex: 0, role: "region", "aria-label": "Help" },
      h("section", { id: "help-rules" }, h("div", { class: "panel-head" }, h("h1", { tabindex: -1 }, "Rules and points"), select), ruleText),
      h("section", { id: "help-screen" }, h("h1", { tabindex: -1 }, "The screen"), plan(), h("h2", {}, "Routes and tickets"), states()),
      h("section", { id: "help-symbols" }, h("h1", { tabindex: -1 }, "Colours and symbols"),
        h("p", {}, "Every colour has a symbol, on cards and on routes; every player's trains carry a livery. Nothing is told by colour alone."),
        symbolList, h("h2", {}, "Liveries"), liveries()),
      h("section", { id: "help-keys" }, h("h1", { tabindex: -1 }, "All keys"), h("h2", {}, "In a game"), keyList(KEYS), h("h2", {}, "In a replay"), keyList(REPLAY_KEYS)),
      tutorialPart()));
  return showPage(root, { title: "Help", here: "#/help", body });
}

/** @param {string} id */
function goTo(id) {
  const section = document.getElementById(`help-${id}`);
  section?.scrollIntoView({ block: "start" });
  section?.querySelector("h1")?.focus({ preventScroll: true });
}

/** @param {readonly (readonly [readonly string[], string])[]} keys */
function keyList(keys) {
  return h("dl", { class: "key-list" }, keys.flatMap(([names, words]) => [
    h("dt", {}, names.flatMap((name) => [name === "…" ? "… " : h("kbd", {}, name), " "])), h("dd", {}, words)]));
}

function tutorialPart() {
  return h("section", { id: "help-tutorial" }, h("h1", { tabindex: -1 }, "Practice"),
    h("p", {}, "Your first turns on five cities, step by step, in about two minutes. Nothing of it is kept."),
    h("a", { class: "btn ghost", href: "#/practice" }, "Practise the first turns"));
}
