"""The documentation site: the pages of docs/, and pages that are made of boards, commands, docstrings and files."""
