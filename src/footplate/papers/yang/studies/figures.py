"""The tables of Figures 4 to 12 of Yang et al., from the matches of networks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from footplate.arena.results import MatchResult
from footplate.arena.statistics import Estimate, mean_estimate, share_estimate
from footplate.papers.yang.studies import printed
from footplate.papers.yang.studies.heuristics import PRINTED as RANDOM_PLAYERS
from footplate.papers.yang.studies.rules import games_in_steps
from footplate.studies.findings import Claim, apart
from footplate.studies.published import Place, beside, highest, lowest
from footplate.studies.study import Cell, Printed, StudyTable

Floats = npt.NDArray[np.float64]
Matches = Sequence[Sequence[MatchResult]]  # by training seed; those of one seed are played on the same deals
Figure = Callable[[MatchResult], Floats]  # a figure of the first agent's, by deal


def won(match: MatchResult) -> Floats:
    """A draw counts as half a win."""
    shares: Floats = match.results.by_deal(match.results.shares)[:, 0]
    return shares


def _won_first(match: MatchResult, agent: int = 0) -> Floats:
    """In the game of each deal in which the agent is player 1."""
    shares: Floats = match.results.shares[match.results.seat_of[:, agent] == 0, agent]
    return shares


def _other_won_first(match: MatchResult) -> Floats:
    return _won_first(match, 1)


def player_1_won(match: MatchResult) -> Floats:
    return (_won_first(match) + _other_won_first(match)) / 2


def scored(match: MatchResult) -> Floats:
    scores: Floats = match.results.by_deal(match.results.totals)[:, 0]
    return scores


def led(match: MatchResult) -> Floats:
    return scored(match) - match.results.by_deal(match.results.totals)[:, 1]


def mean_of(by_seed: Matches, figure: Figure) -> Estimate:
    """Over all matches. Of several seeds the interval says how networks differ, of one how its deals do."""
    deals = [np.mean([figure(match) for match in matches], axis=0) for matches in by_seed]
    if len(deals) > 1:
        return mean_estimate(np.array([values.mean() for values in deals]))
    return mean_estimate(deals[0]) if figure in (scored, led) else share_estimate(deals[0])


def _span(row: str, column: str, ours: Sequence[Estimate], theirs: Sequence[Printed]) -> tuple[Cell, ...]:
    """The lowest and the highest of several, if there are any."""
    places = (row, f"{column}, lowest"), (row, f"{column}, highest")
    ends = (lowest(ours), highest(ours)) if ours else ()
    return beside(dict(zip(places, ends, strict=False)), dict(zip(places, theirs, strict=True)))


Against = Mapping[Place, Sequence[MatchResult]]  # by scheme and heuristic


def _per_seed(against: Against, schemes: Iterable[str], bots: Iterable[str]) -> Matches:
    """The matches of these, for each seed."""
    return list(zip(*(against[pair] for pair in product(schemes, bots)), strict=True))


def _names(against: Against) -> tuple[list[str], list[str]]:
    """(schemes, heuristics)"""
    schemes, bots = zip(*against, strict=True)
    return list(dict.fromkeys(schemes)), list(dict.fromkeys(bots))


def over_heuristics(against: Against) -> Iterator[StudyTable]:
    schemes, bots = _names(against)
    every = {scheme: _per_seed(against, [scheme], bots) for scheme in schemes}
    rates = {(scheme, "win rate"): mean_of(matches, won) for scheme, matches in every.items()}
    scores = {(scheme, "score"): mean_of(matches, scored) for scheme, matches in every.items()}
    leads = {(scheme, "lead"): mean_of(matches, led) for scheme, matches in every.items()}
    but_random = [rate for (scheme, _), rate in rates.items() if scheme != "random"]
    cells = beside(rates, printed.WIN_RATES) + _span(
        "all but random", "win rate", but_random, printed.WIN_RATES_BUT_RANDOM
    )
    title, claims = "Figure 8: win rate over the six heuristics, %", most_wins(rates)
    yield StudyTable(title, cells, digits=1, percent=True, claims=claims)
    others = [score for place, score in scores.items() if place not in printed.SCORES]
    cells = beside(scores, printed.SCORES) + _span("the other six", "score", others, printed.OTHER_SCORES)
    yield StudyTable("Figure 5: mean score over the six heuristics", cells)
    leads["all but random", "lead, lowest"] = lowest(
        lead for place, lead in leads.items() if place not in printed.LEADS
    )
    yield StudyTable("Figure 5: mean score less the heuristics'", beside(leads, printed.LEADS))


def most_wins(rates: Mapping[Place, Estimate]) -> tuple[Claim, ...]:
    """That the adversarial one wins more than each other; networks of several schemes have nothing in common."""
    best = rates.get(("adversarial", "win rate"))
    return tuple(
        apart(f"adversarial wins more over the heuristics than {scheme}", best, rate)
        for (scheme, column), rate in rates.items()
        if best and column == "win rate" and scheme in printed.SCHEMES and scheme != "adversarial"
    )


def ahead_of_all(both: Mapping[Place, Estimate]) -> tuple[Claim, ...]:
    """That self-play wins more than half of its games against each other."""
    return tuple(
        Claim(f"self-play is ahead of {other}", Estimate(rate.mean - 0.5, rate.low - 0.5, rate.high - 0.5))
        for (one, other), rate in both.items()
        if one == "self-play" and other in printed.SCHEMES
    )


def in_runs(by_choice: Mapping[str, Mapping[Place, Floats]]) -> Iterator[StudyTable]:
    """Figures 8 and 5 as the paper measures them, by how networks choose: 30 runs of 1,000 steps against each."""
    for k, (title, theirs, percent) in enumerate(
        (
            ("Figure 8 in 30 runs of 1,000 steps: win rate over the six heuristics, %", printed.WIN_RATES, True),
            ("Figure 5 in 30 runs of 1,000 steps: mean score over the six heuristics", printed.SCORES, False),
        )
    ):
        ours = {
            (scheme, choice): _over_runs([runs for (one, _), runs in by_place.items() if one == scheme], k)
            for choice, by_place in by_choice.items()
            for scheme in dict.fromkeys(scheme for scheme, _ in by_place)
        }
        beside_both = {(scheme, choice): figure for (scheme, _), figure in theirs.items() for choice in by_choice}
        yield StudyTable(title, beside(ours, beside_both), digits=1, percent=percent)


def _over_runs(by_bot: Sequence[Floats], k: int) -> Estimate:
    """The mean over heuristics of one of their two figures; the interval is of the runs."""
    n = min(map(len, by_bot))
    return mean_estimate(np.mean([runs[:n, k] for runs in by_bot], axis=0))


def untrained(by_choice: Mapping[str, Mapping[str, Sequence[MatchResult]]]) -> StudyTable:
    """Figure 7: the heuristics against networks before training, by how these choose."""
    cells: tuple[Cell, ...] = ()
    for choice, by_bot in by_choice.items():
        rates = {bot: mean_of([[match] for match in matches], won) for bot, matches in by_bot.items()}
        cells += beside({(bot, choice): rate for bot, rate in rates.items()})
        ends = {("lowest", choice): lowest(rates.values()), ("highest", choice): highest(rates.values())}
        theirs = {(row, choice): figure for (row, _), figure in RANDOM_PLAYERS.items()}
        cells += beside(ends, theirs)
    title = "Figure 7: win rate of heuristics against networks before training, %"
    return StudyTable(title, cells, digits=1, percent=True)


def by_heuristic(against: Against) -> Iterator[StudyTable]:
    schemes, bots = _names(against)
    rates, scores = (
        {pair: mean_of(_per_seed(against, [pair[0]], [pair[1]]), figure) for pair in against}
        for figure in (won, scored)
    )
    cells = beside(rates)
    for scheme, ends in printed.MATCH_WIN_RATES_OF.items():
        cells += _span(scheme, "any", [rates[scheme, bot] for bot in bots], ends)
    yield StudyTable("Figure 10: win rate against each heuristic, %", cells, digits=1, percent=True)
    cells = beside(scores)
    for scheme, ends in printed.MATCH_SCORES_OF.items():
        cells += _span(scheme, "any", [scores[scheme, bot] for bot in bots], ends)
    cells += _span("all", "any", list(scores.values()), printed.MATCH_SCORES)
    yield StudyTable("Figure 9: mean score against each heuristic", cells)
    pool = {("all eight", bot): mean_of(_per_seed(against, schemes, [bot]), won) for bot in bots}
    others = [rate for place, rate in pool.items() if place not in printed.AGAINST]
    cells = beside(pool, printed.AGAINST) + _span("all eight", "others", others, printed.AGAINST_OTHERS)
    yield StudyTable("Figure 11: win rate of all eight together, %", cells, digits=1, percent=True)


def round_robin(robin: Mapping[Place, Sequence[MatchResult]], schemes: Sequence[str]) -> Iterator[StudyTable]:
    """The rows' win rates as player 1, which the paper prints, and in both seats."""
    first, both = {}, {}
    for (one, other), found in robin.items():
        matches = [[match] for match in found]
        first[one, other], first[other, one] = mean_of(matches, _won_first), mean_of(matches, _other_won_first)
        rate = mean_of(matches, won)
        both[one, other], both[other, one] = rate, Estimate(1 - rate.mean, 1 - rate.high, 1 - rate.low)
    every = list(zip(*robin.values(), strict=True))  # by seed
    player_1 = beside({("all", "player 1"): mean_of(every, player_1_won)}, printed.ROBIN_EVEN)
    for title, rates, more, claims in (
        ("Figure 12: round robin, win rate of player 1, %", first, player_1, ()),
        ("Figure 12 in both seats: round robin, win rate, %", both, (), ahead_of_all(both)),
    ):
        ordered = {pair: rates[pair] for pair in permutations(schemes, 2)}
        yield StudyTable(title, _robin_cells(ordered) + more, digits=1, percent=True, claims=claims)


def _robin_cells(rates: Mapping[Place, Estimate]) -> tuple[Cell, ...]:
    own = [rate for (one, _), rate in rates.items() if one == "self-play"]
    rest = [rate for (one, other), rate in rates.items() if one == "random" and other != "action-eval"]
    among = [rate for pair, rate in rates.items() if not {"self-play", "random"} & set(pair)]
    return (
        *beside(rates, printed.ROBIN),
        *_span("self-play", "any", own, printed.SELF_PLAY_ROBIN),
        *beside({("random", "but action-eval, highest"): highest(rest)}, printed.ROBIN),
        *_span("the other six", "each other", among, printed.OTHERS_ROBIN),
    )


def games_of(lengths: Mapping[Place, Sequence[Floats]]) -> StudyTable:
    """How many games there are in 30,000 steps of player 1, which the rows are."""
    games = {}
    for (one, other), by_seed in lengths.items():
        mine, theirs = np.concatenate(by_seed, axis=1)
        games[one, other], games[other, one] = games_in_steps(mine), games_in_steps(theirs)
    cells = beside(games) + _span("all", "any", list(games.values()), printed.GAMES)
    return StudyTable("Figure 12: games in 30,000 steps of player 1", cells, digits=0)
