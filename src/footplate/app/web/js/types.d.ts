/** What the server sends (src/footplate/app/views/game.py) and where a map's parts lie (maps/geometry.py). */

/** How far the server is with what it does once, at its first start (src/footplate/app/preparing.py). */
export interface Preparation { ready: boolean; failed: boolean; words: string; done: number; steps: number; seconds: number }

export type Point = [number, number];
export interface Box { x: number; y: number; width: number; height: number }
export interface Label { lines: string[]; box: Box; anchor: "start" | "middle" | "end"; x: number; baselines: number[]; size: number }
/** `country`: of a gate, whose label is the country's; empty for a city. */
export interface CityPlace { name: string; x: number; y: number; attraction: boolean; country: string; label: Label }
export interface Car { x: number; y: number; angle: number; width: number; height: number }
export interface Curve { start: Point; control: Point; end: Point }
export interface RoutePlace { curve: Curve; offset: number; link: Point[]; cars: Car[]; hit_width: number }
export interface MapGeometry {
  board: string; title: string; width: number; height: number; turned: boolean;
  sizes: {
    scale: number; car_height: number; lane_gap: number; car_gap: number; longest_car: number; end_gap: number;
    name_size: number; dot_radius: number; train_rise: number; train_line: number; land_radius: number;
  };
  cities: CityPlace[]; routes: RoutePlace[];
  countries: { name: string; gates: number[]; label: Label }[];
  districts: { value: number; cities: number[]; stamp: Point }[];
  /** The middle of the first figure of each row. */
  passengers: { name: string; x: number; y: number }[];
  /** Markup, path texts, and measures (maps/shapes.py). All ids of the ground begin with `ground_id`. */
  shapes: {
    ground: string; ground_id: string; graticule: string;
    wagons: string[][]; furniture: string; nameboards: [x: number, lower: number][];
    plates: [aside: number, above: number, taller: number, corner: number][];
    measures: {
      band: number; slot_corner: number; symbol: number; train_height: number; train_line_edge: number; ring: number; star: number;
      few_cities: number; plate_edge: number; gate_corner: number; gate_point: number; house: number;
      stamp: number; stamp_corner: number; stamp_line: number; passengers_apart: number;
    };
  };
  cartouche: Box | null; compass: Box | null;
}

export interface BoardFile {
  name: string; title: string; colors: string[]; trains: number; layout?: { aspect?: number; turned?: boolean };
  cities: { name: string; label?: string; x: number; y: number; attraction?: boolean; country?: string }[];
  special?: { countries?: Record<string, string[]> };
  routes: { a: string; b: string; length: number; color: string; pair: number; tunnel?: boolean; locomotives?: number }[];
  route_points: Record<string, number>;
}
/** A board's rules in words (src/footplate/app/views/rules.py), and by route what it costs. */
export interface RuleSection { title: string; words: string; list: { lead: string; words: string }[]; points: [number, number][] }
export interface BoardRules { sections: RuleSection[]; costs: string[] }

/** `score` is what everybody can see. */
export type Player = {
  seat: number; name: string; livery: number; kind: "person" | "bot"; level: string; sees: string; aim: number | null; connected: boolean;
  trains: number; route_points: number; score: number; cards: number; tickets: number; known_cards: Record<string, number>;
  free: boolean; left: boolean; agrees: boolean; searched: boolean; chosen: boolean;
  /** Seconds left when the view was sent; `bot_in`: until a bot plays for somebody who is away. */
  clock: number | null; clock_runs: boolean; away_since: string | null; bot_in: number | null; plays: { since: number; why: "time" | "away" } | null;
} & SeatSpecial;
/** What only some boards have: houses in reserve, points for districts so far, tickets done in a race, rewards for progress. */
export interface SeatSpecial { stations: Reserve | null; districts: number | null; race: RaceStand | null; progress: ProgressStand | null }
/** `space`: what a claim earns now for each space that it saves. */
export interface ProgressStand { space: number; words: string }
export interface Reserve { left: number; total: number; points: number; words: string }
/** `stops`: what stands at each stop that was reached. */
export interface RaceStand { done: number; goal: number; stops: ("ticket" | "coast")[]; words: string }
/** `points` is what counts now. `goals`: countries of which the best counts, in the ticket's order; `second`: another way, where that counts. */
export interface TicketView {
  a: string; b: string; points: number; long: boolean; title: string; goals: Goal[]; missed: string;
  state: "open" | "done" | "dead"; trains_needed: number | null; total: number | null; way: number[]; reason: string; second: SecondWay | null;
}
export interface Goal { place: string; points: number; reached: boolean }
export interface SecondWay { done: boolean; way: number[]; words: string }
/** What the player to move decides, and the kinds of action: the server's words for them (footplate/observation.py, actions.py). */
export type Phase = "first_tickets" | "turn" | "second_card" | "ticket_choice" | "over"
  | "tunnel" | "substitutes" | "station_payment" | "passenger" | "split_first";
export type Kind = "draw" | "take" | "tickets" | "keep" | "claim" | "pass"
  | "pay" | "give" | "decline" | "station" | "passenger" | "split" | "swap" | "cards";
/** `others`: cards of any kind that are chosen afterwards. */
export interface Payment { action: number; cards: Record<string, number>; others: number; words: string; why: string }
/** A station in a city: what begins it, then the ways to pay; `lends` says what it is good for. */
export interface StationOffer { action: number | null; ways: Payment[]; cost: string; lends: string; opens: number[] }
/** Payments are best first; `split` is by "3 1": three short tickets and a long one; `cards`, two at once, by "deck red". */
export interface Legal {
  draw: number | null; take: Record<string, number>; tickets: number | null; pass: number | null;
  keep: Record<string, number>; claim: Record<string, Payment[]>;
  pay: Payment[]; give: Record<string, number>; decline: number | null; station: Record<string, StationOffer>;
  passenger: Record<string, number>; split: Record<string, number>; swap: number | null; cards: Record<string, number>;
}
/** A tunnel whose cards were just turned up. `due`: cards that are still to be paid. */
export interface TunnelView {
  seat: number; route: number; paid: Record<string, number>; paid_words: string; cards: { card: string; matches: boolean }[]; due: number;
  turning: string; verdict: string; short: string; few: string; spoken: string;
}
/** What the player to move decides in the dock, in words. */
export interface GiveView { n: number; words: string; spare: string[] }
export interface PassengerView { place: string; title: string; choices: { color: string; words: string }[] }
export interface DecksView { short: number; long: number; n: number; short_points: string; long_points: string }
/** What all can see of rules that only some boards have. */
export interface SpecialView {
  stations: Record<string, number>; building: string | null; decks: DecksView | null; districts: DistrictView[]; mandala: MandalaView | null;
  passengers: PassengersView | null;
}
export interface DistrictView { points: number; cities: string[]; linked: string[]; done: boolean; words: string }
export interface MandalaView { n: number; of: number; points: number; steps: number[] }
export interface PassengersView {
  colors: string[]; head: string; waiting: Record<string, Record<string, number>>;
  rows: { seat: number; now: number; held: { n: number; rank: "most" | "second" | "" }[] }[];
}
/** A board's rule in a few words, shown once when it is first met. */
export interface Slip { rule: string; title: string; words: string }
/** What happened, as data: null is what one couldn't see. `route` is what was laid; null while it is not yet paid. */
export type GameEvent = { seat: number; turn: number; reshuffled: boolean } & (
  | { kind: "draw"; cards: string[] | null; n_cards: number }
  | { kind: "take"; card: string }
  | { kind: "tickets"; n_offered: number }
  | { kind: "keep"; n_offered: number; n_tickets: number }
  | { kind: "claim"; route: number | null }
  | { kind: "pass" }
  | { kind: "pay"; route: number | null }
  | { kind: "give"; route: number | null }
  | { kind: "decline"; due: number }
  | { kind: "station"; city: string }
  | { kind: "passenger"; color: string }
  | { kind: "split"; n_offered: number }
  | { kind: "swap" }
  | { kind: "cards"; face_up: string[]; cards: string[] | null; n_cards: number }
);
/** A turn in words, which go on after the player's name. */
export interface LogLine { turn: number; seat: number; words: string; points: number; route: number | null }
/** Points, and where they come from. */
export type Source = "routes" | "tickets_done" | "tickets_open" | "longest_path" | "globetrotter" | "attractions"
  | "stations" | "districts" | "grand_tour" | "passengers" | "race_tickets" | "coast_to_coast" | "progress" | "decay";
export interface Column { source: Source; title: string; points: number }
/** `path`: routes of the longest path, in order, if it earned points. */
export interface OutcomeRow {
  seat: number; columns: Column[]; total: number;
  tickets: { a: string; b: string; title: string; points: number; done: boolean; fate: string }[]; notes: string[]; path: number[];
}
/** `race`: how many tickets win, where there are no points; totals and lead are tickets then. */
export interface Outcome {
  winners: number[]; title: string; sentence: string; why_ended: string; what_decided: string; rows: OutcomeRow[]; race: number | null; lead: number[][];
  adaptive: { seat: number; words: string } | null; unrated?: string;
}
/** How fast bots play where people only watch: seconds for a turn. */
export interface Pace { seconds: number; held: boolean }
export interface View {
  type: "view"; game: string; version: number; board: string; title: string; you: number | null; players: Player[];
  phase: Phase; to_move: number | null; turn: number; turns_left: number | null; thinking: number | null; compiling: boolean; trouble: string; pace: Pace | null; can_undo: boolean;
  market: (string | null)[]; deck: number; discard: Record<string, number>; tickets_left: number;
  hand: Record<string, number>; tickets: TicketView[]; offer: TicketView[]; must_keep: number;
  owners: (number | null)[]; closed: number[]; legal: Legal;
  special: SpecialView; tunnel: TunnelView | null; give: GiveView | null; passenger: PassengerView | null; slips: Slip[];
  why_not: {
    deck: string; second: string; tickets: string; swap: string; long: string; short: string; market: Record<string, string>; routes: Record<string, string>;
    stations: Record<string, string>;
  };
  good_for: { deck: string; tickets: string; swap: string; market: Record<string, string> };
  events: GameEvent[]; log: LogLine[]; fresh: number[]; score: { routes: number; done: number; open: number } | null;
  banner: { kind: "turn" | "wait" | "last" | "over"; title: string; words: string };
  outcome: Outcome | null;
  /** All seats of this screen, whether others play as well, whether the search may be asked, who may stand in, and the game after this one. */
  here: number[]; is_host: boolean; is_shared: boolean; help: boolean; stand_in: string; next: string | null; practice: PracticeFacts | null;
  /** Whether it is one's own game of a study, after which one is asked how it was. */
  study: boolean;
  /** What people at the table have beside the game: time, an offer to end (`again`: turns until the next), what a bot played for you, phrases. */
  timing: Timing; end: { agreed: number[]; asked: number[]; again: number }; played: { since: number; turns: number } | null;
  said: { n: number; seat: number; phrase: number; turn: number }[]; phrases: string[];
  /** When the page got it, by its own clock. */
  at?: number;
}
/** What the practice asks for now (src/footplate/app/views/practice.py). `back`: how many of one's actions stay after one step back. */
export interface Lesson {
  step: number; of: number; done: boolean; title: string; words: string; more: string; keys: string[]; cities: string[]; back: number | null;
}
/** `seconds` for the game, with `added` ones a turn, or for a turn; `away`: until a bot plays for who is gone. */
export interface Timing { kind: "none" | "clock" | "turn"; seconds: number; added: number; away: number | null }
/** Whereto a link leads: to a free seat, or to that of a player whose other device is asked for. */
export interface LinkFacts {
  seat: number; name: string; livery: number; free: boolean; title: string; others: string[]; yours: boolean; help: boolean; cheats: string;
}
/** `special`: rules that set the board apart, with the name of a drawing for each (src/footplate/app/views/board_facts.py). */
export interface BoardFacts {
  name: string; title: string; players: [number, number]; minutes: number; cities: number; routes: number; tickets: number;
  trains: number; special: { rule: SpecialRule; words: string }[]; variants: VariantFacts[];
}
export type SpecialRule = "race" | "progress" | "stations" | "passengers" | "districts" | "mandala" | "countries" | "tunnels" | "ferries"
  | "attractions" | "longest_path" | "globetrotter";
export interface VariantFacts {
  name: string; title: string; summary: string; tickets: number; trains: number; players: [number, number];
}
export interface GameFacts {
  id: string; board: string; created: string; changed: string; result: { totals: number[]; winners: number[] } | null;
  seats: { name: string; spec: string | null; livery: number; you: boolean; free: boolean; left: boolean; here: boolean; plays: string }[]; is_host: boolean; unrated: string;
  timing: Timing; began: boolean; own_board: boolean; webhook: string; webhook_failures: number; practice: PracticeFacts | null;
}
/** Where practice comes from: a decision of a game that is over, tried again. */
export interface PracticeFacts { turn: number; origin: string }
/** `boards`: where it can play; none are all. `group`: "adaptive", "level", "champion" or its paper. `sees`: what a cheat sees. `fixed`: what `fields` are added to. */
export interface Opponent {
  spec: string; name: string; group: string; sentence: string; boards: string[]; learns: boolean; sees: string; fixed: string;
  fields: { key: string; label: string; value: number; least: number; most: number; whole: boolean }[];
}

/** The levels on a board with so many players, the weakest first (src/footplate/app/people/opponents.py). */
export interface LadderFacts {
  rated: boolean; words: string;
  levels: { spec: string; rating: number | null; error: number | null; beats: string; time: string }[];
  marks: Record<string, { rating: number; error: number }>;
  champions: Record<string, string>;
}

/** A study as those see it who take part (src/footplate/app/http/studies.py). */
export interface StudyQuestion { name: string; words: string; low?: string; high?: string; choices?: string[] }
export interface StudyFacts {
  title: string; consent: string[]; cheats: boolean; games: number; ratings: number; closed: boolean; full: boolean;
  you: {
    agreed: string; done: number; questions: StudyQuestion[];
    game: { id: string; number: number; over: boolean; answered: "sent" | "skipped" | null } | null;
  } | null;
}
/** The same as its researcher sees it (src/footplate/app/http/research.py). */
export interface ResearchFacts {
  name: string; title: string; closed: boolean; people: number; wanted: number; withdrawn: number; games: number; answered: number; skipped: number; reviewed: number;
  order: string; boards: string[]; conditions: { name: string; opponent: string; cheats: boolean }[]; questions: StudyQuestion[];
  columns: string[]; rows: (string | number | null)[][]; tables: Record<string, string[]>; parquet: boolean;
}

export interface Me { id: string | null; name: string; settings: Record<string, unknown>; has_code: boolean; study: boolean }
export interface KnownBrowser { id: string; name: string; created: string; seen: string; here: boolean }

export interface Results {
  rating: { mean: number; low: number; high: number; games: number; milestones: { name: string; rating: number }[] };
  household: { name: string; you: boolean; games: number; wins: number }[];
  opponents: { name: string; spec: string; board: string; games: number; wins: number; draws: number; losses: number }[];
  adaptive: { key: string; players: number; board: string; games: number; level: number; unsure: number; sentence: string }[];
  games: { id: string; board: string; date: string; status: "won" | "lost" | "drew" | "played" | "watched"; margin: number }[];
}

/** How a person gets on (src/footplate/app/people/progress.py); games of a board come first to last. */
export interface ProgressGame {
  id: string; board: string; date: string; status: "won" | "lost" | "drew" | "played" | "watched"; margin: number; points: number;
  rating: [number, number, number] | null; luck: number | null; play: number | null;
}
export interface Progress {
  boards: { board: string; count: number; games: ProgressGame[] }[]; reviewed: number;
  mistakes: { words: string; times: number; cost: number }[];
  puzzles: { game: string; board: string; date: string; number: number; turn: number }[];
}

/** A game that is over or a record file (src/footplate/app/views/replay.py): everything lies open. */
export interface ReplayTicket { a: string; b: string; title: string; long: boolean; points: number; state: TicketView["state"]; reason: string; two_ways: boolean | null }
export type ReplaySeat = { trains: number; score: number; hand: Record<string, number>; tickets: ReplayTicket[] } & SeatSpecial;
export interface ReplayStep {
  version: number; phase: Phase; to_move: number | null; turn: number; turns_left: number | null;
  market: (string | null)[]; deck: number; discard: Record<string, number>; tickets_left: number;
  owners: (number | null)[]; closed: number[]; special: SpecialView; seats: ReplaySeat[]; offer: { a: string; b: string; title: string; points: number }[];
  line: (LogLine & { why: string; elapsed: number | null }) | null;
}
export interface Replay {
  id: string; source: "game" | "record"; name: string; board: string; title: string; you: number | null;
  players: { seat: number; name: string; livery: number; kind: "person" | "bot" }[];
  steps: ReplayStep[]; outcome: Outcome | null;
}

/** The review of a finished game (src/footplate/app/http/reviews.py); it grows until it is whole. */
export interface ReviewMove { action: string; words: string; route: number | null; win: number; margin: number }
export interface ReviewDecision {
  number: number; turn: number; seat: number; win: number; played: ReviewMove; better: ReviewMove; headline: string; reason: string; deals: number;
  cost: { mean: number; low: number; high: number };
}
export interface Account { start: number; luck: number; play: number; others: number; result: number }
export interface Review {
  judged: number; decisions: number; deals: number; turns: number; whole: boolean; failed: boolean; you: number; mine: boolean; result: string; own: number; share: number;
  players: { name: string; livery: number; margin: Account | null }[];
  curve: { turn: number; win: number; margin: number }[];
  costliest: ReviewDecision[];
}

/** What the search found; sent after {"type": "search", "on": true}. */
export interface SearchMove {
  action: number; words: string; sentence: string; route: number | null; visits: number; mean: number; spread: number; win: number;
}
export interface ErrorMessage { type: "error"; error: string; of?: string; fatal?: boolean }
/** All that a game's connection sends. */
export type Message = View | SearchReport | ErrorMessage | { type: "pong" };
export interface SearchReport { type: "search"; iterations: number; seconds: number; moves: SearchMove[] }
