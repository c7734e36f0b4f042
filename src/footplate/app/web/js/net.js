/** Talking to the server: JSON requests, and the live connection of a game that comes back after every break. */

export class ServerError extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {string[]} problems
   */
  constructor(message, status, problems) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}

/** The server's sentences begin small. @param {string} words */
export const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;

/** For the last branch of a switch: the server says something that this page was not made for. @param {never} what @returns {never} */
export function unexpected(what) {
  throw new Error(`this page does not know ${JSON.stringify(what)}`);
}

/** What went wrong, for people. @param {unknown} error */
export const whatHappened = (error) => sentence((error instanceof Error && error.message) || String(error));

/**
 * The answer to a request; one that says what went wrong is thrown.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function answered(method, path, body) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = body === undefined ? undefined : { "Content-Type": "application/json" };
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : text });
  } catch {
    throw new ServerError("The server can't be reached.", 0, []);
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new ServerError(answer?.error ?? `The server answered ${response.status}.`, response.status, answer?.problems ?? []);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  const response = await answered(method, path, body);
  return response.status === 204 ? null : response.json().catch(() => null);
}

/** @param {string} path */
export const get = (path) => ask("GET", path);

/** Have the browser save what lies there as a file. @param {string} path @param {string} name */
export async function save(path, name) {
  const file = URL.createObjectURL(await (await answered("GET", path)).blob());
  Object.assign(document.createElement("a"), { href: file, download: name }).click();
  URL.revokeObjectURL(file);
}

/** @type {readonly number[]} */
const WAITS = [300, 600, 1200, 2500, 5000]; // milliseconds between attempts to connect again
const QUIET = 15_000; // milliseconds without a word from the server until it is asked whether it is there
const PATIENCE = 10_000; // milliseconds for it to answer

/**
 * The live connection of one game. `on` gets every message; `onstate` hears "open", "lost" and "closed".
 * Networks let connections die without telling the browser, so the server is asked from time to time.
 */
export class LiveGame {
  /**
   * @param {string} game
   * @param {number | null | undefined} seat of one's own; null watches, and without any one sits in the first of one's own
   * @param {(message: any) => void} on
   * @param {(state: "open" | "lost" | "closed") => void} onstate
   */
  constructor(game, seat, on, onstate) {
    this.game = game;
    this.seat = seat;
    this.on = on;
    this.onstate = onstate;
    this.attempts = 0;
    this.closed = false;
    this.timer = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.stop = new AbortController();
    addEventListener("online", () => this.ping(), { signal: this.stop.signal });
    addEventListener("visibilitychange", () => !document.hidden && this.ping(), { signal: this.stop.signal });
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/live`);
    this.socket = socket;
    this.expect();
    socket.onopen = () => {
      this.attempts = 0;
      this.heard();
      socket.send(JSON.stringify({ type: "join", seat: this.seat }));
      this.onstate("open");
    };
    socket.onmessage = (event) => {
      this.heard();
      const message = JSON.parse(event.data);
      if (message.fatal) this.closed = true;
      this.on(message);
    };
    socket.onclose = () => this.lost();
  }

  lost() {
    clearTimeout(this.timer);
    if (this.closed) return this.onstate("closed");
    this.onstate("lost");
    const wait = WAITS[Math.min(this.attempts, WAITS.length - 1)];
    this.attempts += 1;
    setTimeout(() => !this.closed && this.connect(), wait);
  }

  heard() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ping(), QUIET);
  }

  ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.send({ type: "ping" });
    this.expect();
  }

  /** Give the connection up if nothing is heard now; a dead one would take minutes to close. */
  expect() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.socket) return;
      this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
      this.socket.close();
      this.lost();
    }, PATIENCE);
  }

  /** @param {Record<string, unknown>} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    this.stop.abort();
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
