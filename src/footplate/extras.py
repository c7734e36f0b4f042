"""Optional packages: where one is missing, the error says how to install it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from footplate.errors import NotInstalled


@contextmanager
def needing(what: str, install: str) -> Iterator[None]:
    """Around imports that ``what`` needs; ``install`` is the requirement that brings them: "footplate[envs]"."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "footplate":
            raise
        raise NotInstalled(f"{what} needs {package}: pip install '{install}'", name=error.name) from None


def need(what: str, install: str, *packages: str) -> None:
    """The same for imports that come later: nothing is loaded yet."""
    with needing(what, install):
        for package in packages:
            if find_spec(package) is None:
                raise ModuleNotFoundError(name=package)
