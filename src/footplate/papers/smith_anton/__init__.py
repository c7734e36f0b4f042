"""Smith & Anton 2022: boards made by tree search, judged by games of the four Silva bots (docs/smith-anton.md).

bots/                        the bots of Silva, Lee, Togelius and Nealen (2017), which the paper plays with
design/                      its method, whole: five optimisers and three experiments
studies/original_board.py    its column of the original board
studies/boards.py            its boards: on the original graph, on a generated one, from three sub-games
"""
