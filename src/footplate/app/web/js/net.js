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

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = body === undefined ? undefined : { "Content-Type": "application/json" };
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : text });
  } catch {
    throw new ServerError("The server can't be reached.", 0, []);
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => null);
  if (!response.ok) {
    throw new ServerError(answer?.error ?? `The server answered ${response.status}.`, response.status, answer?.problems ?? []);
  }
  return answer;
}

/** @param {string} path */
export const get = (path) => ask("GET", path);

/** @type {readonly number[]} */
const WAITS = [300, 600, 1200, 2500, 5000]; // milliseconds between attempts to connect again

/** The live connection of one game. `on` gets every message; `onstate` hears "open", "lost" and "closed". */
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
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      socket.send(JSON.stringify({ type: "join", seat: this.seat }));
      this.onstate("open");
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.fatal) this.closed = true;
      this.on(message);
    };
    socket.onclose = () => {
      if (this.closed) return this.onstate("closed");
      this.onstate("lost");
      const wait = WAITS[Math.min(this.attempts, WAITS.length - 1)];
      this.attempts += 1;
      setTimeout(() => !this.closed && this.connect(), wait);
    };
  }

  /** @param {Record<string, unknown>} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
