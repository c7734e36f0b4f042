"""How the thesis trains its network: policy gradients (``reinforce``) and Evolution Strategies (``es``)."""
