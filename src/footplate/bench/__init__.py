"""How fast Footplate is. Every line has a check value: the same work gives the same value on every machine."""

from footplate.bench.report import SCALE_NOTE, benchmark, machine, to_dict
from footplate.bench.timing import Line

__all__ = ["SCALE_NOTE", "Line", "benchmark", "machine", "to_dict"]
