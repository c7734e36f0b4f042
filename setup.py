"""What pyproject.toml can't say: the examples lie in the wheel, too, for ``footplate examples``."""

import shutil

from setuptools import setup
from setuptools.command.build_py import build_py


class WithExamples(build_py):
    def run(self) -> None:
        super().run()
        if not self.editable_mode:  # a checkout has them already
            shutil.copytree(
                "examples",
                f"{self.build_lib}/footplate/examples",
                dirs_exist_ok=True,
                ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"),
            )


setup(cmdclass={"build_py": WithExamples})
