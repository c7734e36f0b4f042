"""The MIT thesis's players, trained anew with several seeds: its tables with intervals that say how networks differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np

from footplate.agents.learned.network import Network, load_network
from footplate.arena.statistics import Estimate, mean_estimate
from footplate.learning.runs import NETWORK, Run
from footplate.learning.settings import SELF_PLAY, Method, Plan, RunSettings, Task
from footplate.papers.thesis.studies.heuristics import PUBLISHED_GAMES
from footplate.papers.thesis.studies.learning import EVERYTHING, Programme
from footplate.papers.thesis.studies.suites import COMPLETE, INCOMPLETE
from footplate.papers.thesis.training.methods import ES, REINFORCE
from footplate.studies.published import beside
from footplate.studies.study import Curve, Study, StudyRun, StudyTable, Training
from footplate.studies.trained import spec_of, train_all

Key = tuple[str, str]  # a network's name and the board on which it learned


@dataclass(frozen=True)
class Recipe:
    """How one of the thesis's networks is trained, as a command of ``footplate train`` says it."""

    method: Method
    opponents: tuple[str, ...]
    iterations: int
    preset: str = ""
    players: int = 2


_GREEDY, _SELF = ("greedy",), (SELF_PLAY,)
ARMS = {  # method, opponents and players
    ("pg-supervised", COMPLETE): (REINFORCE, _GREEDY, 2),
    ("pg-self-play", COMPLETE): (REINFORCE, _SELF, 2),
    ("pg-self-play", INCOMPLETE): (REINFORCE, _SELF, 2),
    ("es-supervised", COMPLETE): (ES, _GREEDY, 2),
    ("es-supervised", INCOMPLETE): (ES, _GREEDY, 2),
    ("es-self-play", COMPLETE): (ES, _SELF, 2),
    ("pg-solitaire", INCOMPLETE): (REINFORCE, _SELF, 1),
    ("es-solitaire", INCOMPLETE): (ES, _SELF, 1),
}
# As the thesis has it, Algorithms 1 and 2: no baseline, its decay as discount, for each method the same in all arms.
RECIPES = {
    key: Recipe(method, opponents, *((1000, "") if method is REINFORCE else (100, "thesis")), players)
    for key, (method, opponents, players) in ARMS.items()
}
# Ours, found arm by arm: what thesis-net:ours-… learned by.
_TUNED = {
    ("pg-supervised", COMPLETE): (300, "strong"),
    ("pg-self-play", COMPLETE): (1000, ""),
    ("pg-self-play", INCOMPLETE): (500, "strong"),
    ("es-supervised", COMPLETE): (150, ""),
    ("es-supervised", INCOMPLETE): (150, ""),
    ("es-self-play", COMPLETE): (150, ""),
    ("pg-solitaire", INCOMPLETE): (400, "strong"),
    ("es-solitaire", INCOMPLETE): (100, ""),
}
TUNED = {key: Recipe(method, opponents, *_TUNED[key], players) for key, (method, opponents, players) in ARMS.items()}


def plan_of(recipe: Recipe, board: str, seed: int, training: Training, evaluation_games: int = 100) -> Plan:
    method = recipe.method
    settings = method.presets[recipe.preset].settings if recipe.preset else {}
    task = {**method.task, "board": board, "players": (recipe.players,), "opponents": recipe.opponents, "seed": seed}
    run = RunSettings(
        steps=training.steps, iterations=recipe.iterations, evaluate_games=evaluation_games,
        evaluate_every=max(1, training.steps // training.checkpoints),
    )  # fmt: skip
    return Plan(method.name, Task(**{**task, "threads": 1}), method.settings(**settings), run)


@dataclass(frozen=True)
class _OfRuns:
    """The networks of one seed."""

    runs: Mapping[Key, Run]

    def spec(self, name: str, learned_on: str) -> str:
        return spec_of(self.runs[name, learned_on])

    def network(self, name: str, learned_on: str, players: int) -> Network:
        return load_network(self.runs[name, learned_on].path / NETWORK)


@dataclass(frozen=True)
class Repetition:
    """Networks trained with several seeds, and what is played with those of each."""

    recipes: Mapping[Key, Recipe]
    programme: Programme
    study: str = "thesis-seeds"
    evaluation_games: int = 100  # at a checkpoint

    def plan(self, key: Key, seed: int, training: Training) -> Plan:
        return plan_of(self.recipes[key], key[1], seed, training, self.evaluation_games)

    def measure(self, run: StudyRun) -> list[StudyTable]:
        names, command = {key: folder_of(key) for key in self.recipes}, f"footplate study run {self.study}"
        trained = train_all(names, partial(self.plan, training=run.training), games_to_learn, command, run)
        by_seed = [dict(zip(trained, runs, strict=True)) for runs in zip(*trained.values(), strict=True)]
        measured = [self.programme.measure(_OfRuns(its_runs), run) for its_runs in by_seed]
        tables = [_over_seeds(same) for same in zip(*measured, strict=True)]
        return [*tables, _learning_curves(by_seed, run.training.checkpoints)]

    def total(self, games: int, training: Training) -> int:
        learned = sum(games_to_learn(self.plan(key, 0, training)) for key in self.recipes)
        return training.seeds * (self.programme.total(games) + learned)


WHOLE = Repetition(RECIPES, EVERYTHING)
AS_OURS = Repetition(TUNED, EVERYTHING, "thesis-seeds-tuned")


def folder_of(key: Key) -> str:
    """The name of its runs, before the seed."""
    return "-".join(key).replace(":", "-")


def games_to_learn(plan: Plan) -> int:
    """As many as its iterations have, by which the progress bar counts training."""
    a_generation = plan.settings.games * (plan.settings.networks if plan.method == ES.name else 1)
    assert plan.run.iterations is not None
    return int(plan.run.iterations * a_generation)


def _over_seeds(tables: Sequence[StudyTable]) -> StudyTable:
    """One table of the same of all seeds; with several its intervals are those of the seeds. Pictures: the first's."""
    cells = [
        replace(same[0], ours=_mean([cell.ours for cell in same]))
        for same in zip(*(table.cells for table in tables), strict=True)
    ]
    claims = [
        replace(same[0], difference=_mean([claim.difference for claim in same]))
        for same in zip(*(table.claims for table in tables), strict=True)
    ]
    return replace(tables[0], cells=tuple(cells), claims=tuple(claims))


def _mean(same: Sequence[Estimate]) -> Estimate:
    """Over the seeds; figures in which no network has part are the same in all."""
    return mean_estimate(np.array([one.mean for one in same])) if len(set(same)) > 1 else same[0]


def _learning_curves(by_seed: Sequence[Mapping[Key, Run]], points: int) -> StudyTable:
    """Figures A-1 to A-4: the mean reward of the games that a network learned from, over the seeds."""
    ends, curves = {}, []
    for name, board in by_seed[0]:
        runs = [runs[name, board] for runs in by_seed]
        done = min(len(run.history.iterations) for run in runs)
        places = np.unique(np.linspace(0, done, min(points, done) + 1).astype(int))
        scores = np.array([[progress.score for progress in run.history.iterations[:done]] for run in runs], float)
        parts = [scores[:, first:last] for first, last in pairwise(places)]
        steps = [runs[0].history.iterations[last - 1].steps for last in places[1:]]
        title = f"{name} open" if board == COMPLETE else name
        curves.append(Curve(title, tuple(float(part.mean()) for part in parts), tuple(steps)))
        ends[title, "at the end"] = mean_estimate(parts[-1].mean(axis=1) if len(runs) > 1 else parts[-1][0])
    return StudyTable("Figures A-1 to A-4: mean reward while learning", beside(ends), curves=tuple(curves))


def _study(repetition: Repetition, title: str, takes: str, remark: str, unshipped: str = "") -> Study:
    return Study(
        name=repetition.study,
        title=f"REINFORCE and Evolution Strategies on T2R, {title}",
        source="MIT thesis, Tables 5.2 to 5.4, A.1, A.2 and Figures 5-2 to 5-7 and A-1 to A-4 (its trained players)",
        board="t2r",
        games=PUBLISHED_GAMES,
        measure=repetition.measure,
        takes=takes,
        unshipped=unshipped,
        total=repetition.total,
        training=Training(steps=10_000_000, seeds=5, checkpoints=50),
        remarks=(
            remark,
            "Intervals: of one seed how its games differ, of several how the networks of the seeds differ.",
            "The thesis prints neither its step sizes nor its batches, nor the noise and size of its populations; its "
            "map is a picture, and ours was fitted to the games of its heuristics.",
        ),
    )


STUDIES = (
    _study(
        WHOLE, "trained alike with several seeds", "60 min on 1 core to train, then 3 min 24 s on 16",
        "All networks of a method are trained alike, as in the thesis's Algorithms 1 and 2: 1,000 iterations of "
        "REINFORCE without a baseline, 100 generations of ES with independent noise and standardised rewards.",
    ),
    _study(
        AS_OURS, "trained as ours were, with several seeds", "75 min on 1 core",
        "Each network is trained by its command in docs/thesis.md, which differ in baseline, discount and iterations; "
        "--steps ends it before that.",
        "75 minutes of one core; thesis-learning-ours has the figures of one seed",
    ),
)  # fmt: skip
