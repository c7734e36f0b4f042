"""The designer's report."""
