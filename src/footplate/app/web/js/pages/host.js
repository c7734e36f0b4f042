/** The host's page: open tables, and of one of them the seats with their links and codes, the time, and the watch link. */

import { fill, h, set } from "../dom.js";
import { handOverWords } from "../hotseat.js";
import { codeOf, giveToBot, keepLink, linkOf, makeLink, setTiming, setWebhook, tryWebhook } from "../hosting.js";
import { copyField, wordFor } from "../links.js";
import { get, whatHappened } from "../net.js";
import { emblem, plural } from "../pieces.js";
import { addressForOthers, gameAddress, shortInvitation } from "../seats.js";
import { ago } from "../setup/unfinished.js";
import { signsPart } from "../signs_part.js";
import { askedTwice, keepingFocus, segments, showPage } from "./frame.js";

/** @typedef {import("../types").GameFacts} GameFacts */
/** @typedef {import("../types").Timing} Timing */

const MOST_FAILURES = 3; // of a webhook, then it is off
const LOOK = 3000; // milliseconds between two looks at who has sat down
const KINDS = [{ value: "none", word: "None" }, { value: "clock", word: "A clock each" }, { value: "turn", word: "A turn limit" }];

/** @param {HTMLElement} root @param {string} [id] of the table that is open */
export async function show(root, id) {
  const [boards, address] = await Promise.all([get("/api/boards"), addressForOthers()]);
  /** @param {string} name */
  const titleOf = (name) => boards.find((/** @type {{ name: string }} */ board) => board.name === name.split(":")[0])?.title ?? name;
  const tables = h("section", { class: "panel host-tables", "aria-labelledby": "tables-title" });
  const table = h("section", { class: "panel host-table", "aria-label": "The table" });
  let shown = "";
  const look = async (isAsked = false) => {
    /** @type {GameFacts[]} */
    const games = (await get("/api/games")).filter((/** @type {GameFacts} */ game) => isOpen(game));
    const game = games.find((one) => one.id === id) ?? (id ? undefined : games[0]);
    const key = JSON.stringify(games.map(({ seats, timing, is_host: host, id: one }) => [one, seats, timing, host]));
    if (key === shown) return;
    shown = key;
    fill(tables, tableList(games, game, titleOf, address));
    if (isAsked || !table.querySelector("input:focus")) { // else somebody types
      keepingFocus(() => fill(table, game ? openTable(game, titleOf, address, again) : nothingOpen(id)));
    }
  };
  const again = async () => { shown = ""; await look(true); };
  await look();
  const timer = setInterval(() => void look().catch(() => {}), LOOK);
  const leave = showPage(root, { title: "Host", here: "#/host", body: h("main", { class: "host" }, tables, table, signsPart()) });
  return () => {
    clearInterval(timer);
    leave();
  };
}

/** A table of people that goes on. @param {GameFacts} game */
const isOpen = (game) => !game.result && game.seats.filter((seat) => seat.spec === null || seat.left).length > 1;

/** @param {string | undefined} id */
const nothingOpen = (id) => [
  h("h1", {}, id ? "This table is not yours, or it is over" : "No table is open"),
  h("p", { class: "hint" }, "A table opens when you set up a game in which somebody else plays by link."), h("p", {}, h("a", { class: "btn", href: "#/" }, "Set one up"))];

/** @param {GameFacts[]} games @param {GameFacts | undefined} open @param {(board: string) => string} titleOf @param {string | null} address */
const tableList = (games, open, titleOf, address) => [
  h("div", { class: "panel-head" }, h("h1", { id: "tables-title" }, "Open tables"), h("a", { class: "btn small", href: "#/" }, "New")),
  h("ul", { class: "table-list" }, games.map((game) => h("li", {}, h("a", { href: `#/host/${game.id}`, "aria-current": game === open ? "true" : null },
    h("b", {}, titleOf(game.board)), h("span", {}, standing(game)), h("small", {}, ago(game.changed)))))),
  h("div", { class: "reach" }, h("b", {}, "Who can open the links"), h("p", { class: "hint" }, address === null
    ? ["Only this computer. To play with others in your network, start ", h("code", {}, "footplate serve --host 0.0.0.0"), "."]
    : `Everybody who reaches ${address.replace(/^https?:\/\//, "")}.`)),
];

/** "2 of 4 seats taken, waits for 2". @param {GameFacts} game */
function standing({ seats }) {
  const free = seats.filter((seat) => seat.free).length;
  if (free) return `${seats.length - free} of ${seats.length} seats taken`;
  const away = seats.filter((seat) => seat.spec === null && !seat.here).map(({ name }) => name);
  return away.length ? `without ${away.join(", ")}` : "all here";
}

/** @param {GameFacts} game @param {(board: string) => string} titleOf @param {string | null} address @param {() => Promise<void>} again */
function openTable(game, titleOf, address, again) {
  const trouble = h("p", { class: "start-trouble", role: "alert" });
  /** @param {() => Promise<unknown>} deed */
  const doing = async (deed) => {
    try {
      await deed();
      fill(trouble);
      await again();
    } catch (error) {
      fill(trouble, whatHappened(error));
    }
  };
  const free = game.seats.flatMap((seat, n) => (seat.free ? [n] : []));
  const waits = free.map((n) => wordFor(n, game.seats[n].name));
  return fill(h("div", {}),
    h("h1", {}, titleOf(game.board)),
    h("div", { class: "host-seats" },
      game.seats.map((_, n) => seatCard(game, n, address, doing)), watchCard(game, address), curtainCard(game)),
    game.is_host ? [timePart(game, doing), webhookPart(game, titleOf(game.board), address, doing)] : h("p", { class: "hint" }, "Only the host can change this table."),
    trouble,
    h("div", { class: "host-start" },
      free.length > 0 && game.is_host && h("button", { type: "button", class: "btn big", onclick: () => doing(async () => { for (const n of free) await giveToBot(game.id, n); }) }, "Start with bots in the empty seats"),
      free.length ? h("button", { type: "button", class: "btn ghost big", disabled: true }, "Start") : h("a", { class: "btn big", href: gameAddress(game.id) }, "Go to the table"),
      free.length > 0 && h("p", { class: "hint" }, `Start needs ${waits.length > 1 ? `${waits.slice(0, -1).join(", ")} and ${waits.at(-1)}` : waits[0]} first. `, h("a", { href: gameAddress(game.id) }, "Wait at the table"))));
}

/** A code with its address under it. @param {string} text @param {string} label */
function codePart(text, label) {
  const picture = h("img", { class: "code", alt: `${label}, as a code`, width: 152, height: 152 });
  codeOf(text).then((source) => set(picture, { src: source }), () => { picture.hidden = true; });
  return picture;
}

/** @param {GameFacts} game @param {number} n @param {string | null} address @param {(deed: () => Promise<unknown>) => Promise<void>} doing */
function seatCard(game, n, address, doing) {
  const seat = game.seats[n];
  const name = wordFor(n, seat.name);
  const head = h("div", { class: "seat-head" }, emblem(seat.livery), h("b", {}, seat.you ? `${seat.name}, you` : name));
  if (!seat.free) {
    keepLink(game.id, n, null);
    const state = seat.spec ? (seat.left ? "plays on for somebody who left" : "bot") : seat.plays ? "a bot plays for them" : seat.here ? "here" : "not at the table";
    return h("div", { class: "seat-card" }, head, h("span", { class: "hint" }, state), game.is_host && seat.spec === null && !seat.you && takenActs(game, n, seat.name, address, doing));
  }
  const token = linkOf(game.id, n);
  const link = token && shortInvitation(address, token);
  const label = `Link for ${name.replace(/^Seat/, "seat")}`;
  return h("div", { class: "seat-card free" }, link && codePart(link, label),
    h("div", {}, head, h("p", { class: "hint" }, link ? "Point a phone at the code, or send the link. It is good once; a new one replaces it." : "Nobody has a link to this seat, or another browser has made it."),
      link && h("div", { class: "copy-row" }, copyField(label, link)),
      game.is_host && h("div", { class: "acts" },
        h("button", { type: "button", class: "btn ghost small", id: `new-${n}`, "aria-label": `New link for ${name}`, onclick: () => doing(() => makeLink(game.id, n)) }, "New"),
        h("button", { type: "button", class: "btn ghost small", id: `bot-${n}`, "aria-label": `Bot in place of ${name}`, onclick: () => doing(() => giveToBot(game.id, n)) }, "Bot"))));
}

/** What the host can do about somebody who sits there. @param {GameFacts} game @param {number} n @param {string} name @param {string | null} address @param {(deed: () => Promise<unknown>) => Promise<void>} doing */
function takenActs(game, n, name, address, doing) {
  const place = h("div", { class: "acts" });
  const make = async () => {
    const link = shortInvitation(address, await makeLink(game.id, n, true));
    fill(place, codePart(link, `New link for ${name}`), h("div", {}, h("p", { class: "hint" }, `Whoever opens it takes the seat; ${name}'s browser of now loses it. The game is then not rated.`), h("div", { class: "copy-row" }, copyField(`New link for ${name}`, link))));
  };
  return fill(place, askedTwice("New link", `${name} plays in another browser, or somebody else does?`, "Make it", () => doing(make)),
    askedTwice("Bot", `A bot plays on for ${name}, for good?`, "Bot", () => doing(() => giveToBot(game.id, n))));
}

/** @param {GameFacts} game @param {string | null} address */
function watchCard(game, address) {
  const link = `${address ?? location.origin}/${gameAddress(game.id)}`;
  return h("div", { class: "seat-card free" }, codePart(link, "Link to watch"), h("div", {}, h("b", {}, "To watch"),
    h("p", { class: "hint" }, "For any number of people. They see the map, the market and the scores, no hand and no ticket."), h("div", { class: "copy-row" }, copyField("Link to watch", link))));
}

/** @param {GameFacts} game */
function curtainCard(game) {
  const mine = game.seats.filter((seat) => seat.you);
  const [first, next = game.seats.find((seat) => !seat.you) ?? first] = mine;
  if (!first) return null;
  const trying = h("button", { type: "button", class: "text-link", onclick: () => tryCurtain(next, trying) }, "Try the curtain");
  return h("div", { class: "seat-card" }, h("b", {}, "One device for several"),
    h("p", { class: "hint" }, mine.length > 1 ? `${plural(mine.length, "person").replace("persons", "people")} share this device. After each turn a curtain covers everything.` : "Open somebody's link in this browser, and a curtain covers everything between your turns."), trying);
}

/** @param {GameFacts["seats"][number]} seat @param {HTMLElement} back */
function tryCurtain({ name, livery }, back) {
  const curtain = h("div", { class: "curtain-over" }, handOverWords(name, livery, "to move", () => { curtain.remove(); back.focus(); }));
  document.body.append(curtain);
  curtain.querySelector("button")?.focus();
}

/** @param {GameFacts} game @param {(deed: () => Promise<unknown>) => Promise<void>} doing */
function timePart(game, doing) {
  const { timing } = game;
  /** @param {Partial<Timing>} changes */
  const change = (changes) => doing(() => setTiming(game.id, { ...timing, seconds: timing.seconds || 600, ...changes }));
  /** @param {string} id @param {string} words @param {number} value @param {number} scale seconds @param {(seconds: number) => void} act @param {number} least */
  const field = (id, words, value, scale, act, least) => h("label", { class: "time-field" }, h("input", {
    type: "number", id, min: least, max: 1440, value: Math.round((value / scale) * 10) / 10, step: "any",
    onchange: (/** @type {Event} */ event) => act(Number(/** @type {HTMLInputElement} */ (event.target).value) * scale),
  }), h("span", {}, words));
  const clock = timing.kind === "clock";
  return h("div", { class: "time-part" },
    !game.began && h("div", { class: "time-row" }, h("b", {}, "Time"), segments("time", "Time", KINDS, timing.kind, (kind) => change({ kind: /** @type {Timing["kind"]} */ (kind), seconds: kind === "turn" ? 90 : 600, added: kind === "clock" ? 10 : 0 })),
      clock && field("minutes", "minutes each, and", timing.seconds, 60, (seconds) => change({ seconds }), 1),
      clock && field("added", "seconds a turn", timing.added, 1, (added) => change({ added }), 0),
      timing.kind === "turn" && field("limit", "seconds for a turn", timing.seconds, 1, (seconds) => change({ seconds }), 10)),
    h("div", { class: "time-row" }, h("b", {}, "Away"), h("label", { class: "row" }, h("input", { type: "checkbox", id: "away-on", checked: timing.away !== null, onchange: () => change({ away: timing.away === null ? 120 : null }) }), h("span", {}, "A bot takes over")),
      timing.away !== null && field("away", "minutes later, and hands the seat back when they return", timing.away, 60, (away) => change({ away }), 0.5)));
}

/** An address that is told whose turn it is, and all that it is told. @param {GameFacts} game @param {string} title @param {string | null} address @param {(deed: () => Promise<unknown>) => Promise<void>} doing */
function webhookPart(game, title, address, doing) {
  const answer = h("span", { role: "status" });
  const field = /** @type {HTMLInputElement} */ (h("input", { type: "url", id: "webhook", maxlength: 400, placeholder: "https://chat.example/hooks/trains", value: game.webhook }));
  const test = async () => {
    try {
      const { seconds } = await tryWebhook(game.id);
      answer.textContent = `✓ arrived, ${seconds} s`;
    } catch (error) {
      answer.textContent = whatHappened(error);
    }
  };
  const off = game.webhook_failures >= MOST_FAILURES && "It failed three times and is off. Save it again to switch it on.";
  const message = JSON.stringify({ table: title, to_move: "teal", turn: 12, link: `${address ?? location.origin}/${gameAddress(game.id)}` }, null, 1);
  return h("details", { class: "webhook-part", open: game.webhook !== "" }, h("summary", {}, "Webhook: one message for each turn that begins"),
    h("label", { class: "webhook-field" }, h("span", {}, "Address, https or in this network"), field),
    h("div", { class: "acts" }, h("button", { type: "button", class: "btn ghost small", onclick: () => doing(() => setWebhook(game.id, field.value.trim())) }, "Save"),
      game.webhook !== "" && h("button", { type: "button", class: "btn ghost small", onclick: test }, "Send a test"), answer),
    off && h("p", { class: "start-trouble" }, off),
    h("pre", { tabindex: 0, "aria-label": "The message" }, message),
    h("p", { class: "hint" }, "Never in it: cards, tickets, scores, seat links. People are named only if they agree in their settings, else by the colour of their trains."));
}
