from footplate.design.evaluation import Evaluation


def report_html(e: Evaluation, b: Evaluation | None) -> str:
    return "<!doctype html>"
