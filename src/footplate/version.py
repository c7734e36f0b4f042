"""The version of Footplate. It stands here alone, so that it is known wherever the sources are, installed or not."""

__version__ = "0.1.0"
