"""Yang et al.: which of the rules that the paper leaves open fit its figures (Figures 5, 7 and 12).

The paper doesn't say how few trains end a game, how many cards are dealt, or how many tickets are kept at first; its
table has 6 locomotives and its text 8. Six heuristics play with every set of such rules. They take no notice of a last
round, so the same games also say what becomes of them where it is shorter: they are cut off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.arena.deals import whole_deals
from footplate.arena.statistics import Estimate, mean_estimate, share_estimate
from footplate.boards import Board, load_board
from footplate.boards.parts import TicketDeal
from footplate.engine.batch import Batch
from footplate.papers.yang.studies.heuristics import BOTS
from footplate.papers.yang.studies.timed import log_games
from footplate.studies.published import beside, exactly, highest, lowest
from footplate.studies.study import Printed, Study, StudyRun, StudyTable, few_games_of

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Figures = Mapping[str, Estimate]  # by column

BOARD = "small"
STEPS = 30_000  # decisions of the first player, in each match of Figure 12
PRINTED = {
    "games, lowest": Printed(2054), "games, highest": Printed(2222),  # Figure 12, of trained networks
    "player 1": Printed(0.5),  # the same: its matrix is symmetric
    "against random, lowest": Printed(0.75, 0.005), "against random, highest": Printed(0.91, 0.005),  # Figure 7
    "score against random": Printed(12.2, 0.05),  # at most: no heuristic ever scores more (text on Figure 5)
}  # fmt: skip
UNEVEN = 0.06  # how far the win rates of Figure 12 lie from a half, without self-play and random
SCORES_APART = 2.0  # points between the lowest and the highest score of a trained network (Figure 5)
ENDINGS = {"": 0, "the other has one more turn": 1, "the game ends at once": 2}  # turns that the last round lacks
OFFICIAL = ""  # everybody has one more turn; a board file can say no other


@dataclass(frozen=True)
class OpenRules:
    """Rules that the paper leaves open; those of ``small``, as they stand here."""

    end_trains: int = 2
    initial_cards: int = 4
    tickets: tuple[int, int] = (2, 1)  # dealt at first, and kept at least
    locomotives: int = 6
    two_cards_at_once: bool = False  # the market is filled after both

    @property
    def agree_with_text(self) -> bool:
        """Cards are drawn and replaced one by one, and no more than two tickets dealt, or there were not 78 actions."""
        return not self.two_cards_at_once and self.tickets[0] <= 2

    def board(self) -> Board:
        board = load_board(BOARD)
        rules = {name: value for name, value in asdict(self).items() if name != "tickets"}
        rules["initial_tickets"] = TicketDeal(*self.tickets)
        return replace(board, rules=replace(board.rules, **rules), file=None)

    def __str__(self) -> str:
        words = f"{self.end_trains} trains, {self.initial_cards} cards, {self.tickets[1]} of {self.tickets[0]} tickets"
        words = {SMALL: "small: ", YANG: "small:yang: "}.get(self, "") + words
        return f"{words}, {self.locomotives} wild" + ", two cards at once" * self.two_cards_at_once


Row = tuple[OpenRules, str]  # with an ending
SMALL = OpenRules()
YANG = OpenRules(end_trains=3, initial_cards=2)  # the board small:yang
VALUES: dict[str, Sequence[Any]] = {
    "end_trains": (0, 1, 2, 3),
    "initial_cards": (0, 2, 3, 4),
    "tickets": ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2)),
    "locomotives": (6, 8),
    "two_cards_at_once": (False, True),
}


# ---------------------------------------------------------------- games


@dataclass(frozen=True)
class EndedGames:
    """The games of two agents by one ending; the two of a deal come one after the other."""

    agent_at: Numbers  # by game and seat
    steps: Numbers  # decisions of the first player, by game
    totals: Floats  # by game and seat
    shares: Floats  # of the win, by game and seat


def play(board: Board, agents: Sequence[str], games: int, seed: int) -> dict[str, EndedGames]:
    """A match of compiled agents who take no notice of a last round, by ending."""
    batch, played = log_games(board, agents, games, seed)
    actions = played.logs[:, : played.decisions.max(), 1].astype(np.int64)
    return {ending: cut_off(board, batch.seeds, actions, batch.agent_at, turns) for ending, turns in ENDINGS.items()}


def cut_off(board: Board, seeds: npt.NDArray[np.uint64], actions: Numbers, agent_at: Numbers, turns: int) -> EndedGames:
    """The games of these actions (by game and step), each ended so many turns before the end of its last round."""
    games = Batch(board, 2, len(seeds))
    games.deal(seeds)
    ends, steps, goes_on = games.states.copy(), np.zeros(len(seeds), np.int64), np.ones(len(seeds), np.bool_)
    for t in range(actions.shape[1]):
        steps += goes_on & (games.player == 0)
        games.step(actions[:, t])
        left = games.states["last_turns"]
        stops = goes_on & (games.over | ((left >= 0) & (left <= turns)))
        ends[stops] = games.states[stops]
        goes_on &= ~stops
    games.states[:] = ends
    totals, winners = games.scores()
    return EndedGames(agent_at, steps, totals, winners / winners.sum(axis=1, keepdims=True))


# ---------------------------------------------------------------- figures


def by_deal(values: Floats) -> Floats:
    means: Floats = values.reshape(-1, 2).mean(axis=1)
    return means


def figures_of(among: Sequence[EndedGames], against: Sequence[EndedGames]) -> Figures:
    """Of the heuristics' matches with each other and with a random player."""
    steps = [match.steps[match.agent_at[:, 0] == first] for match in among for first in (0, 1)]
    lengths = [games_in_steps(of_pair.astype(np.float64)) for of_pair in steps]
    mine = [match.agent_at == 0 for match in against]
    rates = [share_estimate(by_deal(match.shares[seats])) for match, seats in zip(against, mine, strict=True)]
    scores = [by_deal(match.totals[seats]) for match, seats in zip(against, mine, strict=True)]
    return {
        "games, lowest": lowest(lengths),
        "games, highest": highest(lengths),
        "player 1": share_estimate(np.concatenate([by_deal(match.shares[:, 0]) for match in among])),
        "score": mean_estimate(np.concatenate([by_deal(match.totals.mean(axis=1)) for match in among])),
        "against random, lowest": lowest(rates),
        "against random, highest": highest(rates),
        "score against random": mean_estimate(np.concatenate(scores)),
    }


def games_in_steps(lengths: Floats) -> Estimate:
    """How many games of such lengths there are in a match of Figure 12."""
    length = mean_estimate(lengths)
    return Estimate(STEPS / length.mean, STEPS / length.high, STEPS / length.low)


def distance(figures: Figures) -> float:
    """How far the figures lie outside of those that are printed: 1 is as far as their range is wide."""
    few, many, even, worst, best, most = (printed.value for printed in PRINTED.values())
    fewest, highest_count, first, lowest_rate, highest_rate, score = (figures[name].mean for name in PRINTED)
    count = (fewest + highest_count) / 2
    outside = (
        max(few - count, count - many, 0) / (many - few),
        (first - even) / UNEVEN,
        max(worst - lowest_rate, highest_rate - best, 0) / (best - worst),
        max(score - most, 0) / SCORES_APART,
    )
    return float(np.sqrt(np.mean(np.square(outside))))


# ---------------------------------------------------------------- the study


@dataclass(frozen=True)
class Sweep:
    """All sets of ``values``, played by the bots. Twice the ``nearest`` are played again, with ten times the games."""

    values: Mapping[str, Sequence[Any]]
    bots: Sequence[str]
    nearest: int

    @property
    def sets(self) -> list[OpenRules]:
        return [OpenRules(**dict(zip(self.values, chosen, strict=True))) for chosen in product(*self.values.values())]

    @property
    def matches(self) -> list[tuple[str, ...]]:
        return [*combinations(self.bots, 2), *((bot, "random") for bot in self.bots)]

    def measure(self, run: StudyRun) -> Iterator[StudyTable]:
        first = self._figures(run, self.sets, run.games, run.seed)
        alone = [rules for rules in self.sets if changed(rules) <= 1]
        endings = [(SMALL, ending) for ending in ENDINGS if ending != OFFICIAL]
        rows = [(rules, OFFICIAL) for rules in sorted(alone, key=changed)] + endings
        yield _table("One rule changed (small comes first)", {row: first[row] for row in rows})
        chosen = self._nearest(first)
        again = self._figures(run, chosen, 10 * run.games, run.seed + 1)

        def how_near(row: Row) -> float:
            return distance(again[row])

        official = sorted(((rules, OFFICIAL) for rules in chosen), key=how_near)
        title = "The nearest that agree with the text and small:yang, on new deals"
        yield _table(title, {row: again[row] for row in official})
        others = [ending for ending in ENDINGS if ending != OFFICIAL]
        rows = sorted((min(product([rules], others), key=how_near) for rules in chosen), key=how_near)
        yield _table("The same sets with their better one of the other endings", {row: again[row] for row in rows})

    def _nearest(self, first: Mapping[Row, Figures]) -> list[OpenRules]:
        """Twice ``nearest``: small:yang, then the nearest by the official ending, then those by any ending."""
        agreeing = [rules for rules in self.sets if rules.agree_with_text]
        official = sorted(agreeing, key=lambda rules: distance(first[rules, OFFICIAL]))
        by_any = sorted(agreeing, key=lambda rules: min(distance(first[rules, ending]) for ending in ENDINGS))
        return list(dict.fromkeys([YANG, *official[: self.nearest], *by_any]))[: 2 * self.nearest]

    def _figures(self, run: StudyRun, sets: Sequence[OpenRules], games: int, seed: int) -> dict[Row, Figures]:
        def work(rules: OpenRules) -> dict[str, Figures]:
            board = rules.board()
            matches = [self._play(run, board, pair, games, seed) for pair in self.matches]
            among = len(matches) - len(self.bots)
            return {
                ending: figures_of(*([match[ending] for match in some] for some in (matches[:among], matches[among:])))
                for ending in ENDINGS
            }

        found = zip(sets, run.ledger.side_by_side(work, sets), strict=True)
        return {(rules, ending): figures for rules, by_ending in found for ending, figures in by_ending.items()}

    def _play(self, run: StudyRun, board: Board, pair: Sequence[str], games: int, seed: int) -> dict[str, EndedGames]:
        if run.ledger.is_stopped:
            raise KeyboardInterrupt
        match = play(board, pair, games, seed)
        run.ledger.tell(whole_deals(games, 2))
        return match

    def total(self, games: int) -> int:
        return len(self.matches) * (
            len(self.sets) * whole_deals(games, 2) + 2 * self.nearest * whole_deals(10 * games, 2)
        )


def changed(rules: OpenRules) -> int:
    """How many rules are others than those of small."""
    ours = asdict(SMALL)
    return sum(value != ours[name] for name, value in asdict(rules).items())


def _table(title: str, rows: Mapping[Row, Figures]) -> StudyTable:
    ours = {
        (f"{rules}, {ending}" if ending else str(rules), column): figure
        for (rules, ending), figures in rows.items()
        for column, figure in (*figures.items(), ("outside", exactly(distance(figures))))
    }
    printed = {place: PRINTED[place[1]] for place in ours if place[1] in PRINTED}
    return StudyTable(title, beside(ours, printed), reference="printed")  # most rows are not meant to reproduce it


SWEEP = Sweep(VALUES, BOTS, nearest=10)
SHORT = Sweep({"end_trains": VALUES["end_trains"]}, BOTS[:2], nearest=1)

STUDIES = (
    Study(
        name="yang-rules",
        title="The rules that Yang et al. leave open, by six heuristics",
        source="Yang et al. 2023, Figures 5, 7 and 12 (the text prints ranges of them)",
        board=BOARD,
        games=100,
        measure=SWEEP.measure,
        total=SWEEP.total,
        goes_on=False,
        shorten=few_games_of(SHORT),
        takes="14 min 30 s on 2 busy cores",
        remarks=(
            "Theirs are of trained networks (games, player 1) and of heuristics (against random); ours of heuristics.",
            "Games: in 30,000 decisions of the first player. Each card is one, and so is the choice of first tickets.",
            "Where nothing is said about the end everybody has one more turn; a board file can say nothing else.",
            "Played again: small:yang, the ten nearest sets by that ending, then those by any ending, twenty in all.",
            "The score against random should be at most theirs. Outside: the root mean square of how far games,"
            " player 1, win rates and that score lie outside of what is printed, in widths of these ranges.",
        ),
    ),
)
