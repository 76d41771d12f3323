"""Small files that the recorded runs read, the same ones each time."""

import random
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def draws(seed):
    """Random numbers that are the same on every version of Python: ``random()`` alone is used."""
    source = random.Random(seed)
    return lambda options: options[int(source.random() * len(options))]


def mail():
    """Two classes, with groups, weights, clusters, and how many items a row stands for."""
    pick = draws(1)
    rows = ["ham,ham"] * 28 + ["ham,spam"] * 12 + ["spam,ham"] * 30 + ["spam,spam"] * 30
    for i, row in enumerate(rows):
        yield f"{row},{'ABC'[i % 3]},{pick([0.5, 1, 2.25])},{i // 4},{1 + i % 3}"


def animals(stray=""):
    """Three classes; if wished, some predictions are of none of them."""
    pick, names = draws(2), ["cat", "dog", "owl"]
    for i in range(72):
        truth = names[0 if i % 6 < 3 else 1 if i % 6 < 5 else 2]
        guess = pick(names) if i % 3 == 0 else truth
        yield f"{truth},{stray if stray and i % 17 == 5 else guess},{'xy'[i % 2]}"


def systems():
    """The answers of four systems, with clusters of three items."""
    pick, names = draws(3), ["high", "low", "middle"]
    for i in range(90):
        truth = pick(names)
        answers = [truth if pick(range(10)) < skill else pick(names) for skill in (8, 6, 6, 0)]
        yield ",".join([truth, *answers, f"p{i // 3}"])


def verdicts():
    """The answers of two systems, yes or no."""
    pick = draws(4)
    for _ in range(60):
        truth = pick(["no", "no", "yes"])
        yield ",".join(
            [truth, *(truth if pick(range(10)) < skill else pick(["no", "yes"]) for skill in (7, 4))]
        )


def scores():
    """Two scores with ties, one of them a probability, with groups, weights and clusters."""
    pick = draws(5)
    for i in range(120):
        sick = pick(range(10)) < 4
        first = round((pick(range(60)) + 40 * sick) / 100 + 0.005, 3)
        second = pick(range(8)) + 2 * sick
        site, weight = "north" if i % 2 else "south", pick([1, 1.5, 3])
        yield f"{'sick' if sick else 'well'},{first},{second},{site},{weight},{i // 5}"


def ratings():
    """Grades from 1 to 4 by four raters with gaps."""
    pick = draws(6)
    for item in range(24):
        grade = pick([1, 2, 3, 4])
        given = [grade if pick(range(10)) < skill else pick([1, 2, 3, 4]) for skill in (9, 7, 6, 3)]
        cells = ["" if (item + rater) % 7 == 3 else str(value) for rater, value in enumerate(given)]
        yield ",".join([f"i{item}", *cells])


def long_ratings():
    """The same as one row for each rating."""
    for row in ratings():
        item, *cells = row.split(",")
        for rater, value in zip("abcd", cells, strict=True):
            if value:
                yield f"{item},{rater},{value}"


def groupings():
    """Three classes and two clusterings of the same items, in five groups and by chance."""
    pick = draws(7)
    for _ in range(64):
        group = pick([0, 1, 2])
        yield f"{'rst'[group]},{group if pick(range(10)) < 7 else pick([3, 4])},{pick([0, 1])}"


def exam():
    """Answers to eight questions of four options, with blanks, and their key as a row."""
    pick, key = draws(8), "ACBDDABC"
    yield ",".join(["KEY", *key])
    for number, skill in enumerate((9, 6, 4, 2, 0)):
        given = (right if pick(range(10)) < skill else pick(["A", "B", "C", "D", ""]) for right in key)
        yield ",".join([f"s{number}", *given])


FILES = {
    "mail.csv": ("truth,prediction,place,w,patient,n", mail),
    "animals.csv": ("truth,prediction,half", animals),
    "stray.csv": ("truth,prediction,half", lambda: animals("yeti")),
    "counted.csv": (
        "truth,prediction,n",
        lambda: ["a,a,17", "a,b,3", "b,a,6", "b,b,11", "b,c,2", "c,b,1", "c,c,8"],
    ),
    "systems.csv": ("truth,a,b,c,guess,patient", systems),
    "verdicts.csv": ("truth,old,new", verdicts),
    "scores.csv": ("truth,p,points,site,w,patient", scores),
    "ratings.csv": ("item,ann,bob,cy,dan", ratings),
    "long.csv": ("item,rater,grade", long_ratings),
    "groups.csv": ("class,found,guess", groupings),
    "exam.csv": ("name,q1,q2,q3,q4,q5,q6,q7,q8", exam),
    "matrix.csv": (",a,b,c", lambda: ["a,20,3,1", "b,4,15,2", "c,0,5,9"]),
    "two_by_two.csv": ("30,12", lambda: ["9,49"]),
    "one_class.csv": ("truth,prediction", lambda: ["a,a"] * 9),
    "gaps.csv": (
        "truth,prediction,p,place",
        lambda: ["a,a,0.1,x", "b,,0.5,x", ",b,0.7,y", "b,b,,y", "a,b,0.3,"] * 4,
    ),
    "header_only.csv": ("truth,prediction,p,place", list),
    "ragged.csv": ("truth,prediction", lambda: ["a,a", "a,b,c", "b"]),
    "twice.csv": ("truth,truth,prediction", lambda: ["a,a,a", "b,b,a"]),
    "text_scores.csv": ("truth,p", lambda: ["a,high", "b,low", "a,0.5"]),
    "negative.csv": ("truth,prediction,w", lambda: ["a,a,1", "a,b,-2", "b,b,3"]),
    "probabilities.csv": ("truth,prediction", lambda: [f"{i % 2},{0.013 * i:.3f}" for i in range(40)]),
}


def write(folder):
    """Write all files and put the examples beside them."""
    for name, (header, rows) in FILES.items():
        folder.joinpath(name).write_text("\n".join([header, *rows()]) + "\n", encoding="utf-8")
    folder.joinpath("nothing.csv").write_bytes(b"")
    folder.joinpath("latin.csv").write_bytes("truth,prediction\nä,ä\nö,ä\n".encode("latin-1"))
    folder.joinpath("not.parquet").write_bytes(b"this is no Parquet file")
    folder.joinpath("examples").symlink_to(EXAMPLES, target_is_directory=True)
