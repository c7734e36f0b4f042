"""Training networks that play. JAX is imported where it is used: ``pip install 'footplate[train]'``."""
