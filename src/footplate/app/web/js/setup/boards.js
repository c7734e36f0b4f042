/** The left side of the set-up page: the boards as tiles, the chosen one's facts and rules, uploading one's own. */

import { fill, h, set } from "../dom.js";
import { ServerError, ask } from "../net.js";
import { keepingFocus, segments } from "../pages/frame.js";
import { plural } from "../pieces.js";
import { onSettings, theme } from "../settings.js";
import { badges } from "./badges.js";

/** @typedef {import("../types").BoardFacts} BoardFacts */

/** "2 to 5 players". @param {[number, number]} players */
const playersWords = ([low, high]) => (low === high ? plural(low, "player") : `${low} to ${high} players`);

export class BoardChoice {
  /**
   * @param {BoardFacts[]} boards
   * @param {string} chosen with its variant: "small:warwick"
   * @param {(name: string) => void} choose
   * @param {() => Promise<BoardFacts[]>} reload
   */
  constructor(boards, chosen, choose, reload) {
    this.boards = boards;
    this.chosen = chosen;
    this.choose = choose;
    this.reload = reload;
    this.grid = h("div", { class: "tiles", role: "radiogroup", "aria-label": "Boards" });
    this.facts = h("div", { class: "board-facts", "aria-live": "polite" });
    this.problems = h("div", { class: "problems", role: "alert", hidden: true });
    this.file = /** @type {HTMLInputElement} */ (h("input", {
      type: "file", accept: ".json,application/json", hidden: true, onchange: () => this.upload(),
    }));
    this.element = h("section", { class: "panel boards", "aria-labelledby": "boards-title" },
      h("div", { class: "panel-head" },
        h("h1", { id: "boards-title" }, "Choose a board"),
        h("button", { type: "button", class: "btn ghost small", onclick: () => this.file.click() }, "Upload a board file"), this.file),
      this.problems, this.grid, this.facts);
    /** @type {{ element: HTMLElement, update: () => void }[]} */
    this.tiles = [];
    this.draw();
    this.drawFacts();
    this.leave = onSettings(() => this.update());
  }

  get board() {
    return /** @type {BoardFacts} */ (this.boards.find((board) => board.name === this.chosen.split(":")[0]) ?? this.boards[0]);
  }

  /** All tiles anew, for other boards. */
  draw() {
    this.tiles = this.boards.map((board) => this.tile(board));
    fill(this.grid, this.tiles.map(({ element }) => element));
    this.update();
  }

  /** Which one is chosen, and the theme. Tiles are not drawn anew: the mouse may be down on one. */
  update() {
    for (const tile of this.tiles) tile.update();
  }

  /** @param {BoardFacts} board */
  tile(board) {
    const map = h("img", { alt: "", loading: "lazy" });
    const flag = h("span", { class: "flag" }, "chosen");
    const element = h("button", {
      type: "button", class: "tile", id: `board-${board.name}`, role: "radio",
      onclick: () => this.pick(board), onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event, board),
    },
    h("span", { class: "tile-map" }, map, flag),
    h("span", { class: "tile-title" }, board.title),
    h("span", { class: "tile-words" }, `${playersWords(board.players)}, ${board.minutes} min`), badges(board));
    const update = () => {
      const isChosen = board === this.board;
      set(element, { "aria-checked": String(isChosen), tabindex: isChosen ? 0 : -1 });
      flag.hidden = !isChosen;
      const address = `/api/boards/${encodeURIComponent(board.name)}/thumbnail.svg?theme=${theme()}`;
      if (map.getAttribute("src") !== address) set(map, { src: address });
    };
    return { element, update };
  }

  /** @param {BoardFacts} board */
  pick(board) {
    this.chosen = board.name;
    this.update();
    this.drawFacts();
    this.choose(this.chosen);
  }

  /** Arrows go from tile to tile. @param {KeyboardEvent} event @param {BoardFacts} board */
  key(event, board) {
    const columns = getComputedStyle(this.grid).gridTemplateColumns.split(" ").length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    const next = step && this.boards[this.boards.indexOf(board) + step];
    if (!next) return;
    event.preventDefault();
    document.getElementById(`board-${next.name}`)?.focus();
    this.pick(next);
  }

  drawFacts() {
    const { board } = this;
    const variant = board.variants.find(({ name }) => `${board.name}:${name}` === this.chosen);
    const { tickets, trains } = variant ?? board;
    keepingFocus(() => fill(this.facts,
      h("p", {}, h("b", {}, board.title), " ", h("span", {}, [plural(board.cities, "city").replace("citys", "cities"),
        plural(board.routes, "route"), plural(tickets, "ticket"), `${plural(trains, "train")} each`].join(", "))),
      board.variants.length > 0 && h("div", { class: "variants" }, h("span", { class: "caps" }, "Rules"),
        segments("rules", "Rules", [{ value: "", word: "Standard" },
          ...board.variants.map(({ name, title }) => ({ value: name, word: title }))],
        variant?.name ?? "", (name) => this.pickVariant(name)),
        h("p", { class: "hint" }, variant ? variant.summary : "As in the rule book."))));
  }

  /** @param {string} name */
  pickVariant(name) {
    this.chosen = name ? `${this.board.name}:${name}` : this.board.name;
    this.drawFacts();
    this.choose(this.chosen);
  }

  async upload() {
    const [file] = this.file.files ?? [];
    this.file.value = "";
    if (!file) return;
    try {
      const { name } = await ask("POST", "/api/boards", await file.text());
      this.problems.hidden = true;
      this.boards = await this.reload();
      this.draw();
      this.pick(/** @type {BoardFacts} */ (this.boards.find((board) => board.name === name)));
      document.getElementById(`board-${name}`)?.scrollIntoView({ block: "nearest" });
    } catch (error) {
      this.showProblems(file.name, error);
    }
  }

  /** @param {string} file @param {unknown} error */
  showProblems(file, error) {
    const problems = error instanceof ServerError && error.problems.length ? error.problems : [String(error instanceof Error ? error.message : error)];
    this.problems.hidden = false;
    fill(this.problems,
      h("p", {}, h("b", {}, file), problems.length === 1 ? " can't be used:" : ` can't be used. ${problems.length} things are wrong:`),
      h("ul", {}, problems.map((problem) => h("li", {}, problem))),
      h("button", { type: "button", class: "btn ghost small", onclick: () => (this.problems.hidden = true) }, "Close"));
  }
}
