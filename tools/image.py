"""Runs the steps of the Dockerfile without Docker: ``python -m tools.image FOLDER [WORDS]``.

Every absolute path of the image becomes one in the folder, so nothing outside of it is touched. The stages share one
folder, and the machine's own Python stands for that of the base image; USER is not followed. WORDS are given to the
entry point at the end. Steps that install need a network.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOPS = ("source", "opt", "kept")  # the folders that the image makes


def steps(text: str) -> list[tuple[str, str]]:
    """(instruction, words) of a Dockerfile, in its order."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#")).replace("\\\n", " ")
    found = [line.partition(" ") for line in lines.splitlines() if line.strip()]
    return [(name, rest.strip()) for name, _, rest in found]


def moved(words: str, folder: Path) -> str:
    """The same words, with the paths of the image in the folder."""
    return re.sub(rf"(?<![\w./-])/(?={'|'.join(TOPS)})", f"{folder}/", words)


def copy(words: list[str], folder: Path) -> None:
    """COPY from the repository; what another stage made is there already."""
    if words[0].startswith("--from="):
        return
    *sources, target = words
    place = Path(moved(target, folder))
    for name in sources:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(
                source, place, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
            )
        else:
            place.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, place)


def build(text: str, folder: Path) -> tuple[list[str], list[str], dict[str, str]]:
    """Do the steps; gives the entry point, the words that it gets unless others are named, and the environment."""
    entry, usual = list[str](), list[str]()
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    for name, words in steps(text):
        if name == "COPY":
            copy(words.split(), folder)
        elif name == "RUN":
            (folder / "opt").mkdir(exist_ok=True)
            command = re.sub(r"^python ", f"{shlex.quote(sys.executable)} ", moved(words, folder))
            subprocess.run(["sh", "-ec", command], cwd=folder, env=environment, check=True)
        elif name == "ENV":
            environment |= dict(moved(word, folder).split("=", 1) for word in shlex.split(words))
        elif name == "ENTRYPOINT":
            entry = [moved(word, folder) for word in json.loads(words)]
        elif name == "CMD":
            usual = json.loads(words)
        elif name not in {"FROM", "VOLUME", "USER", "EXPOSE"}:
            raise ValueError(f"this knows no {name}")
    return entry, usual, environment


def main(folder: str, *words: str) -> int:
    place = Path(folder).resolve()
    place.mkdir(parents=True, exist_ok=True)
    entry, usual, environment = build((ROOT / "Dockerfile").read_text("utf-8"), place)
    return subprocess.run([*entry, *(words or usual)], cwd=place, env=environment, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
