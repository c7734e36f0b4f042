/** #/j/CODE: the short address of a seat, as it is typed or scanned; it leads to the table. */

import { fill, h } from "../dom.js";
import { curtain } from "../empty.js";
import { whatHappened } from "../net.js";
import { gameAddress, gameOfLink } from "../seats.js";

/** @param {HTMLElement} root @param {string} [code] */
export async function show(root, code = "") {
  history.replaceState(null, "", "#/j"); // nobody reads it there
  try {
    const game = await gameOfLink(code);
    location.replace(`${gameAddress(game)}/${encodeURIComponent(code)}`);
  } catch (error) {
    fill(root, curtain(1, {}, h("h1", {}, "This address leads nowhere"), h("p", {}, whatHappened(error)),
      h("p", { class: "acts" }, h("a", { class: "btn", href: "#/" }, "To the start"))));
  }
  return () => {};
}
