"""A runner that makes the service cut its work as finely as it can."""

from __future__ import annotations

import math
from concurrent.futures import Future
from typing import Any

from footplate.arena import runners


class OneByOne(runners.InThisThread):
    """The plainest runner, so slow that nobody gives it more than a deal at a time."""

    def submit(self, work: Any) -> Future[Any]:
        results, _ = work()
        return super().submit(lambda: (results, math.inf))
