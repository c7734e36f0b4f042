/** Cities: dots, houses, passengers, names, nameboards, letters of tickets on offer, and moving between them with the arrow keys. */

import { s } from "../dom.js";
import { figure, house } from "../pieces.js";
import { px } from "./paths.js";

/** @typedef {import("../types").MapGeometry} MapGeometry */
/** @typedef {import("../types").CityPlace} CityPlace */
/** @typedef {import("../types").DistrictView} District */
/** A letter that stands on a city: a ticket on offer. @typedef {{ city: string, letter: string, kept: boolean, value: number | null }} Letter */

/** A ring round each city of one's own open tickets: all the time, and quiet. @param {MapGeometry} map @param {readonly string[]} mine @returns {SVGElement[]} */
export function drawOwn(map, mine) {
  const { dot_radius: r } = map.sizes;
  return map.cities.filter((city) => mine.includes(city.name) || (city.country && mine.includes(city.country))).map((city) =>
    s("circle", { class: "own-city", "data-city": city.name, cx: city.x, cy: city.y, r: px(r + 3.2) }));
}

/** A dot for each city, a square with a point in it for each gate. @param {MapGeometry} map @returns {SVGElement} */
export function drawDots(map) {
  const { few_cities: few } = map.shapes.measures;
  return s("g", { class: map.cities.length < few ? "dots few" : "dots" }, map.cities.map((city) => s("g", { "data-city": city.name }, dot(map, city))));
}

/** @param {MapGeometry} map @param {CityPlace} city */
function dot(map, city) {
  const { dot_radius: r } = map.sizes;
  const { star, gate_corner: rx, gate_point: point } = map.shapes.measures;
  if (city.country) {
    return [s("rect", { x: px(city.x - r), y: px(city.y - r), width: px(2 * r), height: px(2 * r), rx }), s("circle", { class: "point", cx: city.x, cy: city.y, r: point })];
  }
  const size = star * r;
  return [
    s("circle", { cx: city.x, cy: city.y, r: px(r) }),
    city.attraction ? s("use", { href: "#sym-yellow", x: px(city.x - size / 2), y: px(city.y - size / 2), width: px(size), height: px(size) }) : null,
  ];
}

/** Names of cities, and of countries once each. @param {MapGeometry} map @returns {SVGElement} */
export function drawNames(map) {
  return s("g", { class: "names", "font-size": map.sizes.name_size, "aria-hidden": "true" },
    map.cities.filter((city) => !city.country).map((city) => s("g", { "data-city": city.name, class: isOnLand(map, city.label.box) ? "plain" : null }, textLines(city.label))),
    map.countries.map(({ name, label }) => s("g", { "data-country": name, class: "country", "font-size": label.size }, textLines(label))));
}

/** Houses in place of their cities' dots. @param {MapGeometry} map @param {Record<string, number>} stations liveries by city @returns {SVGElement[]} */
export function drawStations(map, stations) {
  return map.cities.filter((city) => stations[city.name] !== undefined).map((city) => s("g", {
    "data-city": city.name, transform: `translate(${px(city.x)} ${px(city.y)}) scale(${map.shapes.measures.house / 18})`,
  }, house(stations[city.name])));
}

/** Who waits where: in a row beside the city, or at the name of the country. @param {MapGeometry} map @param {Record<string, readonly string[]>} waiting colours by place */
export function drawPassengers(map, waiting) {
  return map.passengers.flatMap(({ name, x, y }) => (waiting[name] ?? []).map((color, n) =>
    s("g", { transform: `translate(${px(x + n * map.shapes.measures.passengers_apart)} ${px(y)})` }, figure(color))));
}

/** The values of the districts; those that you hold are green and have a check. @param {MapGeometry} map @param {readonly District[]} districts @returns {SVGElement[]} */
export function drawStamps(map, districts) {
  const { stamp: size, stamp_corner: rx, stamp_line: gap } = map.shapes.measures;
  const held = new Set(districts.filter(({ done }) => done).map(({ points }) => points));
  return map.districts.map(({ value, stamp: [x, y] }) => s("g", { class: held.has(value) ? "stamp held" : "stamp", transform: `translate(${x} ${y})` },
    s("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx }),
    s("rect", { x: gap - size / 2, y: gap - size / 2, width: size - 2 * gap, height: size - 2 * gap, rx: rx / 2 }),
    s("text", { y: 5, "text-anchor": "middle" }, value),
    held.has(value) && s("g", { class: "held-mark", transform: `translate(${size / 2} ${-size / 2})` }, s("circle", { r: 6.5 }), s("path", { d: "M-3.2.2-1 2.4 3.2-2" }))));
}

/** Whether a name touches no car. @param {MapGeometry} map @param {import("../types").Box} box */
function isOnLand(map, { x, y, width, height }) {
  return !map.routes.some(({ cars }) => cars.some((car) => {
    const reach = Math.hypot(car.width, car.height) / 2;
    return car.x > x - reach && car.x < x + width + reach && car.y > y - reach && car.y < y + height + reach;
  }));
}

/** @param {import("../types").Label} label */
function textLines(label) {
  return label.lines.map((words, n) =>
    s("text", { x: px(label.x), y: px(label.baselines[n]), "text-anchor": label.anchor }, words));
}

/**
 * The cities that are lit: lamp ring, name on a plate, letters.
 * @param {MapGeometry} map
 * @param {readonly string[]} lit
 * @param {readonly Letter[]} letters
 * @returns {SVGElement[]}
 */
export function drawNameboards(map, lit, letters) {
  const wanted = new Set([...lit, ...letters.filter(({ value }) => value === null).map((letter) => letter.city)]);
  const cities = map.cities.filter((city) => wanted.has(city.name) || wanted.has(city.country ?? ""));
  const countries = new Set(cities.map((city) => city.country).filter(Boolean)); // one place: all its gates are lit
  const rings = map.cities.filter((city) => lit.includes(city.name) || countries.has(city.country)).map((city) =>
    s("g", { class: "dots lit" }, s("circle", { class: "ring", cx: city.x, cy: city.y, r: px(map.sizes.dot_radius + map.shapes.measures.ring) }), dot(map, city)));
  const named = cities.filter((city, n) => !city.country || cities.findIndex((other) => other.country === city.country) === n);
  const boards = named.map((city) => {
    const here = letters.filter(({ city: place }) => place === city.name || place === city.country);
    const kept = here.length === 0 || here.some((letter) => letter.kept);
    return s("g", { class: kept ? "nameboard" : "nameboard paper", "font-size": map.sizes.name_size }, nameboard(map, city));
  });
  const marks = cities.filter((city) => !city.country || named.includes(city)).flatMap((city) =>
    discs(city, letters.filter(({ city: place, value }) => value === null && (place === city.name || place === city.country))));
  return [...rings, ...boards, ...marks, ...countryValues(map, letters)];
}

/** Under the name of each country that tickets on offer may end in: letter and value. @param {MapGeometry} map @param {readonly Letter[]} letters */
function countryValues(map, letters) {
  const places = new Set(letters.filter(({ value }) => value !== null).map(({ city }) => city));
  return [...places].flatMap((place) => {
    const label = map.cities.find((city) => city.country === place)?.label;
    if (!label) return [];
    return letters.filter(({ city, value }) => city === place && value !== null).map(({ letter, value, kept }, n, all) => {
      const x = label.box.x + label.box.width / 2 + (n - (all.length - 1) / 2) * 50;
      const y = label.box.y + label.box.height + 12;
      return s("g", { class: kept ? "country-value first" : "country-value", transform: `translate(${px(x)} ${px(y)})` },
        s("rect", { x: -23, y: -9, width: 46, height: 18, rx: 3 }), s("path", { d: "M-3-7V7" }),
        s("text", { x: -13, y: 4.6, "text-anchor": "middle" }, letter), s("text", { x: 10, y: 4.6, "text-anchor": "middle" }, `${value}`));
    });
  });
}

/** @param {MapGeometry} map @param {CityPlace} city */
function nameboard(map, city) {
  const { box, anchor, lines, baselines } = city.label;
  const { nameboards, plates, measures: { plate_edge: edge } } = map.shapes;
  const [at, lower] = nameboards[map.cities.indexOf(city)];
  const width = Math.max(...lines.map((words) => textWidth(words, map.sizes.name_size))); // in the font that is there
  const left = anchor === "start" ? at : anchor === "end" ? at - width : at - width / 2;
  const x = Math.min(Math.max(left, edge), Math.max(edge, map.width - edge - width));
  return [
    ...plates.map(([aside, above, taller, rx], n) => s("rect", {
      class: n ? "board" : "board-edge", x: px(x - aside), y: px(box.y + lower - above), width: px(width + 2 * aside), height: px(box.height + taller), rx,
    })),
    ...lines.map((words, n) => s("text", { x: px(x + width / 2), y: px(baselines[n] + lower), "text-anchor": "middle" }, words)),
  ];
}

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/** @param {string} words @param {number} size */
function textWidth(words, size) {
  pen.font = `600 ${size}px ${getComputedStyle(document.documentElement).getPropertyValue("--font-display")}`;
  return pen.measureText(words).width;
}

/** Letters on a city, in a row away from its name, or under the name of a country. @param {CityPlace} city @param {readonly Letter[]} letters */
function discs({ x, y, country, label: { box, anchor } }, letters) {
  const [middle, height] = country ? [box.x + box.width / 2, box.y + box.height + 16] : [x, y];
  const first = country || anchor === "middle" ? (1 - letters.length) / 2 : anchor === "end" ? 0 : 1 - letters.length;
  return letters.map(({ letter, kept }, n) => {
    const at = middle + (first + n) * 17;
    return s("g", { class: kept ? "disc first" : "disc" }, s("circle", { cx: px(at), cy: px(height), r: 10 }),
      s("text", { x: px(at), y: px(height + 4.4), "text-anchor": "middle" }, letter));
  });
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The city that an arrow key leads to: near, and in about that direction.
 * @param {MapGeometry} map
 * @param {number} from
 * @param {string} key
 * @returns {number | null} null where no city lies that way or the key is no arrow
 */
export function neighbour(map, from, key) {
  const way = WAYS[key];
  if (!way) return null;
  let best = null;
  let least = Infinity;
  map.cities.forEach((city, n) => {
    const dx = city.x - map.cities[from].x;
    const dy = city.y - map.cities[from].y;
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    const cost = ahead + 2.2 * aside;
    if (n !== from && ahead > 4 && aside < 2.5 * ahead && cost < least) [best, least] = [n, cost];
  });
  return best;
}
