"""Does more search play better? Each number of iterations against twice as many."""

from __future__ import annotations

from collections.abc import Sequence

from footplate.studies.study import Cell, Study, StudyRun, StudyTable

RUNGS = 6
AGENT = "ismcts"


def _study(name: str, board: str, games: int, iterations: int, unshipped: str = "") -> Study:
    def measure(run: StudyRun) -> Sequence[StudyTable]:
        cells = []
        for number in (max(1, run.iterations >> k) for k in range(RUNGS, 0, -1)):
            match = run.play(board, f"{AGENT}:iterations={2 * number}", f"{AGENT}:iterations={number}")
            cells.append(Cell(f"{2 * number:,}", f"against {number:,}", match.agents[0].win_rate))
        return [StudyTable(f"Win share of twice the iterations on {board}, %", tuple(cells), digits=1, percent=True)]

    return Study(
        name=name,
        title=f"Twice the iterations on {board}",
        source="ours: more search must not play worse",
        board=board,
        games=games,
        iterations=iterations,
        measure=measure,
        total=lambda games: RUNGS * games,
        unshipped=unshipped,
        remarks=(f"{AGENT} against itself. A draw counts half for each. --iterations sets the highest number.",),
    )


STUDIES = (
    _study("skill-ladder", "small:warwick", 200, 8000),
    _study(
        "skill-ladder-new-york",
        "new_york",
        100,
        4000,
        unshipped="not run since the search was last changed; on small:warwick twice the iterations wins 51 to 61 %",
    ),
)
