"""Game: the object that people, web pages and Python bots play with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike

from footplate.action_space import what_is_legal
from footplate.actions import Action
from footplate.arguments import instance, seed_number
from footplate.boards import Board, Ticket, load_board
from footplate.engine.entry_points import deal_game, fill_in, observe_from, reveal_to, take_step
from footplate.engine.layout import HELD, OVER, PLAYERS, SCRATCH, STATE, Records, copy_records, new_records
from footplate.engine.tables import Tables, make_tables
from footplate.errors import IllegalAction, InvalidPosition
from footplate.events import Event, event_of
from footplate.observation import Observation
from footplate.outcome import Outcome, Score, completed_tickets, outcome_of, score_now
from footplate.positions import position_text, read_position
from footplate.view import View


class Game(View):
    """A game in progress with nothing hidden.

    >>> game = Game("small", players=2, seed=1)
    >>> while not game.is_over:
    ...     game.push(game.legal_actions()[0])
    >>> game.outcome().sentence(["Ann", "Bob"])
    'Bob wins by 6.'
    """

    def __init__(self, board: Board | str | PathLike[str], players: int = 2, seed: int = 0) -> None:
        tables = make_tables(board if isinstance(board, Board) else load_board(board), players)
        super().__init__(tables, new_records(STATE))
        self.seed = seed = seed_number(seed)
        self._first: Records | None = None  # where it began, if it was not dealt
        self._events: list[Event] = []
        self._seen: list[list[Event]] = [[] for _ in range(tables.players)]
        self._past: list[Records] = []
        self._outcome: Outcome | None = None  # once somebody has asked
        deal_game(tables.records, self.records, seed)

    @property
    def history(self) -> Sequence[Event]:
        """Everything that happened, with nothing hidden; ``observe(seat).history`` is what a seat saw."""
        return tuple(self._events)

    @property
    def start(self) -> str:
        """The position in which it began, as ``to_json`` gives it; empty if it was dealt by its seed."""
        return "" if self._first is None else position_text(self.tables, self._first, self.seed)

    @property
    def moves(self) -> tuple[int, ...]:
        """The numbers of all actions so far: with the board, the players, the seed and the start, the whole game."""
        return tuple(self.actions.id(event.action) for event in self._events if event.action)

    def legal_actions(self) -> list[Action]:
        """What the player to move may do; empty only when the game is over."""
        return self.actions.of_numbers(self._legal_numbers())

    def is_legal(self, number: int) -> bool:
        """Whether the player to move may do the action with this number."""
        return number in self._legal_numbers()

    def parse(self, text: str) -> Action:
        """The action that the text names, or the legal one that its words single out."""
        return self.actions.parse(text, self.legal_actions())

    def read(self, text: str) -> Action:
        """The action whose text was stored; unlike what people type, it must be the whole text."""
        return self.actions.read(text, self.legal_actions)

    def push(self, action: Action | str | int, *, elapsed: float | None = None) -> Event:
        """Carry out a legal action, given as Action, text or number; IllegalAction changes nothing."""
        if self.is_over:
            raise IllegalAction("the game is over")
        action = self.actions.understood(action, self.legal_actions)
        number = self.actions.id(action)
        if not self.is_legal(number):
            raise IllegalAction(f"{action.text!r} is not legal now. " + what_is_legal(self.legal_actions()))
        before = copy_records(self.records)
        take_step(self.tables.records, self.records, number)
        self._past.append(before)
        event = event_of(self.tables, before, self.records, action, elapsed)
        self._events.append(event)
        for seat, seen in enumerate(self._seen):
            seen.append(event.seen_by(seat))
        return event

    def undo(self) -> Event:
        """Take the last action back; chance repeats itself when play goes on."""
        if not self._past:
            raise IllegalAction("there is nothing to take back")
        self.records, self._outcome = self._past.pop(), None
        for seen in self._seen:
            seen.pop()
        return self._events.pop()

    def copy(self) -> Game:
        """A game that plays on without touching this one."""
        other = self._at(self.tables, copy_records(self.records), self.seed)
        other._events, other._past = list(self._events), list(self._past)
        other._seen = [list(seen) for seen in self._seen]
        other._listed, other._first = self._listed, self._first
        return other

    __copy__ = copy

    def __deepcopy__(self, memory: dict[int, object]) -> Game:
        return self.copy()

    @classmethod
    def _at(cls, tables: Tables, states: Records, seed: int) -> Game:
        """A game that stands at a given state, with no past."""
        game = object.__new__(cls)
        View.__init__(game, tables, states)
        game.seed, game._events, game._past, game._outcome = seed, [], [], None
        game._seen, game._first = [[] for _ in range(tables.players)], copy_records(states)
        return game

    def observe(self, seat: int) -> Observation:
        """What a seat knows, and nothing else."""
        self._check_seat(seat)
        out = copy_records(self.records)
        observe_from(self.tables.records, self.records, seat, out)
        return Observation(self.tables, out, tuple(self._seen[seat]), self._legal_for(seat))

    def _legal_for(self, seat: int) -> tuple[int, ...] | None:
        """The legal actions of the seat to move, which ``push`` needs anyway; None for other seats."""
        return self._legal_numbers() if seat == self.to_move else None

    def reveal(self, seat: int) -> Observation:
        """Everything, from a seat's place: hands, tickets and the order of the deck. Only players who cheat get it."""
        self._check_seat(seat)
        out = copy_records(self.records)
        reveal_to(self.records, seat, out)
        return Observation(self.tables, out, tuple(self._events), self._legal_for(seat))

    @classmethod
    def sample(cls, observation: Observation, seed: int) -> Game:
        """A full game that looks to the observer like the observed one; hidden things are drawn at random.

        It plays on from there, and can't be undone further back.
        """
        instance(
            "observation", observation, Observation, "an Observation: game.observe(seat) gives what a seat may see"
        )
        seed = seed_number(seed)
        states = copy_records(observation.records)
        fill_in(observation.tables.records, states, new_records(SCRATCH), seed)
        return cls._at(observation.tables, states, seed)

    @classmethod
    def at(cls, tables: Tables, states: Records, seed: int) -> Game:
        """A game that stands at a full state of the engine, with no past."""
        return cls._at(tables, copy_records(states), seed_number(seed))

    def tickets_of(self, seat: int) -> tuple[Ticket, ...]:
        self._check_seat(seat)
        return self._tickets_at(HELD + seat)

    def hand_of(self, seat: int) -> Mapping[str, int]:
        self._check_seat(seat)
        return self._cards(self._fields["hand"][0, seat])

    def completed(self, seat: int) -> tuple[Ticket, ...]:
        """The tickets of a seat that would count as completed if the game ended now, with the help of its stations."""
        self._check_seat(seat)
        done = completed_tickets(self.tables, self.records)
        places = (self._fields["ticket"][0] >> PLAYERS).tolist()
        return tuple(t for i, t in enumerate(self.tables.tickets) if i in done and places[i] == HELD + seat)

    def scores(self) -> tuple[Score, ...]:
        """Everybody's points if the game ended now, open tickets counted against them."""
        return score_now(self.tables, self.records)[0]

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self._outcome is None and self.is_over:
            self._outcome = outcome_of(self.tables, self.records)
        return self._outcome

    def stopped(self) -> Game:
        """The game as its players leave it before its rules end it: points count as they are, and nobody can move."""
        over = self.copy()
        over.record.phase = OVER
        over._outcome = replace(outcome_of(over.tables, over.records), ended_by="its players agreed to end it")
        return over

    def to_bytes(self) -> bytes:
        """The whole state: equal bytes play on equally."""
        return self.records.tobytes()

    def to_json(self) -> str:
        """The position with names, nothing hidden, without the history: for people to read, change and set up."""
        return position_text(self.tables, self.records, self.seed)

    @classmethod
    def from_json(cls, text: str, board: Board | None = None) -> Game:
        """The game that stands as ``to_json`` says, with no past; InvalidPosition says what can't be.

        With ``board`` it is on that one, and the text names none.
        """
        game = cls._at(*read_position(text, board))
        if not game.is_over and not game._legal_numbers():
            raise InvalidPosition("nobody could do anything in this position")
        return game

    def __repr__(self) -> str:
        return f"<Game on {self.board.name}, seed {self.seed}: {self._standing()}>"
