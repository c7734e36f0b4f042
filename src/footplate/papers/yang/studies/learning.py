"""Yang et al.: eight ways of training a network, against six heuristics and against each other (Figures 4 to 12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from typing import cast

import numpy as np
import numpy.typing as npt

from footplate.agents.learned.agent import play_network
from footplate.agents.learned.network import Network
from footplate.arena.deals import whole_deals
from footplate.arena.results import MatchResult
from footplate.boards import load_board
from footplate.learning.runs import Run
from footplate.learning.settings import PPO, Plan, RunSettings, Task
from footplate.learning.training import trainer_of
from footplate.papers.yang.studies.curves import learning_curves
from footplate.papers.yang.studies.figures import (
    by_heuristic,
    games_of,
    in_runs,
    over_heuristics,
    round_robin,
    untrained,
)
from footplate.papers.yang.studies.heuristics import BOARD, BOTS
from footplate.papers.yang.studies.printed import SCHEMES
from footplate.papers.yang.studies.timed import RUN_GAMES, Timed, play_timed
from footplate.studies.published import Place
from footplate.studies.study import Study, StudyRun, StudyTable, Training, few_games_of
from footplate.studies.trained import spec_of, train_all

Floats = npt.NDArray[np.float64]

CHOICES = {"most probable": 0, "by chance": 1}  # how a network chooses its action, and at which temperature
_STEPS_A_GAME = 14  # by which the progress bar counts training


@dataclass(frozen=True)
class Experiment:
    """Networks by who they learn from, measured against heuristics and against each other."""

    schemes: Mapping[str, str]
    bots: Sequence[str]
    evaluation_games: int = 200  # against each heuristic at a checkpoint
    timed_games: int = 200  # of each pair, whose steps are counted
    run_games: int = RUN_GAMES  # of each network with each heuristic, for runs of 1,000 steps

    def measure(self, run: StudyRun) -> Iterator[StudyTable]:
        command = f"footplate study run yang-learning --steps {run.training.steps}"
        names = {scheme: scheme for scheme in self.schemes}
        trained = train_all(names, partial(self.plan, training=run.training), games_of_plan, command, run)
        against = {
            (scheme, bot): [run.play(BOARD, spec_of(network), bot) for network in networks]
            for scheme, networks in trained.items()
            for bot in self.bots
        }
        yield from over_heuristics(against)
        yield from in_runs({choice: self._in_runs(run, trained, heat) for choice, heat in CHOICES.items()})
        yield from learning_curves(trained)
        yield untrained({choice: self._untrained(run, heat) for choice, heat in CHOICES.items()})
        yield from by_heuristic(against)
        robin: dict[Place, list[MatchResult]] = {}
        lengths: dict[Place, list[Floats]] = {}
        for one, other in combinations(trained, 2):
            seated = [tuple(map(spec_of, both)) for both in zip(trained[one], trained[other], strict=True)]
            robin[one, other] = [run.play(BOARD, *agents) for agents in seated]
            lengths[one, other] = [self._lengths(run, agents) for agents in seated]
        yield from round_robin(robin, list(trained))
        yield games_of(lengths)

    def _in_runs(self, run: StudyRun, trained: Mapping[str, Sequence[Run]], heat: int) -> dict[Place, Floats]:
        """Win rate and score by scheme and heuristic and by run of 1,000 steps, of the first seed's networks."""

        def measured(place: Place) -> Floats:
            scheme, bot = place
            agents = spec_of(trained[scheme][0], heat), bot
            return self._timed(run, "runs", agents, self.run_games, Timed.in_runs).reshape(-1, 2)

        places = list(product(trained, self.bots))
        return dict(zip(places, run.ledger.side_by_side(measured, places), strict=True))

    def _untrained(self, run: StudyRun, heat: int) -> dict[str, list[MatchResult]]:
        """Each heuristic against the networks before training, which are the same in all schemes."""
        scheme, seeds = next(iter(self.schemes)), range(run.seed, run.seed + run.training.seeds)
        new = [cast(Network, trainer_of(self.plan(scheme, seed, run.training)).network()) for seed in seeds]
        return {
            bot: [
                run.ledger.play_to_look(BOARD, [bot, play_network(network, "untrained", heat)], run.games, run.seed)
                for network in new
            ]
            for bot in self.bots
        }

    def _lengths(self, run: StudyRun, agents: tuple[str, ...]) -> Floats:
        """Steps of player 1, by who that is and by deal."""

        def count(games: Timed) -> Floats:
            steps = games.steps.astype(np.float64)
            return np.array([steps[games.is_first[:, agent], agent] for agent in (0, 1)])

        return self._timed(run, "steps", agents, self.timed_games, count).reshape(2, -1)

    def _timed(
        self, run: StudyRun, what: str, agents: tuple[str, ...], games: int, find_out: Callable[[Timed], Floats]
    ) -> Floats:
        """Figures of a match with its steps, which the ledger keeps."""
        played = whole_deals(games, 2)

        def play() -> list[float]:
            if run.ledger.is_stopped:
                raise KeyboardInterrupt
            figures = find_out(play_timed(load_board(BOARD), agents, games, run.seed))
            run.ledger.tell(played)
            return [float(figure) for figure in figures.ravel()]

        return np.array(run.ledger.keep(f"{what} of {agents} on the deals of {run.seed}", played, play))

    def plan(self, scheme: str, seed: int, training: Training) -> Plan:
        """The paper's settings, with its evaluation on the way."""
        paper = PPO.presets["paper"]
        task = {**paper.task, "opponents": (self.schemes[scheme],), "seed": seed}
        run = RunSettings(
            steps=training.steps,
            evaluate=tuple(self.bots),
            evaluate_every=max(1, training.steps // training.checkpoints),
            evaluate_games=self.evaluation_games,
        )
        return Plan(PPO.name, Task(**task), PPO.settings(**paper.settings), run)

    def total(self, games: int, training: Training) -> int:
        n, bots = len(self.schemes), len(self.bots)
        pairs = n * (n - 1) // 2
        matches = (n * bots + pairs + len(CHOICES) * bots) * games + pairs * whole_deals(self.timed_games, 2)
        in_runs = len(CHOICES) * n * bots * whole_deals(self.run_games, 2)  # of one seed
        return in_runs + training.seeds * (matches + n * games_to_learn(training))


WHOLE = Experiment(SCHEMES, BOTS)
SHORT = Experiment(SCHEMES, BOTS, evaluation_games=10, timed_games=10, run_games=160)


def games_to_learn(run: Training | RunSettings) -> int:
    return (run.steps or 0) // _STEPS_A_GAME


def games_of_plan(plan: Plan) -> int:
    return games_to_learn(plan.run)


STUDIES = (
    Study(
        name="yang-learning",
        title="Eight ways of training a network, against six heuristics and each other",
        source="Yang et al. 2023, Figures 4 to 6 and 8 to 12 (the text prints some values and ranges of them)",
        board=BOARD,
        games=2_000,
        measure=WHOLE.measure,
        total=WHOLE.total,
        training=Training(steps=100_000, seeds=1, checkpoints=10),
        shorten=few_games_of(SHORT),
        takes="minutes; as published an hour of one core to train",
        remarks=(
            "As published: --steps 1000000 --seeds 5 --checkpoints 100. A few steps give weaker networks.",
            "A draw counts as half a win; the paper doesn't mention draws. Each deal is played with both seats.",
            "Networks play their most probable action; the paper doesn't say whether theirs chose by chance.",
            "The 30 runs of 1,000 steps, and the steps of Figure 12's games, are as the paper has them; the runs are of"
            " the first seed's networks.",
            "Player 1 moves first. Its steps are its decisions; a card is one, and so is the choice of first tickets.",
            "Intervals: of one seed how its deals differ, of several how the networks of the seeds differ.",
        ),
    ),
)
