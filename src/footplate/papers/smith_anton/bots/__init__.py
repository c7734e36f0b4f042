"""The four bots of Silva, Lee, Togelius and Nealen (2017), which Smith and Anton (2022) design boards with."""
