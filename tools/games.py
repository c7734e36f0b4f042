"""Play on at a study that comes with a part of its games, and put what is whole into the package.

    make games ARGS="[NAME] [--step GAMES] [--minutes MINUTES]"

Every round adds so many games to each figure and ships the result and all games. Ctrl-C or the time ends it; the games
of the round that was not over stay in build/games/NAME and are not played again. Another machine goes on from what was
committed.
"""

from __future__ import annotations

import argparse
import signal
from pathlib import Path

from footplate.cli.study_reports import write_report
from footplate.files import write_whole
from footplate.studies.kept_games import FILE, read_games
from footplate.studies.registry import run_study, study_named
from footplate.studies.results import REPORT, SHELF, shipped_games, shipped_result

WORK = Path(__file__).parents[1] / "build" / "games"
SEED = 1


def play_on(name: str, games: int, folder: Path) -> None:
    """Up to so many games for each figure, and ship them."""
    before = shipped_games(name)
    known = read_games(before) if before else None
    report = run_study(
        name, games, seed=SEED, folder=folder / "played", keep_games=True, known=known, games_file=folder / FILE
    )
    write_report(report, folder)
    (SHELF / "games").mkdir(exist_ok=True)
    write_whole(SHELF / "games" / f"{name}.zip", (folder / FILE).read_bytes())
    write_whole(SHELF / f"{name}.json", (folder / REPORT).read_bytes())
    anew = f", {report.refused} matches played anew because this code plays them otherwise" * bool(report.refused)
    print(f"{name}: {games:,} games a figure{anew}, {report.time} in all", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", default="warwick-dda-30000")
    parser.add_argument("--step", type=int, default=10, help="games that a round adds to each figure")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long")
    given = parser.parse_args()
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 60 * given.minutes)  # none if it is 0
    study, before = study_named(given.name), shipped_result(given.name)
    try:
        for games in range((before.games if before else 0) + given.step, study.games + given.step, given.step):
            play_on(study.name, min(games, study.games), WORK / study.name)
    except KeyboardInterrupt:
        print("Stopped. The same command goes on from there; `make results` writes what is whole into the docs.")


if __name__ == "__main__":
    main()
