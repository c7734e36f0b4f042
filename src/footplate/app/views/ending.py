"""The end of a game, explained: where points come from, what decided it, what became of tickets, what adaptive did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, assert_never

from footplate.app.views.ways import shortest_way
from footplate.boards import Board, Ticket
from footplate.events import Event
from footplate.game import Game
from footplate.outcome import Outcome, Score
from footplate.sentences import cities, decay_words, loan_words, shown_points
from footplate.words import counted

Source = Literal[
    "routes", "tickets_done", "tickets_open", "longest_path", "globetrotter", "attractions", "stations", "districts",
    "grand_tour", "passengers", "race_tickets", "coast_to_coast", "progress", "decay",
]  # fmt: skip


class Column(NamedTuple):
    """Points of a seat, and where they come from."""

    source: Source
    title: str
    points: float

    @classmethod
    def of(cls, source: Source, points: float) -> Column:
        return cls(source, source.removeprefix("race_").replace("_", " ").capitalize(), points)


def columns_of(game: Game, seat: int, score: Score) -> list[Column]:
    """A seat's points by where they come from. What is shown of them adds up to the total that is shown."""
    if progress := game.board.rules.progress:
        mine = (event for event in game.history if event.seat == seat and event.points)
        earned = sum(round(event.points / progress.decay ** (event.turn // game.players)) for event in mine)
        decayed = shown_points(shown_points(game.rewards[seat]) - earned)
        return [Column.of("progress", earned), Column.of("decay", decayed)]
    return columns(game.board, score, seat in game.coast_cards)


def columns(board: Board, score: Score, coast: bool = False) -> list[Column]:
    """A seat's points by where they come from; of the bonuses only those that the board has.

    A race has no points: there it is tickets, one of which may be for linking the coasts (``coast``).
    """
    rules = board.rules
    if rules.race:
        tickets = Column.of("race_tickets", score.completed - coast)
        linked = Column.of("coast_to_coast", int(coast))
        return [tickets, linked] if rules.race.coast_cards else [tickets]
    bonuses: dict[Source, object] = {  # true where the board has it
        "longest_path": rules.longest_path_bonus,
        "globetrotter": rules.globetrotter_bonus,
        "attractions": any(city.attraction for city in board.cities),
        "stations": rules.stations,
        "districts": rules.districts,
        "grand_tour": rules.grand_tour,
        "passengers": rules.passengers,
    }
    sources: list[Source] = ["routes", "tickets_done", "tickets_open", *(name for name, has in bonuses.items() if has)]
    return [Column.of(source, getattr(score, source)) for source in sources]


def why_ended(outcome: Outcome) -> str:
    """Why the game was over, where that isn't the usual last round."""
    return "" if outcome.ended_by == "the last round" else f"It ended because {outcome.ended_by}."


def what_decided(board: Board, outcome: Outcome, names: Sequence[str]) -> str:
    """The source of points in which the winner was furthest ahead of the next; empty if there is none.

    In the progress game it says what points are given for.
    """
    if board.rules.progress:
        return decay_words(board.rules.progress)
    if len(outcome.winners) != 1 or len(outcome.scores) < 2 or board.rules.race:
        return ""
    winner = outcome.winners[0]
    others = [seat for seat in range(len(outcome.scores)) if seat != winner]
    second = max(others, key=lambda seat: outcome.scores[seat].total)  # the first of equals
    rows = zip(columns(board, outcome.scores[winner]), columns(board, outcome.scores[second]), strict=True)
    source, title, ahead = max(
        (Column(*mine[:2], mine.points - other.points) for mine, other in rows), key=lambda column: column.points
    )
    if ahead <= 0:
        return ""
    made = "made the difference"
    whose = "yours" if names[second] == "You" else f"those of {names[second]}"
    more = f"{counted(int(ahead), 'point')} more than {whose}"
    match source:
        case "longest_path":
            return f"The longest path {made}: {counted(outcome.scores[winner].path_length, 'train')}."
        case "tickets_done":
            return f"Finished tickets {made}: {more}."
        case "tickets_open":
            return f"Fewer open tickets {made}: {more}."
        case "routes" | "globetrotter" | "attractions" | "stations" | "districts" | "grand_tour" | "passengers":
            return f"{title} {made}: {more}."
        case "race_tickets" | "coast_to_coast" | "progress" | "decay":
            return ""
        case _:
            assert_never(source)


def ticket_fates(game: Game, names: Sequence[str]) -> list[list[tuple[Ticket, str]]]:
    """By seat, its tickets with what became of them: "" if connected, else a phrase that goes on after the name."""
    held = [(seat, ticket) for seat in range(game.players) for ticket in game.tickets_of(seat)]
    fates = {one: _at_the_end(game, *one) for one in held if _is_possible(game, *one)}
    fates |= {(seat, ticket): "" for seat in range(game.players) for ticket in game.completed(seat)}
    lost = set(held) - fates.keys()
    earlier, later = game.copy(), game.copy()
    while lost and earlier.history:  # back to when it was possible: what is lost once is never won back
        event = earlier.undo()
        for seat, ticket in tuple(lost):
            if _is_possible(earlier, seat, ticket) or ticket not in earlier.tickets_of(seat):
                lost.remove((seat, ticket))
                fates[seat, ticket] = _why_lost(later, event, seat, ticket, names)
        later.undo()
    fates |= dict.fromkeys(lost, "was out of reach from the start")
    return [[(ticket, fates[seat, ticket]) for seat, ticket in held if seat == n] for n in range(game.players)]


def ticket_points(game: Game, ticket: Ticket, seat: int) -> int:
    """What a ticket earned at the end: the best of its goals, or what was lost by it."""
    if ticket not in game.completed(seat):
        return ticket.least_points
    ways = ((points, shortest_way(game, ticket.a, goal, seat, game.stations[seat])) for goal, points in ticket.goals)
    return max(points for points, way in ways if way and way.to_lay == 0)


def notes(board: Board, outcome: Outcome, seat: int, names: Sequence[str]) -> list[str]:
    """What else is to be said of a seat's points: which routes its stations borrowed."""
    return [loan_words(loan, names, board) for loan in outcome.loans[seat]] if outcome.loans else []


def _at_the_end(game: Game, seat: int, ticket: Ticket) -> str:
    missing = game.trains_needed(ticket, seat)
    return f"was {counted(missing, 'train')} short at the end" if missing else ""


def _is_possible(game: Game, seat: int, ticket: Ticket) -> bool:
    missing = game.trains_needed(ticket, seat)
    return missing is not None and missing <= game.trains[seat]


def _why_lost(after: Game, event: Event, seat: int, ticket: Ticket, names: Sequence[str]) -> str:
    """Why an event lost a ticket; ``after`` is the game after that event."""
    turn = f"on turn {event.turn + 1}"
    if event.route is None:
        return f"was out of reach when {_in_sentence(names[seat])} kept it {turn}"
    route = after.board.routes[event.route]
    missing, left = after.trains_needed(ticket, seat), counted(after.trains[seat], "train")
    by = ""
    if event.seat != seat:
        by = f" when {_in_sentence(names[event.seat])} took {cities(route, after.board)}"
    if missing is None:
        return f"was cut off {turn}{by}"
    return f"became too long {turn}{by}: {missing} to lay, only {left} left"


def _in_sentence(name: str) -> str:
    return "you" if name == "You" else name


def lead(game: Game) -> Sequence[Sequence[float]]:
    """Points for routes or progress after each turn, by seat: what everybody saw. In a race, tickets done."""
    return _tickets_by_turn(game) if game.board.rules.race else _points_by_turn(game)


def _points_by_turn(game: Game) -> list[list[float]]:
    points = [0.0] * game.players
    by_turn = [list(points)]
    for event in game.history:
        points[event.seat] += event.points
        if event.turn + 1 >= len(by_turn):
            by_turn.append(list(points))
        by_turn[-1] = [shown_points(seen) for seen in points]
    return by_turn


def _tickets_by_turn(game: Game) -> list[list[int]]:
    earlier = game.copy()
    by_turn: dict[int, list[int]] = {}
    while earlier.history:
        by_turn.setdefault(earlier.history[-1].turn, list(earlier.tickets_done))
        earlier.undo()
    return [[0] * game.players, *(by_turn[turn] for turn in sorted(by_turn))]


def adaptive_note(game: Game, names: Sequence[str], thoughts: Mapping[int, Mapping[str, Any]]) -> dict[str, Any] | None:
    """What the first adaptive opponent aimed at, and how often it eased off: both are in the figures of its moves."""
    aims = {n: figures for n, figures in thoughts.items() if "target win rate" in figures}
    if not aims:
        return None
    seat = game.history[min(aims)].seat
    mine = {n: figures for n, figures in aims.items() if game.history[n].seat == seat}
    eased = sum(_has_eased(game, n, figures) for n, figures in mine.items())
    target = next(iter(mine.values()))["target win rate"]
    you = next((other for other, name in enumerate(names) if name == "You"), None)
    yours = 1 - target * (game.players - 1)  # opponents share the wins that you leave
    if you in (None, seat) or yours < 0:
        words = f"Aimed at {_percent(target)} for itself."
    elif game.players == 2:
        words = f"Aimed at {_percent(yours)} for you."
    else:
        words = f"Aimed at {_percent(yours)} for you and {_percent(target)} for itself."
    return {"seat": seat, "words": f"{words} It eased off in {eased} of {counted(len(mine), 'decision')}."}


def _has_eased(game: Game, n: int, figures: Mapping[str, Any]) -> bool:
    """Whether it took another action than its best."""
    action = game.history[n].action
    return figures.get("given away", 0) > 0 or (action is not None and figures.get("best", action.text) != action.text)


def _percent(share: float) -> str:
    return f"{round(100 * share)}\u00a0%"
