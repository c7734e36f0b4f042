"""The cost-function bots of Yang et al. 2023."""
