"""What the help says of each command: one line, and examples; and why an option is not for a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cyclopts.help import DefaultFormatter, HelpPanel
    from rich.console import Console, ConsoleOptions

COMMANDS = {  # what each command does, in a line, and examples of it
    "evaluate": (
        "Evaluate predictions in a file, or a table that is already counted.",
        """\
  abovechance evaluate predictions.csv --truth diagnosis --prediction model
  abovechance evaluate 'predictions/*.parquet' --truth y --by site
  abovechance evaluate predictions --connect my.duckdb --truth y --prediction p
  abovechance evaluate lake.predictions --connect sc://host:15002 --by site
  abovechance evaluate matrix.csv --table --rows prediction
  abovechance evaluate predictions.csv --prevalence 0.02 --json report.json
  abovechance evaluate predictions.csv --bookmaker
  abovechance evaluate predictions.csv --mixture
  abovechance evaluate predictions.csv --fail-under informedness=0.3
  abovechance evaluate answers.csv --abstain refused --truth-error 0.05
  tail -n +1 -f predictions.csv | abovechance evaluate - --follow
""",
    ),
    "test": (
        "Test whether predictions are better than chance.",
        """\
  abovechance test predictions.csv --truth diagnosis --prediction model
  abovechance test predictions.csv --per-class --adjust benjamini_hochberg
  abovechance test monday.csv tuesday.csv --by site --alternative greater
  abovechance test predictions --connect my.duckdb --truth y --prediction p
  abovechance test matrix.csv --table --method all --seed 1 --json -
""",
    ),
    "compare": (
        "Compare systems that judged the same items: is A better than B?",
        """\
  abovechance compare predictions.csv --truth diagnosis \\
      --prediction logistic --prediction tree
  abovechance compare predictions.csv --prediction a --prediction b \\
      --prediction c --measure mcc --adjust benjamini_hochberg
  abovechance compare scans.csv --truth y --prediction a --prediction b \\
      --cluster patient --json comparison.json
  abovechance compare lake.answers --connect sc://host:15002 --truth y \\
      --prediction a --prediction b
""",
    ),
    "concord": (
        "How far two groupings of the same items agree, such as classes and clusters.",
        """\
  abovechance concord examples/iris_clusters.csv species kmeans
  abovechance concord clusters.csv class cluster --measure ARI,AMI,moc
  abovechance concord 'clusters/*.parquet' first second --method bca --seed 1
  abovechance concord clusters.csv class cluster --json concordance.json
""",
    ),
    "agree": (
        "Say how far raters agree beyond chance, by every coefficient, and where they do not.",
        """\
  abovechance agree ratings.csv --item patient
  abovechance agree ratings.csv --rater ann --rater bob --weights quadratic
  abovechance agree long.csv --item item --rater rater --category label \\
      --categories no,maybe,yes --measure alpha,AC1 --method bca
  abovechance agree counts.csv --counts --item patient --json agreement.json
  abovechance agree ratings --connect my.duckdb --item patient
  abovechance agree ratings.csv --item patient --plot heat.png
""",
    ),
    "roc": (
        "Evaluate scores: areas, thresholds, costs, and whose scores are better.",
        """\
  abovechance roc scores.csv --truth diagnosis --score logistic --score tree \\
      --positive malignant --plot roc.png
  abovechance roc scores.csv --truth y --score p --at-least recall=0.95
  abovechance roc scores.csv --truth y --score p --cost-positive 5 \\
      --cost-negative 1 --prevalence 0.02 --html report.html
  abovechance roc scores.csv --truth y --score p --abstain --answered 0.8
  abovechance roc wine.csv --truth cultivar --score p1,p2,p3 \\
      --classes barolo,grignolino,barbera
  abovechance roc scores/ --truth y --score p --by hospital --skip-bad --json -
  abovechance roc lake.scores --connect sc://host:15002 --truth y --score p

A gate fails if no threshold of a system is within --at-least and --at-most.
""",
    ),
    "mark": (
        "Mark multiple-choice answers so that guessing earns nothing.",
        """\
  abovechance mark answers.csv --candidate name --key A,C,B,D,A --options 4
  abovechance mark answers.csv --candidate name --key KEY
  abovechance mark answers.csv --candidate name --key key.csv --missing -
  abovechance mark long.csv --candidate name --question item --answer given \\
      --key right --options 5 --json marks.json
""",
    ),
    "quantify": (
        "Estimate the true shares of classes in items that only a model has labelled.",
        """\
  abovechance quantify labels.csv --truth human --prediction model
  abovechance quantify labels.csv --truth human --prediction model \\
      --design population
  abovechance quantify labels.csv --truth human --prediction judge --by system
  abovechance quantify labels.csv --truth human --prediction judge --width 0.1
""",
    ),
    "deploy": (
        "Say what a system will be worth at another prevalence: alarms, measures and costs.",
        """\
  abovechance deploy predictions.csv --prevalence 0.02
  abovechance deploy matrix.csv --table --prevalence 0.02 --cost-positive 10 \\
      --cost-negative 1
  abovechance deploy predictions.csv --prevalence-counts 12,600
  abovechance deploy predictions.csv --prevalence 0.02 \\
      --prevalence-interval 0.01,0.04 --json -
  abovechance deploy wine.csv --prevalence barolo=0.8,barbera=0.1,grignolino=0.1
""",
    ),
    "judge": (
        "Is a judge informed and fair, and which system is better once its errors are corrected?",
        """\
  abovechance judge labels.csv --truth human --prediction judge
  abovechance judge labels.csv --truth human --prediction judge --by system
  abovechance judge labels.csv --by system --design population --positive pass
  abovechance judge labels.csv --truth human --prediction judge --by system \\
      --second-truth other_human
""",
    ),
    "power": (
        "How many items it takes to show that decisions are informed, or that two systems differ.",
        """\
  abovechance power --informedness 0.2 --prevalence 0.3
  abovechance power --informedness 0.2 --prevalence 0.3 --n 100
  abovechance power --informedness 0.3 --prevalence 0.5,0.3,0.2
  abovechance power --informedness 0.7 --difference 0.1 --power 0.9
""",
    ),
    "solve": (
        "Find the tables behind published figures, and what Informedness was there.",
        """\
  abovechance solve --n 250 precision=0.81 recall=0.79
  abovechance solve --n 250 precision=0.81 recall=0.79 accuracy=0.83
  abovechance solve positives=60 negatives=40 f1=58.82%
  abovechance solve --n 250 recall=0.79 precision=0.81 accuracy=0.83 \\
      --prevalence 0.02
  abovechance solve --folds 10 --n 200 positives=80 accuracy=0.83 recall=0.7
  abovechance solve report.txt
  abovechance solve - kappa=0.61 < report.txt
  abovechance solve mcc=0.61 prevalence=0.12 accuracy=0.93 --rounding down
""",
    ),
    "check": (
        "Check a table of published results: Informedness, and figures that cannot hold.",
        """\
  abovechance check results.csv
  abovechance check results.csv --n 250 --json -
""",
    ),
    "simulate": (
        "Write simulated predictions, scores or ratings that are informed with a known probability.",
        """\
  abovechance simulate --n 500 --informed 0.3 --prevalence 0.8,0.1,0.1
  abovechance simulate --k 3 --n 500 --informed 0.9,0.5,0.1 --guess rarest \\
      --labels low,middle,high --seed 1 --output predictions.parquet
  abovechance simulate --n 1000 --informed 0.5 --prevalence 0.1 --kind scores
  abovechance simulate --n 200 --informed 0.9,0.8,0.5 --kind ratings --seed 1
""",
    ),
    "measures": (
        "Show the catalogue of measures, or one of them in full.",
        """\
  abovechance measures
  abovechance measures informedness
  abovechance measures "Cohen's kappa"
  abovechance measures roc_auc
  abovechance measures --kind chance-corrected --json -
""",
    ),
    "serve": (
        "Open a local web page to explore tables, evaluate files and learn the theory.",
        """\
  abovechance serve
  abovechance serve --port 8080 --no-open
  abovechance serve --max-upload 500
""",
    ),
}
HELP = "Show the help of a command: abovechance help evaluate is abovechance evaluate --help."
HELP_EXAMPLES = """\
  abovechance help
  abovechance help evaluate
  abovechance help study mine
"""
STUDY = "Try out by simulation what measures, tests and intervals are worth."
STUDIES = {  # the studies, the user's own first
    "mine": "Which measure to trust with your classes, prevalence and items, and how wide its noise is.",
    "averaging": "Means over classes and folds: macro, micro and weighted.",
    "clusters": "Whether the test of items in clusters keeps its level, and one without clusters.",
    "comparisons": "How often equally informed systems are shown to differ, and what intervals cover.",
    "coverage": "Whether default intervals cover, and the default test rejects, as often as they promise.",
    "ecai2008": "Traditional and debiased measures over levels of skill (Powers 2008, Figure 2).",
    "guessing": "Size and power of tests of guessing, wherever skill sits among the classes.",
    "kappa2012": "What Kappas take for chance, and their limits (Powers 2012).",
    "measures": "All measures of the catalogue: which say what is true, and which prefer the worse system.",
    "poster2008": "Confidence bands and significance of five classes (Powers 2008, poster).",
    "quantify": "Whether intervals of corrected shares cover, and how wide they are, beside PPI++.",
    "significance": "Type I error and power of every test of a table: which to use when.",
}
_OF_STUDIES = {
    "mine": """\
  abovechance study mine --n 200 --prevalence 0.8,0.1,0.1 --informed 0,0.2,0.5
  abovechance study mine --n 100,1000 --prevalence 0.5 --prevalence 0.9,0.1 \\
      --informed 0.3,0.5 --guess matched --guess even --measure mcc,f1,accuracy
  abovechance study mine --classes 4 --prevalence even --n 500 --folder mine
""",
    "coverage": """\
  abovechance study coverage --quick
  abovechance study coverage --classes 3 --n 100,300 --prevalence 0.1
  abovechance study coverage --replicates 10000 --seed 1 --csv > coverage.csv
""",
}
_READY_MADE = """\
  abovechance study {name} --quick
  abovechance study {name} --folder {name} --workers 4
  abovechance study {name} --replicates 500 --seed 1 --csv > {name}.csv
"""


_NO_CLASS_ABOVE_OTHERS = "the categories of raters stand on one level, and each is reported against the rest"
_NO_NAMES = "groups are matched by the items they share, whatever they are called"
_EVERY_QUESTION = "every question counts alike, and every candidate has one row or one answer to each"
_ONE_BY_ONE = "its intervals are of items drawn one by one, not of clusters of them"
_ONE_TABLE = "truth and prediction are columns of one table: join the files beforehand"
ELSEWHERE = {  # why an option that other commands share makes no sense for a command
    ("compare", "--abstain"): "systems refuse different items, so their answers are not of the same ones: "
    "evaluate each with --abstain, or leave out what either refused",
    ("agree", "--positive"): _NO_CLASS_ABOVE_OTHERS,
    ("agree", "--labels"): "what raters could choose is named with --categories",
    ("agree", "--threshold"): "ratings are categories and no scores; for numbers there is --weights interval",
    ("agree", "--truth"): "no rater is the truth: abovechance evaluate holds one column against another",
    ("agree", "--weight"): "--weights is how far categories are apart, and every item counts alike",
    ("agree", "--by"): "raters are diagnosed on all items together: select the rows of a group beforehand",
    ("agree", "--cluster"): "its intervals are of items drawn one by one: rate one item of each cluster",
    ("agree", "--on-missing"): "a rater may leave out any item, and the others' ratings of it still count",
    ("agree", "--id"): "raters are columns of one file, whose items are named with --item",
    ("concord", "--positive"): _NO_NAMES,
    ("concord", "--labels"): _NO_NAMES,
    ("concord", "--threshold"): "its columns name groups and hold no scores",
    ("concord", "--by"): "a grouping is of all items: select the rows beforehand",
    ("concord", "--cluster"): "its intervals are of items drawn one by one, not of clusters of them",
    ("deploy", "--cluster"): _ONE_BY_ONE,
    ("judge", "--cluster"): _ONE_BY_ONE,
    ("judge", "--id"): _ONE_TABLE,
    ("quantify", "--cluster"): _ONE_BY_ONE,
    ("quantify", "--id"): _ONE_TABLE,
    ("roc", "--labels"): "name the positive class with --positive, or those of all scores with --classes",
    ("concord", "--id"): "both groupings are columns of one table: join the files beforehand",
    ("mark", "--weight"): _EVERY_QUESTION,
    ("mark", "--count"): _EVERY_QUESTION,
    ("mark", "--by"): "each candidate is marked alone: select the rows of a group beforehand",
    ("mark", "--cluster"): "its intervals and tests take answers to different questions as independent",
    ("mark", "--positive"): "no answer stands above the others: right is what --key says",
    ("mark", "--labels"): "how many answers there are to choose from is said with --options",
    ("mark", "--threshold"): "answers are choices and no scores",
    ("mark", "--truth"): "the right answers are given with --key",
    ("mark", "--on-missing"): "a question without an answer earns nothing and loses nothing",
    ("mark", "--id"): "a candidate's answers stand in one file, whose candidates are named with --candidate",
    ("roc", "--prediction"): "curves are of scores, so name their column with --score",
}


def examples_of(study: str) -> str:
    """Examples of a study."""
    return _OF_STUDIES.get(study) or _READY_MADE.format(name=study)


def formatter() -> DefaultFormatter:
    """What prints the help, its sentences wrapped for the terminal and not as in the docstring."""
    from cyclopts.help import DefaultFormatter
    from rich.text import Text

    class Wrapped(DefaultFormatter):
        def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
            for entry in panel.entries:
                text = getattr(entry.description, "primary_renderable", None)
                if isinstance(text, Text):
                    text.plain = " ".join(text.plain.split())
            super().__call__(console, options, panel)

    return Wrapped()
