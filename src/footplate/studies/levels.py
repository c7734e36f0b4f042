"""How strong the six levels are on a board, and what each must play to be about 200 rating points above the one below.

One tournament finds both. A scale of players, from the weakest amateur to the best that takes a few milliseconds, and
above them the searches, is rated by the games of neighbours. The levels are put on it in even steps below the stronger
search; an amateur's skill may lie between two that were rated. Then the levels themselves play, and some bots as marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from footplate.agents.ladder.words import LEVELS
from footplate.agents.registry import agent_kind
from footplate.arena.deals import games_per_deal, whole_deals
from footplate.arena.ratings import Shares, elo_ratings
from footplate.arena.statistics import Estimate
from footplate.boards import Board, load_board
from footplate.errors import UnknownStudy
from footplate.studies.published import beside
from footplate.studies.study import Study, StudyRun, StudyTable

NAME, PLAYERS = "levels", 2
STEP, MEAN = 200.0, 2100.0  # rating points between levels, and the mean of all six
SKILLS = (0.0, 0.2, 0.4, 0.55, 0.7, 0.82, 0.92)
UPPER_SKILLS = (0.8, 0.9)  # of amateurs with a network of the board's own
SHORT_SEARCHES = ("guided-ismcts:iterations=25", "guided-ismcts:iterations=100")  # where there is none
SEARCHES = ("guided-ismcts", "net-ismcts")
MARKS = ("greedy", "racer", "planner")
FEWER = 8  # times fewer games where somebody searches
GAMES, ITERATIONS = 400, 400
EXPERT = 1000  # iterations from which there is time for expert, too

RATINGS, OTHERS = "Ratings of the levels", "Ratings of others"  # titles of tables

Scale = list[tuple[str, str, float]]  # spec, whom it plays as, with which skill


class Field:
    """Who has played on a board, and the results of all tables."""

    def __init__(self, run: StudyRun, board: Board, players: int) -> None:
        self.run, self.board, self.players = run, board, players
        self.specs: list[str] = []
        self.tables: list[Shares] = []
        self.games = 0
        self._played: dict[tuple[str, ...], Estimate] = {}

    def play(self, *table: str) -> Estimate:
        """A table of different players, once; the first one's share of the wins."""
        if table not in self._played:
            searches = any("ismcts" in spec or spec == "expert" for spec in table)
            games = max(self.run.games // (FEWER if searches else 1), games_per_deal(len(table)))
            match = self.run.ledger.play(self.board, table, games, self.run.seed)
            self.games += match.games
            self.specs += [spec for spec in table if spec not in self.specs]
            shares = match.results.by_deal(match.results.shares)
            members = tuple(self.specs.index(spec) for spec in table)
            self.tables.append(Shares(members, shares, games_per_deal(len(table))))
            self._played[table] = match.agents[0].win_rate
        return self._played[table]

    def play_neighbours(self, order: Sequence[str], gap: int = 1) -> None:
        """Tables of players that stand next to each other, the strongest first at each table."""
        reach = gap * (self.players - 1)
        for last in range(reach, len(order)):
            self.play(*order[last - reach : last + 1 : gap][::-1])

    def ratings(self) -> dict[str, Estimate]:
        return dict(zip(self.specs, elo_ratings(len(self.specs), self.tables), strict=True))


def amateur(plays: str, skill: float) -> str:
    return plays if skill == 1.0 else f"amateur:plays={plays},skill={round(skill, 3):g}"


def has_champion(board: Board) -> bool:
    """Whether a network was trained for it alone."""
    trained = agent_kind("net").trained
    return any(network.rules_hash == board.rules_hash for network in (trained() if trained else ()))


def play_scale(field: Field) -> Scale:
    """Who takes a few milliseconds at most for a move, the weakest first."""
    skilled = [(amateur("planner", skill), "planner", skill) for skill in (*SKILLS, 1.0)]
    crowd = [spec for spec, _, _ in skilled[-2::-1]][: field.players - 2]
    field.play("net", "planner", *crowd)
    ratings = field.ratings()
    above: Scale = []
    if ratings["net"].mean > ratings["planner"].mean:
        skills = (*UPPER_SKILLS, 1.0) if has_champion(field.board) else (1.0,)
        above = [(amateur("net", skill), "net", skill) for skill in skills]
    if not has_champion(field.board):
        above += [(spec, spec, 1.0) for spec in SHORT_SEARCHES]
    scale = [*skilled, *above]
    order = [spec for spec, _, _ in scale]
    field.play_neighbours(order)
    if field.players == 2:
        field.play_neighbours(order, gap=2)
    return scale


def play_searches(field: Field, scale: Scale) -> str:
    """The stronger one of the searches that can be the strongest level."""
    best = [spec for spec, _, _ in scale[: -field.players : -1]]
    searches = [f"{search}:iterations={field.run.iterations}" for search in SEARCHES]
    if "net" not in field.specs or not any(plays == "net" for _, plays, _ in scale):
        searches = searches[:1]
    for search in searches:
        field.play(search, *best)
    ratings = field.ratings()
    return max(searches, key=lambda search: ratings[search].mean)


def choose(field: Field, scale: Scale, top: str) -> list[str]:
    """What the levels play: even steps below the strongest, as far as the scale reaches."""
    ratings = field.ratings()
    heights = np.maximum.accumulate([ratings[spec].mean for spec, _, _ in scale])
    step = min(STEP, (ratings[top].mean - heights[0]) / (len(LEVELS) - 1))
    targets = [ratings[top].mean - step * below for below in range(len(LEVELS) - 1, 0, -1)]
    chosen: list[str] = []
    for target in targets:
        spec = at_height(scale, heights, target)
        if spec in chosen:  # nobody else reaches so high: the ladder has its gap above
            spec = at_height(scale, heights, (target - step + heights[-1]) / 2)
        chosen.append(spec)
    return [*chosen, top]


def at_height(scale: Scale, heights: np.ndarray, target: float) -> str:
    """Who on the scale is as strong as that: an amateur between two of a kind, else the nearer one."""
    for (low, high), (lower, upper) in zip(pairwise(heights), pairwise(scale), strict=True):
        if target <= high:
            part = float(np.clip((target - low) / max(high - low, 1e-9), 0.0, 1.0))
            if lower[1] == upper[1]:
                return amateur(upper[1], lower[2] + part * (upper[2] - lower[2]))
            return upper[0] if part > 0.5 else lower[0]
    return scale[-1][0]


def play_levels(field: Field, levels: Sequence[str]) -> None:
    """The levels among themselves, and each mark with those who are about as strong."""
    field.play_neighbours(levels)
    for mark in (*MARKS, *["expert"] * (field.run.iterations >= EXPERT)):
        if mark not in levels:
            ratings = field.ratings()
            weaker = levels[0] if mark == "greedy" else levels[2]
            others = [spec for spec in (weaker, *levels[1:-1], "planner") if spec != mark and spec in ratings]
            field.play(mark, *dict.fromkeys(others[: field.players - 1]))


def measure(run: StudyRun, board: Board, players: int) -> Sequence[StudyTable]:
    field = Field(run, board, players)
    scale = play_scale(field)
    top = play_searches(field, scale)
    levels = choose(field, scale, top)
    play_levels(field, levels)
    run.ledger.tell(total(run.games, players) - field.games)
    ratings = field.ratings()
    shift = MEAN - float(np.mean([ratings[spec].mean for spec in levels]))

    def shifted(spec: str) -> Estimate:
        found = ratings[spec]
        return Estimate(found.mean + shift, found.low + shift, found.high + shift)

    names = [f"{level.name}: {spec}" for level, spec in zip(LEVELS, levels, strict=True)]
    others = {spec: shifted(spec) for spec in field.specs if spec not in levels}
    rated = dict(zip(names, map(shifted, levels), strict=True))
    wins = {
        (names[n], "wins"): field.play(*levels[n - players + 1 : n + 1][::-1]) for n in range(players - 1, len(levels))
    }
    return [
        StudyTable(RATINGS, beside({(name, "rating"): found for name, found in rated.items()}), digits=0),
        StudyTable(OTHERS, beside({(spec, "rating"): found for spec, found in others.items()}), digits=0),
        StudyTable("Games won at a table with those just below, %", beside(wins), digits=1, percent=True),
    ]


def total(games: int, players: int) -> int:
    """At most so many: who plays depends on what is found, and who searches plays fewer."""
    neighbours = len(SKILLS) + 3
    tables = 1 + (2 if players == 2 else 1) * neighbours + len(SEARCHES) + len(LEVELS) - 1 + len(MARKS) + 1
    return tables * whole_deals(max(games, games_per_deal(players)), players)


def levels_on(board: str, players: int = PLAYERS) -> Study:
    """The study on one board with so many players."""
    loaded = load_board(board)
    least, most = loaded.rules.players
    if not max(2, least) <= players <= most:
        raise UnknownStudy(f"{loaded.name} is played by {least} to {most}, and ratings need two or more")
    return Study(
        name=NAME,
        title=f"The six levels on {loaded.name}, {players} players",
        source="ours: levels should be evenly spaced",
        board=board,
        games=GAMES,
        iterations=ITERATIONS,
        measure=lambda run: measure(run, loaded, players),
        total=partial(total, players=players),
        unshipped="agents/ladder/ratings.json has the levels of all boards",
        options=("--board", board, "--players", str(players)),
        remarks=(
            "A draw counts half for each. The mean of the six ratings is 2100 on every board.",
            f"Where somebody searches, {FEWER} times fewer games are played. The strongest level thinks for a time; "
            "here it searches with the iterations above.",
        ),
    )


STUDIES = (levels_on("small"),)
