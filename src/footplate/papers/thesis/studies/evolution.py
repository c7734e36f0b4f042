"""What the thesis leaves open of its Evolution Strategies, tried: noise, step, networks, first weights, and choice.

The curves of its Figure A-1 begin near 2 and end near 4, and its tables have the games of three networks that evolved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import product

import numpy as np

from footplate.agents import make_agent
from footplate.agents.learned.network import load_network
from footplate.arena.statistics import mean_estimate
from footplate.boards import load_board
from footplate.learning.runs import NETWORK, Run
from footplate.learning.settings import Plan
from footplate.papers.thesis.studies.heuristics import BOTS, PUBLISHED_GAMES, as_first
from footplate.papers.thesis.studies.learning import play_on
from footplate.papers.thesis.studies.seeds import RECIPES, Key, folder_of, games_to_learn, plan_of
from footplate.papers.thesis.studies.suites import COMPLETE, INCOMPLETE, READ_OFF, SUITES
from footplate.papers.thesis.training.methods import ESSettings
from footplate.studies.published import share
from footplate.studies.study import Cell, Printed, Study, StudyRun, StudyTable, Training
from footplate.studies.trained import spec_of, train_all

DEVIATIONS, STEPS = (0.3, 1.0, 3.0), (0.03, 0.1, 0.3)  # the thesis's ε and α
ALONE: Key = ("es-solitaire", INCOMPLETE)
DUELISTS: dict[Key, tuple[int, str]] = {  # networks: the suite and the name under which the thesis prints their games
    ("es-supervised", COMPLETE): (0, "SupervisedES"),
    ("es-self-play", COMPLETE): (0, "SelfplayES"),
    ("es-supervised", INCOMPLETE): (1, "IncompleteES"),
}
BEGINS, ENDS = 2.0, 4.0  # of Figure A-1's curve, read off


@dataclass(frozen=True)
class Numbers:
    """What the thesis leaves open: its ε and α, and more. Its step is α / (ε N) x noise of deviation ε; ours is for
    noise of deviation 1."""

    deviation: float
    step: float
    networks: int = 20  # of a generation
    initial: float = 0.1  # of the last layer's first weights
    temperature: float = 1.0  # 0: the most probable action, while learning and after it

    def __str__(self) -> str:
        words = f"ε {self.deviation:g}, α {self.step:g}"
        if self.networks != 20:
            words += f", {self.networks} networks"
        if self.initial != 0.1:
            words += f", first weights of {self.initial:g}"
        return words + ", most probable actions" * (self.temperature == 0)

    def plan(self, key: Key, seed: int, training: Training) -> Plan:
        plan = plan_of(RECIPES[key], key[1], seed, training, evaluation_games=4)
        assert isinstance(plan.settings, ESSettings)
        changed = replace(
            plan.settings, deviation=self.deviation, learning_rate=self.step * self.deviation,
            networks=self.networks, initial=self.initial, temperature=self.temperature,
        )  # fmt: skip
        return replace(plan, settings=changed)

    def folder(self, key: Key) -> str:
        """The name of its runs, before the seed."""
        is_plain = self == Numbers(self.deviation, self.step)
        tried = "-".join(f"{number:g}" for number in astuple(self)[: 2 if is_plain else 5])
        return f"{folder_of(key)}-{tried}"


ALL_NUMBERS = tuple(Numbers(*pair) for pair in product(DEVIATIONS, STEPS))
PRESET = Numbers(1.0, 0.03)
MORE_NUMBERS = (
    PRESET,
    replace(PRESET, step=0.05),
    replace(PRESET, step=0.07),
    replace(PRESET, networks=100),
    replace(PRESET, initial=1.0),
    replace(PRESET, initial=3.0),
    replace(PRESET, temperature=0.0),
    replace(PRESET, temperature=0.0, step=0.1),
)


@dataclass(frozen=True)
class Trials:
    """Networks evolved with each of some numbers, and their games beside the printed figures."""

    study: str
    numbers: Sequence[Numbers]

    def measure(self, run: StudyRun) -> list[StudyTable]:
        names = {(numbers, key): numbers.folder(key) for numbers, key in self.networks}

        def plan(network: tuple[Numbers, Key], seed: int) -> Plan:
            return network[0].plan(network[1], seed, run.training)

        runs = train_all(names, plan, games_to_learn, f"footplate study run {self.study}", run)
        curve, wins, rewards = [], [], []
        for numbers in self.numbers:
            first, last = (
                mean_estimate(np.array([_score(one, place) for one in runs[numbers, ALONE]])) for place in (0, -1)
            )
            curve.append(Cell(str(numbers), "first generation", first, Printed(BEGINS, READ_OFF)))
            curve.append(Cell(str(numbers), "last generations", last, Printed(ENDS, READ_OFF)))
            for key, (suite_number, name) in DUELISTS.items():
                suite = SUITES[suite_number]
                printed = dict(zip(suite.opponents, suite.wins[name], strict=True))
                earned = dict(zip(suite.opponents, suite.rewards[name], strict=True))
                for bot in BOTS:
                    duels = [_duel(one, suite.board, bot, run, numbers.temperature) for one in runs[numbers, key]]
                    won, own = np.array(duels).T.copy()
                    theirs, column = share(printed[bot] / PUBLISHED_GAMES, PUBLISHED_GAMES), f"{name} against {bot}"
                    wins.append(Cell(str(numbers), column, mean_estimate(won), theirs))
                    rewards.append(Cell(str(numbers), column, mean_estimate(own), Printed(earned[bot][0])))
        title = "10 games a network, 100 generations"
        return [
            StudyTable(f"Figure A-1: reward in T2R-Solitaire while ES learns; {title}", tuple(curve)),
            StudyTable(f"Tables 5.2 and 5.3: wins of the first player, %; {title}", tuple(wins), 1, percent=True),
            StudyTable(f"Tables A.1 and A.2: mean rewards of the first player; {title}", tuple(rewards)),
        ]

    @property
    def networks(self) -> Iterator[tuple[Numbers, Key]]:
        return product(self.numbers, (ALONE, *DUELISTS))

    def total(self, games: int, training: Training) -> int:
        learned = sum(games_to_learn(numbers.plan(key, 0, training)) for numbers, key in self.networks)
        return training.seeds * (learned + len(self.numbers) * len(DUELISTS) * len(BOTS) * 2 * games)


def _score(run: Run, place: int) -> float:
    """The mean reward of the games of the first generation, or of the last ten."""
    some = run.history.iterations[:1] if place == 0 else run.history.iterations[-10:]
    return float(np.mean(np.array([progress.score for progress in some], np.float64)))


def _duel(learned: Run, board: str, bot: str, run: StudyRun, temperature: float) -> tuple[float, float]:
    """(Share of wins, mean reward) of a network as the first player."""
    name = f"{spec_of(learned)} on {board}"
    agent = play_on(load_network(learned.path / NETWORK), load_board(board), name, temperature)
    results = run.ledger.play_series(board, agent, [make_agent(bot)], 2 * run.games, run.seed, agent.name).results
    duel = as_first(results)
    return float(duel.shares.mean()), float(duel.rewards[:, 0].mean())


def _study(trials: Trials, title: str, games: int, seeds: int, takes: str, remark: str) -> Study:
    return Study(
        name=trials.study,
        title=title,
        source="MIT thesis, Figure A-1 and Tables 5.2, 5.3, A.1 and A.2 (its ES players against its heuristics)",
        board="t2r",
        games=games,
        measure=trials.measure,
        total=trials.total,
        takes=takes,
        training=Training(steps=10_000_000, seeds=seeds, checkpoints=1),
        remarks=(
            "The thesis prints its algorithm (standardised rewards, independent noise) and 100 generations. It prints "
            "neither ε nor α, nor how many networks a generation has and how many games each plays.",
            "Intervals: how the networks of the seeds differ.",
            remark,
        ),
    )


STUDIES = (
    _study(
        Trials("thesis-evolution", ALL_NUMBERS), "Noise and step of Evolution Strategies on T2R", 500, 3,
        "3 min 39 s on 16 cores",
        "`footplate train es --preset thesis` has the numbers whose curve of solitaire ends nearest to the printed "
        "one, of those with the smaller noise if two are as near. A generation has 20 networks.",
    ),
    _study(
        Trials("thesis-evolution-more", MORE_NUMBERS),
        "Evolution Strategies on T2R: steps between, more networks, first weights, most probable actions", 200, 2,
        "a quarter of an hour on one core",
        "20 networks a generation and first weights of 0.1, unless a row says otherwise: with 0.1 a new network "
        "chooses nearly evenly. With most probable actions networks learn and play by these.",
    ),
)  # fmt: skip
