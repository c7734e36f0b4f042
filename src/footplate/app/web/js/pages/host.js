/** The host's page: open tables, and of one of them the seats with their links and codes, the time, and the watch link. */

import { fill, h, set } from "../dom.js";
import { handOverWords } from "../hotseat.js";
import { closeTable, codeOf, giveBack, giveToBot, keepLink, linkOf, makeLink, setTiming, setWebhook, shareDevice, tryWebhook } from "../hosting.js";
import { copyField, wordFor } from "../links.js";
import { get, whatHappened } from "../net.js";
import { LIVERY_NAMES, emblem } from "../pieces.js";
import { addressForOthers, gameAddress, reachOf, shortInvitation } from "../seats.js";
import { settings, theme } from "../settings.js";
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
  const telling = h("div", {});
  const signs = h("section", { class: "panel signs-part", "aria-labelledby": "signs-title" }, signsPart(), telling);
  let shown = "";
  let told = "";
  const look = async (isAsked = false) => {
    /** @type {GameFacts[]} */
    const games = (await get("/api/games")).filter((/** @type {GameFacts} */ game) => isOpen(game));
    const game = games.find((one) => one.id === id) ?? (id ? undefined : games[0]);
    const key = JSON.stringify(games.map(({ seats, timing, is_host: host, id: one, webhook, webhook_failures: failures }) => [one, seats, timing, host, webhook, failures]));
    if (key === shown) return;
    shown = key;
    fill(tables, tableList(games, game, titleOf, address));
    if (isAsked || !table.querySelector("input:focus")) { // else somebody types
      keepingFocus(() => fill(table, game ? openTable(game, titleOf, address, again) : nothingOpen(id)));
    }
    const webhook = game?.is_host ? JSON.stringify([game.id, game.webhook, game.webhook_failures]) : "";
    if (webhook === told) return;
    told = webhook;
    keepingFocus(() => fill(telling, game?.is_host && webhookPart(game, titleOf(game.board), address, again)));
  };
  const again = async () => { shown = ""; await look(true); };
  await look();
  const timer = setInterval(() => void look().catch(() => {}), LOOK);
  const leave = showPage(root, { title: "Host", here: "#/host", body: h("main", { class: "host" }, tables, table, signs) });
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
    h("img", { alt: "", width: 66, height: 54, loading: "lazy", src: thumbnailOf(game) }), h("b", {}, titleOf(game.board)), h("span", {}, standing(game)), h("small", {}, ago(game.changed)))))),
  h("div", { class: "reach" }, h("b", {}, "Who can open the links"), h("p", { class: "hint" }, address === null
    ? ["Only this computer. To play with others in your network, start ", h("code", {}, "footplate serve --host 0.0.0.0"), "."]
    : reachOf(address))),
];

/** A small drawing of the game's board; people's own boards are kept with the game. @param {GameFacts} game */
const thumbnailOf = ({ own_board: own, board, id }) => `/api/boards/${encodeURIComponent(own ? `game-${id}` : board.split(":")[0])}/thumbnail.svg?theme=${theme()}`;

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
    h("div", { class: "panel-head" }, h("h1", {}, titleOf(game.board)), game.is_host && closing(game, doing)),
    h("div", { class: "host-seats", tabindex: 0, role: "group", "aria-label": "Seats" },
      game.seats.map((_, n) => seatCard(game, n, address, doing)), watchCard(game, address), curtainCard(game, doing)),
    game.is_host ? timePart(game, doing) : h("p", { class: "hint" }, "Only the host can change this table."),
    trouble,
    h("div", { class: "host-start" },
      free.length > 0 && game.is_host && h("button", { type: "button", class: "btn big", onclick: () => doing(async () => { for (const n of free) await giveToBot(game.id, n); }) }, "Start with bots in the empty seats"),
      free.length ? h("button", { type: "button", class: "btn ghost big", disabled: true }, "Start") : h("a", { class: "btn big", href: gameAddress(game.id) }, "Go to the table"),
      free.length > 0 && h("p", { class: "hint" }, `Start needs ${listed(waits)} first. `, h("a", { href: gameAddress(game.id) }, "Wait at the table"))));
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
    const state = seat.spec ? (seat.left ? "plays on for somebody who left" : "bot") : seat.plays ? "a bot plays for them" : seat.you ? "at this device" : seat.here ? "here" : "not at the table";
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
  return h("div", { class: "seat-card free to-watch" }, codePart(link, "Link to watch"), h("div", {}, h("b", {}, "To watch"),
    h("p", { class: "hint" }, "For any number of people. They see the map, the market and the scores, no hand and no ticket."), h("div", { class: "copy-row" }, copyField("Link to watch", link))));
}

/** Ends the table: at once while nothing was played; then those who are there must agree. @param {GameFacts} game @param {(deed: () => Promise<unknown>) => Promise<void>} doing */
function closing(game, doing) {
  const others = game.seats.filter((seat) => seat.here && !seat.you && seat.spec === null).map(({ name }) => name);
  const question = !game.began ? "Nothing is played yet: nothing stays of it." : others.length ? `${listed(others)} must agree: this offers it.` : "Scores stand as they are, nobody is rated.";
  return askedTwice("Close the table", question, "Close", () => doing(async () => {
    const closed = await closeTable(game.id);
    if (closed === "offered") throw new Error("The others are asked. The table closes when all who are there agree.");
    location.hash = "#/host";
  }));
}

/** Who shares the host's device; that seat's code goes, and a curtain hides each hand from the others. @param {GameFacts} game @param {(deed: () => Promise<unknown>) => Promise<void>} doing */
function curtainCard(game, doing) {
  const mine = game.seats.flatMap((seat, n) => (seat.you ? [{ ...seat, n }] : []));
  const free = game.is_host ? game.seats.flatMap((seat, n) => (seat.free ? [{ ...seat, n }] : [])) : [];
  const [first, shares] = mine;
  if (!first) return null;
  const next = shares ?? (free[0] && { ...free[0], name: wordFor(free[0].n, free[0].name) }) ?? game.seats.find((seat) => !seat.you && seat.spec === null) ?? first;
  const name = /** @type {HTMLInputElement} */ (h("input", { type: "text", id: "share-name", maxlength: 40, placeholder: "Name", "aria-label": "Name of who shares this device", value: free.length ? nameFor(free[0]) : "" }));
  const whom = /** @type {HTMLSelectElement} */ (h("select", { id: "share-seat", "aria-label": "Seat of who shares this device", onchange: () => { name.value = nameFor(free[Number(whom.value)]); } },
    free.map((seat, n) => h("option", { value: n }, wordFor(seat.n, seat.name)))));
  const share = () => doing(() => shareDevice(game.id, free[Number(whom.value)].n, name.value.trim()));
  const trying = h("button", { type: "button", class: "text-link", onclick: () => tryCurtain(next, trying) }, "Try the curtain");
  return h("div", { class: "seat-card" }, h("b", {}, "One device for several"),
    free.length > 0 && h("div", { class: "acts" }, h("span", {}, `${first.name} shares with`), whom, name, h("button", { type: "button", class: "btn ghost small", id: "share", onclick: share }, "Share")),
    game.is_host && !game.began && mine.slice(1).map(({ n, name: other }) => h("div", { class: "acts" }, h("span", {}, `${other} shares this device.`),
      h("button", { type: "button", class: "btn ghost small", id: `apart-${n}`, onclick: () => doing(() => giveBack(game.id, n)) }, `A link for ${other} instead`))),
    h("p", { class: "hint" }, `After each turn a curtain covers everything: “${next.name} is to move. Hand over the screen.” The button “I am ${next.name}” lifts it.`, free.length > 0 && " The code of that seat then goes."), trying);
}

/** A name to begin with, unless it is only a word for nobody. @param {{ n: number, name: string }} seat */
const nameFor = ({ n, name }) => (wordFor(n, name) === name ? name : "");

/** "Bob and Cyd". @param {string[]} names */
const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0]);

/** @param {GameFacts["seats"][number]} seat @param {HTMLElement} back */
function tryCurtain({ name, livery }, back) {
  const page = /** @type {HTMLElement} */ (document.getElementById("root"));
  const curtain = h("div", { class: "curtain-over" }, handOverWords(name, livery, "to move", () => { curtain.remove(); page.hidden = false; back.focus(); }));
  page.hidden = true; // nothing behind it can be read or reached
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

/** An address that is told whose turn it is, and all that it is told. @param {GameFacts} game @param {string} title @param {string | null} address @param {() => Promise<void>} again */
function webhookPart(game, title, address, again) {
  const answer = h("p", { class: "hint", role: "status" });
  const field = /** @type {HTMLInputElement} */ (h("input", { type: "url", id: "webhook", maxlength: 400, placeholder: "https://chat.example/hooks/trains", value: game.webhook }));
  /** @param {() => Promise<string>} deed what it answers is shown */
  const doing = async (deed) => {
    fill(answer, "…");
    try {
      fill(answer, await deed());
      await again();
    } catch (error) {
      fill(answer, whatHappened(error));
    }
  };
  const save = async () => {
    await setWebhook(game.id, field.value.trim());
    return field.value.trim() ? "Saved." : "No address is told.";
  };
  const test = async () => {
    if (field.value.trim() !== game.webhook) await save();
    return `✓ arrived, ${(await tryWebhook(game.id)).seconds} s`;
  };
  const off = game.webhook_failures >= MOST_FAILURES && "It failed three times and is off. Save it again to switch it on.";
  const { turn, name, livery } = mover(game);
  const message = JSON.stringify({ table: title, to_move: settings.named ? name : LIVERY_NAMES[livery - 1], turn, link: `${address ?? location.origin}/${gameAddress(game.id)}` }, null, 1);
  return h("div", { class: "webhook-part" }, h("label", { class: "webhook-field", for: "webhook" }, h("b", {}, "Webhook, set by the host"), h("span", { class: "hint" }, "One message for each turn that begins. The address is https, or in this network.")), field,
    h("div", { class: "acts" }, h("button", { type: "button", class: "btn ghost small", id: "webhook-save", onclick: () => doing(save) }, "Save"),
      h("button", { type: "button", class: "btn ghost small", id: "webhook-test", onclick: () => doing(test) }, "Send a test")), answer,
    off && h("p", { class: "start-trouble" }, off),
    h("pre", { tabindex: 0, "aria-label": "The message" }, message),
    h("p", { class: "hint" }, "Never in it: cards, tickets, scores, seat links. People are named only if they agree in their settings, else by the colour of their trains."));
}

/** Whose turn the message tells, as an example. @param {GameFacts} game */
const mover = ({ seats }) => ({ turn: 12, ...(seats.find(({ you }) => you) ?? seats[0]) });
