"""Published tables, played again: what a study is, how it is run, and our own ones. Those of papers lie with them."""

from footplate.studies.registry import run_study, studies

__all__ = ["run_study", "studies"]
