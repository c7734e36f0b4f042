"""The figures of Yang et al., measured again."""
