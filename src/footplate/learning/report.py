from pathlib import Path

from footplate.learning.runs import Run


def write_report(runs: list[Run], folder: Path) -> list[Path]:
    return [folder / "report.html"]
