/** The first time: what this is, and the way to the practice. A first game begins with it by itself. */

import { h } from "../dom.js";
import { gameAddress } from "../seats.js";
import { changeSettings, settings } from "../settings.js";
import { vignette } from "../vignette.js";

const WORDS = {
  label: "Welcome",
  title: "Build railways from city to city",
  what: "Footplate plays Ticket to Ride: collect cards, claim routes on the map and connect the cities on your tickets, against bots or with other people.",
  start: "Never played? Start here",
  time: "Your first turns, in two minutes",
  known: "I know the game",
};

const PRACTICE = "#/practice";

/** Where a new game begins: with the practice, if this is somebody's first. @param {string} game */
export const firstAddress = (game) => (settings.tutorialDone ? gameAddress(game) : `${PRACTICE}/${game}`);

/** For somebody who has neither played nor practised. @param {readonly unknown[]} games one's own @returns {HTMLElement | null} */
export function welcome(games) {
  if (games.length || settings.tutorialDone) return null;
  const known = () => {
    changeSettings({ tutorialDone: true }).catch(() => {}); // without the server it is remembered in the browser
    element.remove();
    document.querySelector("h1")?.focus();
  };
  const element = h("section", { class: "panel welcome", "aria-label": WORDS.label },
    vignette({ laid: 3 }), h("div", { class: "welcome-words" }, h("h1", {}, WORDS.title), h("p", {}, WORDS.what)),
    h("div", { class: "welcome-ways" }, h("a", { class: "btn big", href: PRACTICE }, WORDS.start), h("small", {}, WORDS.time),
      h("button", { type: "button", class: "text-link", onclick: known }, WORDS.known)));
  return element;
}
