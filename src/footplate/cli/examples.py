"""``footplate examples``: bots, training, a plug-in and a study to start from, which lie in the wheel as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from footplate.cli.output import JsonOption, out, print_json, print_table
from footplate.errors import FootplateError
from footplate.files import write_whole

EXAMPLES = "Example: footplate examples --out examples"
_PACKAGE = Path(__file__).parents[1]
_PLACES = (_PACKAGE / "examples", _PACKAGE.parents[1] / "examples")  # in the wheel; in a checkout

OutOption = Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Write them into this folder.")]


def examples(folder: OutOption = None, json: JsonOption = False) -> None:
    """List the examples that come with Footplate, or write them into a folder."""
    texts = _texts()
    if folder is not None:
        _write(texts, folder)
    if json:
        print_json([{"file": name, "about": _about(text)} for name, text in texts.items()])
    elif folder is not None:
        out.print(f"{folder} has {', '.join(texts)}.", markup=False, highlight=False)
    else:
        print_table("Examples", ["file", "what it shows"], [[name, _about(text)] for name, text in texts.items()])
        out.print("footplate examples --out FOLDER writes them.", markup=False, highlight=False)


def _texts() -> dict[str, bytes]:
    """By their names in the folder of examples."""
    home = next((place for place in _PLACES if (place / "mybot.py").is_file()), None)
    if home is None:
        raise FootplateError("this copy of Footplate came without its examples; the wheel and the repository have them")
    files = [path for path in sorted(home.rglob("*")) if path.is_file() and not _is_by_product(path.relative_to(home))]
    return {path.relative_to(home).as_posix(): path.read_bytes() for path in files}


def _is_by_product(path: Path) -> bool:
    return any(part == "__pycache__" or part.endswith(".egg-info") for part in path.parts)


def _write(texts: dict[str, bytes], folder: Path) -> None:
    """What somebody has changed stays: then nothing is written."""
    changed = [name for name, text in texts.items() if (folder / name).exists() and _differs(folder / name, text)]
    if changed:
        raise typer.BadParameter(
            f"{folder} has {', '.join(changed)}, and not as it comes; choose another folder", param_hint="--out"
        )
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)


def _differs(path: Path, text: bytes) -> bool:
    return not path.is_file() or path.read_bytes() != text


def _about(text: bytes) -> str:
    """What the first line says: that of a docstring, or of a comment."""
    lines = [line for line in text.decode("utf-8").splitlines() if line and not line.startswith("#!")]
    return lines[0].strip('# "')
