"""Yang et al.: which of the rules that the paper leaves open fit its networks' figures (Figures 5, 8 and 12).

Most of its figures are of networks. Two are trained on each set of rules: against the adversarial heuristic and by
self-play. They play the six heuristics, and each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np

from footplate.arena.deals import whole_deals
from footplate.arena.statistics import Estimate
from footplate.learning.settings import Plan
from footplate.papers.yang.studies import printed
from footplate.papers.yang.studies.figures import led, mean_of, player_1_won, scored, won
from footplate.papers.yang.studies.heuristics import BOTS
from footplate.papers.yang.studies.learning import WHOLE, Experiment, games_of_plan, games_to_learn
from footplate.papers.yang.studies.rules import YANG, OpenRules, games_in_steps
from footplate.papers.yang.studies.timed import play_timed
from footplate.studies.published import beside, highest, lowest
from footplate.studies.study import Study, StudyRun, StudyTable, Training, few_games_of
from footplate.studies.trained import spec_of, train_all

SCHEMES = ("adversarial", "self-play")
SETS = (
    OpenRules(),
    OpenRules(initial_cards=3),
    OpenRules(initial_cards=2),
    YANG,
    replace(YANG, tickets=(1, 1)),
    replace(YANG, initial_cards=0),
)
RATES = {f"win rate, {scheme}": printed.WIN_RATES[scheme, "win rate"] for scheme in SCHEMES}
RATES["player 1"] = printed.ROBIN_EVEN["all", "player 1"]
SCORES = {
    "games, lowest": printed.GAMES[0],
    "games, highest": printed.GAMES[1],
    "score, self-play": printed.SCORES["self-play", "score"],
}


LOOKED_AT_LITTLE = replace(WHOLE, evaluation_games=2)


@dataclass(frozen=True)
class Comparison:
    """Networks of two schemes on each of some sets of rules."""

    sets: Sequence[OpenRules]
    bots: Sequence[str]
    timed_games: int = 400
    experiment: Experiment = LOOKED_AT_LITTLE  # whose plans are followed, on other boards

    def measure(self, run: StudyRun) -> Iterator[StudyTable]:
        folder = run.runs / "boards"
        folder.mkdir(parents=True, exist_ok=True)
        boards = {rules: _board_file(rules, folder) for rules in self.sets}

        def plan_of(place: tuple[OpenRules, str], seed: int) -> Plan:
            plan = self.experiment.plan(place[1], seed, run.training)
            return replace(plan, task=replace(plan.task, board=str(boards[place[0]])))

        names = {(rules, scheme): f"{_file(rules)}-{scheme}" for rules, scheme in product(self.sets, SCHEMES)}
        command = f"footplate study run yang-rule-networks --steps {run.training.steps}"
        trained = train_all(names, plan_of, games_of_plan, command, run)
        rates: dict[tuple[str, str], Estimate] = {}
        scores: dict[tuple[str, str], Estimate] = {}
        for rules in self.sets:
            row, board = str(rules), rules.board()
            agents = {scheme: [spec_of(network) for network in trained[rules, scheme]] for scheme in SCHEMES}
            lengths = []
            for seated in zip(*agents.values(), strict=True):
                run.ledger.tell(whole_deals(self.timed_games, 2))
                games = play_timed(board, seated, self.timed_games, run.seed)
                lengths.append([games.steps[games.is_first[:, k], k].astype(float) for k in (0, 1)])
            counts = [games_in_steps(np.concatenate(by_seed)) for by_seed in zip(*lengths, strict=True)]
            scores[row, "games, lowest"], scores[row, "games, highest"] = lowest(counts), highest(counts)
            for scheme, networks in agents.items():
                by_seed = [[run.play(board, network, bot) for bot in self.bots] for network in networks]
                rates[row, f"win rate, {scheme}"] = mean_of(by_seed, won)
                scores[row, f"score, {scheme}"] = mean_of(by_seed, scored)
                scores[row, f"lead, {scheme}"] = mean_of(by_seed, led)
            robin = [[run.play(board, *seated)] for seated in zip(*agents.values(), strict=True)]
            rates[row, "player 1"] = mean_of(robin, player_1_won)
        for title, ours, theirs, percent in (
            ("Two networks on each set of rules: games in 30,000 steps, scores and leads", scores, SCORES, False),
            ("Two networks on each set of rules: wins over the heuristics, and of player 1, %", rates, RATES, True),
        ):
            beside_ours = {place: theirs[place[1]] for place in ours if place[1] in theirs}
            yield StudyTable(title, beside(ours, beside_ours), digits=1, percent=percent, reference="printed")

    def total(self, games: int, training: Training) -> int:
        matches = (len(SCHEMES) * len(self.bots) + 1) * games + whole_deals(self.timed_games, 2)
        return training.seeds * len(self.sets) * (matches + len(SCHEMES) * games_to_learn(training))


def _file(rules: OpenRules) -> str:
    """A name for the rules' board and runs."""
    dealt, kept = rules.tickets
    return f"{rules.end_trains}-trains-{rules.initial_cards}-cards-{kept}-of-{dealt}-tickets"


def _board_file(rules: OpenRules, folder: Path) -> Path:
    path = folder / f"{_file(rules)}.json"
    path.write_text(replace(rules.board(), name=_file(rules)).to_json() + "\n", encoding="utf-8")
    return path


COMPARISON = Comparison(SETS, BOTS)
FEW = Comparison(SETS[:1], BOTS[:2], timed_games=10)


STUDIES = (
    Study(
        name="yang-rule-networks",
        title="The rules that Yang et al. leave open, by two networks on each of six sets",
        source="Yang et al. 2023, Figures 5, 8 and 12 (the text prints some values and ranges of them)",
        board="small",
        games=400,
        measure=COMPARISON.measure,
        total=COMPARISON.total,
        training=Training(steps=500_000, seeds=1, checkpoints=1),
        shorten=few_games_of(FEW),
        remarks=(
            "Theirs learned for a million steps. Their score of adversarial is one of 13.8 to 14.2, and its lead and"
            " self-play's are above 4.9.",
            "Games: in 30,000 decisions of player 1; theirs of eight networks, ours of these two against each other.",
            "Of one seed intervals say how its deals differ; networks of other seeds differ by more.",
        ),
    ),
)
