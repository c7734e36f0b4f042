"""Writing files: whole or not at all, and never over something that was meant to stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

import typer

from footplate.files import whole


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file: what people call it, how its name ends, and how every one that Footplate wrote begins."""

    name: str
    ending: str
    begins: bytes

    def is_kind_of(self, path: Path) -> bool:
        with path.open("rb") as file:
            return file.read(len(self.begins)) == self.begins


SVG = FileKind("an SVG drawing", ".svg", b"<svg")


def check_output(
    path: Path, *, option: str, force: bool = False, kind: FileKind | None = None, inputs: Iterable[Path] = ()
) -> None:
    """Refuse to write ``path`` as a problem of the command's ``option``.

    A file of another kind, or any file if no ``kind`` is named, is kept unless ``force``; what the command reads
    (``inputs``) is always kept.
    """
    if kind and path.suffix.lower() != kind.ending:
        says = f"only {kind.name} can be written, to a file whose name ends in {kind.ending}"
        raise typer.BadParameter(f"{path} can't be written: {says}", param_hint=option)
    if not path.exists():
        return
    if path.is_dir():
        raise typer.BadParameter(f"{path} is a folder", param_hint=option)
    if not path.is_file():
        raise typer.BadParameter(f"{path} is no ordinary file", param_hint=option)
    if any(other.exists() and path.samefile(other) for other in inputs):
        raise typer.BadParameter(f"{path} is what the command reads; choose another name", param_hint=option)
    if force or (kind and kind.is_kind_of(path)):
        return
    other_kind = f" and is not {kind.name}" if kind else ""
    raise typer.BadParameter(f"{path} exists already{other_kind}; --force overwrites it", param_hint=option)


@contextmanager
def whole_file(
    path: Path, *, option: str, force: bool = False, kind: FileKind | None = None, inputs: Iterable[Path] = ()
) -> Iterator[TextIO]:
    """A text file that gets its name only if the block succeeds, where ``check_output`` lets it.

    Problems are reported as problems of the command's ``option``, before the block begins.
    """
    with ExitStack() as stack:
        try:
            check_output(path, option=option, force=force, kind=kind, inputs=inputs)
            path = path.resolve()  # a link stays a link
            written = stack.enter_context(whole(path))
        except OSError as error:
            raise typer.BadParameter(f"{path} can't be written: {error.strerror}", param_hint=option) from None
        file = TextIOWrapper(written, encoding="utf-8", newline="\n")
        yield file
        file.detach()  # with all that was printed; it is not yet closed
