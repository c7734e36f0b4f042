/** Where replays begin: your finished games, or a record file. */

import { fill, h } from "../dom.js";
import { empty } from "../empty.js";
import { ServerError, ask, get } from "../net.js";
import { against, ago } from "../setup/unfinished.js";

/** @typedef {import("../types").GameFacts} GameFacts */
/** @typedef {{ game: number, board: string, seats: string, result: string }} Listed a game of a record file */

export async function startOfReplays() {
  /** @type {[GameFacts[], import("../types").BoardFacts[]]} */
  const [games, boards] = await Promise.all([get("/api/games"), get("/api/boards")]);
  const finished = games.filter((game) => game.result);
  /** @param {string} name */
  const titleOf = (name) => boards.find((board) => board.name === name.split(":")[0])?.title ?? "Own board";
  return h("main", { class: "replay-start" },
    h("section", { class: "panel", "aria-labelledby": "file-title" },
      h("h1", { id: "file-title" }, "A record file"),
      h("p", { class: "hint" }, "A file from a tournament, from the console, or saved at the end of a game. It may hold several games."),
      upload()),
    h("section", { class: "panel", "aria-labelledby": "finished-title" },
      h("h1", { id: "finished-title" }, "Your finished games"),
      finished.length === 0 && empty("Nothing to look back on yet", "A game that you have finished can be seen again here, step by step, with everybody's cards.", { href: "#/", word: "Play a game" }),
      h("ul", { class: "game-list" }, finished.map((game) => h("li", {},
        h("span", { class: "game-words" }, h("b", {}, titleOf(game.board)), ` against ${against(game)}`, h("small", {}, ago(game.changed))),
        h("a", { class: "btn ghost small", href: `#/replay/${game.id}` }, "Replay"))))));
}

/** A button for a file; where the file holds several games, they are offered. */
function upload() {
  const place = h("div", { class: "upload", "aria-live": "polite" });
  const input = /** @type {HTMLInputElement} */ (h("input", {
    type: "file", accept: ".txt,.record,text/plain", hidden: true,
    onchange: async () => {
      const [file] = input.files ?? [];
      input.value = "";
      if (file) await open(file.name, await file.text(), 1);
    },
  }));
  /** @param {string} name @param {string} record @param {number} game */
  const open = async (name, record, game) => {
    try {
      const { id, games } = await ask("POST", "/api/replays", { record, game });
      if (games.length > 1 && game === 1) choose(name, record, games, id);
      else location.hash = `#/replay/${id}`;
    } catch (error) {
      fill(place, button, input, h("div", { class: "problems", role: "alert" },
        h("b", {}, name), ` can't be shown: ${error instanceof ServerError ? error.message : String(error)}`));
    }
  };
  /** @param {string} name @param {string} record @param {Listed[]} games @param {string} first the first game's replay */
  const choose = (name, record, games, first) => fill(place, button, input,
    h("p", {}, h("b", {}, name), ` holds ${games.length} games. Which one?`),
    h("ol", { class: "game-list" }, games.map((listed) => h("li", {},
      h("span", { class: "game-end num" }, listed.game),
      h("span", { class: "game-words" }, h("b", {}, listed.seats.replaceAll(" | ", ", ")), ` on ${listed.board}`, h("small", {}, listed.result)),
      h("button", {
        type: "button", class: "btn ghost small",
        onclick: () => (listed.game === 1 ? (location.hash = `#/replay/${first}`) : open(name, record, listed.game)),
      }, "Show")))));
  const button = h("button", { type: "button", class: "btn", onclick: () => input.click() }, "Open a record file");
  return fill(place, button, input);
}
