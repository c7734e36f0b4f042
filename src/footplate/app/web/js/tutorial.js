/** The first game's tutorial: it points at things, one after the other, and covers as little of the map as can be. */

import { fill, h } from "./dom.js";
import { changeSettings } from "./settings.js";

/**
 * A step: where to point (the first of these that can be seen), and what to say.
 * @typedef {{ at: string[], title: string, words: string }} Step
 */

/** @type {readonly Step[]} */
const STEPS = [
  { at: [".player[aria-label^=\"You\"]", ".you", ".players"], title: "This is you", words: "Your livery, your points for routes, and one piece for every train you have left." },
  { at: [".banner"], title: "Whose turn it is", words: "Here it says who moves and what you may do now. The lamp marks the player to move." },
  { at: [".tray", ".tickets"], title: "Tickets", words: "A ticket names two cities. Connect them with your trains, by any way: that adds its points at the end. Open ones take them away. Point at one to see its cities; tick those that you keep." },
  { at: [".market"], title: "Cards", words: "A turn can be two cards: face up, or blind from the deck. A locomotive stands for any colour; taken face up it is the whole turn." },
  { at: [".hand", ".tray .counts", ".market"], title: "Your hand", words: "Cards that you take are here at once. Point at a stack, or hold H, to light the routes that you can pay." },
  { at: [".map"], title: "Claiming a route", words: "Or claim a route: click it and choose how to pay, best way first. It takes as many cards of its colour, and as many of your trains, as it has spaces. Grey takes any one colour." },
  { at: [".log"], title: "What happened", words: "Every turn in words, newest first. The latest claims of the others are lit on the map." },
  { at: [".player[aria-label^=\"You\"] .facts", ".players"], title: "Points", words: "Routes count at once. Done and open are your tickets: only you see them until the end." },
  { at: [".player[aria-label^=\"You\"] .pieces", ".you", ".players"], title: "The end", words: "When somebody has almost no trains left, everybody has one more turn. A red banner says so. Press ? for all keys. Good journey." },
];

const GAP = 12; // pixels between the slip and what it points at

/**
 * @param {HTMLElement} root the game's page
 * @param {{ skip?: () => void, done?: () => void }} [ends]
 * @returns {() => void} takes the tutorial away
 */
export function startTutorial(root, { skip, done } = {}) {
  const ring = h("div", { class: "tutorial-ring", "aria-hidden": "true" });
  const slip = h("section", { class: "tutorial-slip", role: "region", "aria-label": "Tutorial", "aria-live": "polite" });
  const back = document.activeElement;
  let number = 0;

  const place = () => point(root, STEPS[number], ring, slip);
  const draw = () => {
    const { title, words } = STEPS[number];
    const isLast = number === STEPS.length - 1;
    const next = h("button", { type: "button", class: "btn small", onclick: () => go(1) }, isLast ? "Begin" : "Next");
    fill(slip,
      h("p", { class: "caps" }, `${number + 1} of ${STEPS.length}`), h("h2", {}, title), h("p", {}, words),
      h("div", { class: "tutorial-acts" },
        !isLast && h("button", { type: "button", class: "text-link", onclick: () => end(skip) }, "Skip the tutorial"),
        number > 0 && h("button", { type: "button", class: "btn ghost small", onclick: () => go(-1) }, "Back"), next));
    place();
    next.focus({ preventScroll: true });
  };
  /** @param {1 | -1} way */
  const go = (way) => {
    if (number + way === STEPS.length) return end(done);
    number = Math.max(0, number + way);
    draw();
  };
  const remove = () => {
    ring.remove();
    slip.remove();
    watcher.disconnect();
    removeEventListener("resize", place);
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  };
  /** @param {(() => void) | undefined} tell */
  const end = (tell) => {
    remove();
    changeSettings({ tutorialDone: true }).catch(() => {}); // without the server it is remembered in the browser
    tell?.();
  };
  slip.addEventListener("keydown", (event) => {
    const act = { ArrowRight: () => go(1), ArrowLeft: () => go(-1), Escape: () => end(skip) }[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
    if (act || event.key === "Enter" || event.key === " ") event.stopPropagation(); // the rest belongs to the game
  });
  document.body.append(ring, slip);
  const watcher = new ResizeObserver(place);
  for (const panel of root.querySelectorAll(".map, .side, .tray")) watcher.observe(panel);
  addEventListener("resize", place);
  draw();
  return remove;
}

/** @param {HTMLElement} root @param {Step} step @param {HTMLElement} ring @param {HTMLElement} slip */
function point(root, step, ring, slip) {
  const target = step.at.map((selector) => root.querySelector(selector)).find((element) => element && element.getClientRects().length > 0);
  ring.hidden = !target;
  const box = target?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
  Object.assign(ring.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  const [left, top] = bestPlace(root, box, slip.offsetWidth, slip.offsetHeight);
  Object.assign(slip.style, { left: `${left}px`, top: `${top}px` });
}

/**
 * Near the target, not over it, and over as few cities and cars as can be.
 * @param {HTMLElement} root
 * @param {DOMRect} box
 * @param {number} width
 * @param {number} height
 * @returns {[number, number]}
 */
function bestPlace(root, box, width, height) {
  const boxes = (/** @type {string} */ selector) => [...root.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
  const [cities, cars] = [boxes("circle[data-city]"), boxes(".slot, .wagon")];
  const mustSee = boxes(".banner, .tray");
  const isWhole = box.width * box.height > 0.25 * innerWidth * innerHeight; // the map itself: the slip stands on it
  /** @type {[number, number]} */
  let best = [GAP, GAP];
  let least = Infinity;
  for (let column = 0; column <= 12; column += 1) {
    for (let row = 0; row <= 10; row += 1) {
      const left = GAP + (column / 12) * Math.max(0, innerWidth - width - 2 * GAP);
      const top = GAP + (row / 10) * Math.max(0, innerHeight - height - 2 * GAP);
      const slip = new DOMRect(left, top, width, height);
      const covers = (/** @type {DOMRect[]} */ things) => things.filter((thing) => overlap(slip, thing) > 0).length;
      const over = isWhole ? 0 : overlap(slip, box, GAP);
      const hidden = mustSee.reduce((sum, seen) => sum + overlap(slip, seen), 0);
      const far = Math.hypot(left + width / 2 - (box.left + box.width / 2), top + height / 2 - (box.top + box.height / 2));
      const cost = 60 * covers(cities) + 25 * covers(cars) + over + hidden + 0.4 * far;
      if (cost < least) [best, least] = [[left, top], cost];
    }
  }
  return best;
}

/** Square pixels that two boxes share. @param {DOMRect} a @param {DOMRect} b @param {number} [gap] */
function overlap(a, b, gap = 0) {
  const width = Math.min(a.right, b.right + gap) - Math.max(a.left, b.left - gap);
  const height = Math.min(a.bottom, b.bottom + gap) - Math.max(a.top, b.top - gap);
  return width > 0 && height > 0 ? width * height : 0;
}
