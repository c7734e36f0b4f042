/** Links to a table, to give away to those who play elsewhere. */

import { fill, h } from "./dom.js";
import { addressForOthers, invitation } from "./seats.js";

/** Links to copy, one for each person who plays elsewhere. @param {string} game @param {import("./seats.js").Link[]} links */
export function linkList(game, links) {
  const list = h("div", {});
  void addressForOthers().then((address) => fill(list,
    h("ul", { class: "link-list" }, links.map((link) => linkRow(link, invitation(address, game, link.token)))),
    address === null && h("p", { class: "hint" }, "Only this computer can open it. To play with others in your network, start ", h("code", {}, "footplate serve --host 0.0.0.0"), ".")));
  return list;
}

/** @param {import("./seats.js").Link} link @param {string} address */
function linkRow({ seat, name }, address) {
  const field = /** @type {HTMLInputElement} */ (h("input", {
    type: "text", readonly: true, value: address, "aria-label": `Link for ${name || `seat ${seat + 1}`}`, onfocus: () => field.select(),
  }));
  const button = h("button", {
    type: "button", class: "btn ghost small",
    onclick: async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(address);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Press Ctrl C";
      }
    },
  }, "Copy");
  return h("li", {}, h("span", {}, name || `Seat ${seat + 1}`), field, button);
}
