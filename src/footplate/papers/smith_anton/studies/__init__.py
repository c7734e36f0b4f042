"""The tables of Smith & Anton, measured again."""

from footplate.papers.smith_anton.studies import boards, original_board

STUDIES = (*original_board.STUDIES, *boards.STUDIES)
