/** Links to a table: to give away to those who play elsewhere, or for another device of one's own. */

import { fill, h } from "./dom.js";
import { whatHappened } from "./net.js";
import { addressForOthers, invitation, newLink } from "./seats.js";

/** Links to copy, one for each person who plays elsewhere. @param {string} game @param {import("./seats.js").Link[]} links */
export function linkList(game, links) {
  const list = h("div", {});
  void addressForOthers().then((address) => fill(list,
    h("ul", { class: "link-list" }, links.map(({ seat, name, token }) => linkRow(wordFor(seat, name), invitation(address, game, token)))), hereOnly(address)));
  return list;
}

/** Seats to which links can be made anew; an earlier link to such a seat is then no longer good. @param {string} game @param {{ seat: number, name: string }[]} seats */
export function linkMaker(game, seats) {
  const note = h("div", {});
  const rows = seats.map(({ seat, name }) => {
    const row = h("li", {}, h("span", {}, name), h("button", { type: "button", class: "btn ghost small", onclick: () => make() }, "New link"));
    const make = async () => {
      try {
        const [token, address] = await Promise.all([newLink(game, seat), addressForOthers()]);
        row.replaceWith(linkRow(name, invitation(address, game, token)));
        fill(note, hereOnly(address));
      } catch (error) {
        fill(note, h("p", { class: "hint", role: "alert" }, whatHappened(error)));
      }
    };
    return row;
  });
  return h("div", {}, h("ul", { class: "link-list" }, rows), h("p", { class: "hint" }, "A link is good once. A new one replaces the earlier one."), note);
}

/** Whom a seat waits for. @param {number} seat @param {string} name */
export const wordFor = (seat, name) => (name && name !== "Guest" ? name : `Seat ${seat + 1}`);

/** @param {string | null} address for others */
const hereOnly = (address) => address === null
  && h("p", { class: "hint" }, "Only this computer can open it. To play with others in your network, start ", h("code", {}, "footplate serve --host 0.0.0.0"), ".");

/** @param {string} word @param {string} address */
const linkRow = (word, address) => h("li", {}, h("span", {}, word), copyField(`Link for ${word.replace(/^Seat/, "seat")}`, address));

/** A field with something to copy, and a button that does. @param {string} label @param {string} value @returns {[HTMLInputElement, HTMLElement]} */
export function copyField(label, value) {
  const field = /** @type {HTMLInputElement} */ (h("input", { type: "text", readonly: true, value, "aria-label": label, onfocus: () => field.select() }));
  const button = h("button", { type: "button", class: "btn ghost small", onclick: async () => { button.textContent = (await copy(field)) ? "Copied" : "Press Ctrl C"; } }, "Copy");
  return [field, button];
}

/** Copy what a field shows; it stays selected, to be copied by hand where nothing else works. @param {HTMLInputElement} field */
async function copy(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value); // browsers have it on https and on this machine alone
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
