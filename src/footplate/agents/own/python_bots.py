"""Bots that people write in Python files of their own: "./mybot.py:MyBot", "mypackage.module:MyBot:depth=3".

The class needs a method ``act(observation, budget)``; the other methods of Agent are optional.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module, invalidate_caches
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from footplate.agents.base import ObjectAgent
from footplate.agents.kinds import Value
from footplate.agents.specs import Spec, what_exists
from footplate.errors import UnknownAgent


def is_python(place: str) -> bool:
    """Whether what stands before the first colon of a spec string is a file or a dotted module."""
    return "." in place or "/" in place or os.sep in place


class PythonAgent(ObjectAgent):
    """An object of the class that a spec string names. It is pickled as its spec, so that other processes load it."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        place, _, name = spec.name.partition(":")
        bot_class = _class_in(_module(place), place, name)
        values = spec.values(_defaults(bot_class))
        try:
            bot = bot_class(**values)
        except (Exception, SystemExit) as error:
            raise UnknownAgent(f"{spec.name} could not be made: {type(error).__name__}: {error}") from error
        super().__init__(bot)
        self.name = spec.text

    def __reduce__(self) -> tuple[type[PythonAgent], tuple[Spec]]:
        return PythonAgent, (self._spec,)


def _module(place: str) -> ModuleType:
    """The module of a file, or of a dotted name that can be imported from here; errors in it are UnknownAgent."""
    is_file = place.endswith(".py") or "/" in place or os.sep in place
    try:
        if is_file:
            path = Path(place).expanduser().resolve()
            found = path.stat()
            return _module_of_file(path, found.st_mtime_ns, found.st_size)
        _let_import_from(Path.cwd())
        return import_module(place)
    except OSError as error:
        raise UnknownAgent(f"the file {place} can't be read: {error.strerror or error}") from None
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and not is_file and f"{place}.".startswith(f"{error.name}."):
            raise UnknownAgent(f"there is no module {place!r}; a file would be ./FILE.py:CLASS") from None
        raise UnknownAgent(f"{place} can't be loaded: {type(error).__name__}: {error}") from error


@lru_cache(maxsize=64)
def _module_of_file(path: Path, changed: int, size: int) -> ModuleType:
    """The file as a module: loaded once, and again when it has ``changed``. It may import its neighbours."""
    _let_import_from(path.parent)
    name = f"{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("it is not a Python file (.py)")
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look there
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _let_import_from(folder: Path) -> None:
    """At the end of the search path: a neighbour called random.py must not hide Python's own."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
        invalidate_caches()


def _class_in(module: ModuleType, place: str, name: str) -> type[Any]:
    found = getattr(module, name, None)
    if not inspect.isclass(found):
        classes = what_exists("classes with act", _bot_classes(module), name)
        wrong = f"{place} has no class {name!r}" if name else f"{place}: say which class, as in {place}:MyBot"
        raise UnknownAgent(f"{wrong}; {classes}")
    if not callable(getattr(found, "act", None)):
        raise UnknownAgent(f"{place}:{name} is not an agent: it has no method act(self, observation, budget)")
    return found


def _bot_classes(module: ModuleType) -> list[str]:
    """Classes that are written in the module itself and can act."""
    classes = inspect.getmembers(module, inspect.isclass)
    return [name for name, one in classes if one.__module__ == module.__name__ and callable(getattr(one, "act", None))]


def _defaults(bot_class: type[Any]) -> Mapping[str, Value | None]:
    """The constructor's parameters that have a default that a spec string can replace."""
    try:
        parameters = inspect.signature(bot_class).parameters.values()
    except ValueError:  # a class whose constructor Python can't describe
        return {}
    by_name = (parameter for parameter in parameters if parameter.kind is not parameter.POSITIONAL_ONLY)
    kinds = (bool, int, float, str, type(None))
    return {parameter.name: parameter.default for parameter in by_name if isinstance(parameter.default, kinds)}
