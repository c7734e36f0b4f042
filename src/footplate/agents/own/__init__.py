"""People's own bots: classes in Python files, and programs in any language."""
