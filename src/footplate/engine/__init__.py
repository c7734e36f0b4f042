"""The rules, compiled: NumPy records and numba. No input or output, no agents, no objects."""
