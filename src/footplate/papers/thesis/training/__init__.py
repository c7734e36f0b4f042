"""How the thesis trains its network: policy gradients (``reinforce``) and Evolution Strategies (``es``)."""

from footplate.papers.thesis.training.methods import ES, REINFORCE

METHODS = (REINFORCE, ES)
