"""The papers' tables, played again: one file per paper, every published figure beside ours."""

from footplate.studies.registry import run_study, studies

__all__ = ["run_study", "studies"]
