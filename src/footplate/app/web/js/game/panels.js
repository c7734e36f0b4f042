/** The panel of a board's own rule, between players and tickets: districts, the mandala, or passengers. */

import { fill, h, s } from "../dom.js";
import { forReaders, signed, spelled, statusIcon } from "../pieces.js";
import { passengersTable } from "./passengers.js";
import { roving } from "./roving.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").DistrictView} DistrictView */
/** @typedef {import("../types").MandalaView} MandalaView */
/** What the panels show of a game that goes on or is replayed. @typedef {Pick<View, "special" | "you"> & { players: readonly { name: string, livery: number }[] }} Table */

const PETALS = 5;
const PETAL = "M0-2.6C-4.6-5.2-4.3-9.7 0-12 4.3-9.7 4.6-5.2 0-2.6Z";

export class Panels {
  /**
   * @param {(cities: readonly string[]) => void} light cities of a district that are pointed at
   * @param {(cities: readonly string[]) => void} choose the same, once it is clicked
   */
  constructor(light, choose) {
    this.light = light;
    this.choose = choose;
    this.districts = h("section", { class: "panel rule-panel districts", "aria-label": "Districts" });
    this.mandala = h("section", { class: "panel rule-panel mandala", "aria-label": "Mandala" });
    this.passengers = h("section", { class: "panel rule-panel passengers", "aria-label": "Passengers" });
    this.settle = roving(this.districts, ".district");
  }

  get elements() {
    return [this.districts, this.mandala, this.passengers];
  }

  /** @param {Table} view @param {boolean} [over] then the result says it all */
  update(view, over = false) {
    const { districts, mandala, passengers } = view.special;
    this.districts.hidden = over || !districts.length;
    this.mandala.hidden = over || !mandala;
    this.passengers.hidden = over || !passengers;
    if (districts.length && !over) this.showDistricts(view, districts);
    if (mandala && !over) fill(this.mandala, heading("Mandala", "tickets linked two ways"), mandalaBody(mandala));
    if (passengers && !over) fill(this.passengers, heading("Passengers", passengers.head), passengersTable(view, passengers));
  }

  /** @param {Table} view @param {readonly DistrictView[]} districts */
  showDistricts(view, districts) {
    const sum = districts.filter(({ done }) => done).reduce((points, district) => points + district.points, 0);
    const light = (/** @type {readonly string[]} */ cities) => () => this.light(cities);
    const focused = [...this.districts.querySelectorAll(".district")].indexOf(/** @type {Element} */ (document.activeElement));
    fill(this.districts, heading("Districts", view.you === null ? "" : `${signed(sum)} so far`), districts.map((district) => {
      const missing = district.cities.filter((city) => !district.linked.includes(city));
      return h("button", {
        type: "button", class: "district",
        onpointerenter: light(missing), onpointerleave: light([]), onfocus: light(missing), onblur: light([]), onclick: () => this.choose(missing),
      }, h("b", { class: district.done ? "value-stamp done" : "value-stamp" }, forReaders("District "), district.points, forReaders(`: ${district.cities.map(spelled).join(", ")}. `), district.done && statusIcon("done")), view.you === null ? h("span") : pips(view, district), h("span", { class: "district-words" }, district.words));
    }));
    this.settle();
    if (focused >= 0) /** @type {HTMLElement} */ (this.districts.querySelectorAll(".district")[focused])?.focus({ preventScroll: true });
  }
}

/** @param {string} title @param {string} words */
const heading = (title, words) => h("h2", {}, title, h("span", {}, words));

/** A pip per city; those of your largest linked group are filled and joined. @param {Table} view @param {DistrictView} district */
function pips(view, { cities, linked }) {
  const color = view.you === null ? "var(--ink-2)" : `var(--p${view.players[view.you].livery})`;
  const n = linked.length;
  return s("svg", { class: "pips", width: 15 * cities.length, height: 12, viewBox: `0 0 ${15 * cities.length} 12`, "aria-hidden": "true" },
    s("path", { d: `M6 6H${15 * (cities.length - 1) + 6}`, stroke: "var(--rule-strong)" }),
    n > 1 && s("path", { d: `M6 6H${15 * (n - 1) + 6}`, stroke: color, "stroke-width": 2.4 }),
    cities.map((_, i) => s("circle", { cx: 15 * i + 6, cy: 6, r: 4, fill: i < n ? color : "var(--panel-3)", stroke: i < n ? "var(--train-edge)" : "var(--ink-3)", "stroke-width": 1.1 })));
}

/** @param {MandalaView} mandala */
function mandalaBody({ n, of, points, steps }) {
  const petals = Array.from({ length: PETALS }, (_, i) => s("path", {
    d: PETAL, transform: `rotate(${(360 / PETALS) * i})`, class: i < n ? "petal done" : "petal",
  }));
  return h("div", { class: "mandala-body" },
    s("svg", { class: "petals", width: 64, height: 64, viewBox: "-13 -13 26 26", "aria-hidden": "true" }, petals, s("circle", { r: 2.2, class: "heart" })),
    h("div", {}, h("strong", {}, `${n} of ${of} looped${points ? `, ${signed(points)}` : ""}`),
      h("ol", { class: "steps-row", "aria-label": "Points by tickets" }, steps.map((worth, i) => h("li", { class: i < n ? "done" : "" }, h("small", {}, i + 1), h("span", { class: "for-readers" }, ": "), h("b", { class: "num" }, worth))))));
}
