"""Results in Python that are recorded: each case is a function that gives results by name."""

import numpy as np
import pandas as pd

import abovechance as ac
from abovechance.evaluation.scores.systems import rank_systems

CASES = {}


def case(function):
    """Record what this function returns under its name."""
    CASES[function.__name__] = function
    return function


def mail(**keywords):
    frame = pd.read_csv("mail.csv")
    return ac.Tables.from_frame(frame, truth="truth", prediction="prediction", **keywords)


def animals(name="animals.csv"):
    return ac.Tables.from_frame(pd.read_csv(name), truth="truth", prediction="prediction")


def one_class():
    return ac.Tables.from_counts([[9, 0], [0, 0]], labels=["a", "b"])


def systems():
    frame = pd.read_csv("systems.csv")
    return frame["truth"], frame[["a", "b", "c", "guess"]], frame["patient"]


def scores(score="p", **keywords):
    frame = pd.read_csv("scores.csv")
    return ac.Curve.from_scores(frame["truth"], frame[score], positive="sick", **keywords)


def both_scores():
    frame = pd.read_csv("scores.csv")
    return frame["truth"], frame[["p", "points"]]


def ratings():
    return pd.read_csv("ratings.csv").set_index("item")


def datasets():
    values = np.array([[71, 73, 60], [82, 85, 70], [64, 70, 66], [90, 91, 80], [55, 60, 58], [77, 76, 70]])
    return pd.DataFrame(values / 100, columns=["forest", "boost", "tree"])


def means(draws):
    """Of draws of each measure what does not depend on their order."""
    return {
        key: [len(found), *np.nanquantile(found, [0.1, 0.5, 0.9]).tolist()] for key, found in draws.items()
    }


@case
def tables():
    return {
        "two": mail(),
        "weighted": mail(weights="w"),
        "by place": mail(by="place"),
        "counted": mail(counts="n"),
        "three": animals(),
        "stray": animals("stray.csv"),
        "one against rest": animals().one_vs_rest(),
        "at prevalence": mail().at_prevalence(0.1),
        "dual": mail().dual,
        "inverse": mail().inverse,
        "from rates": ac.Tables.from_rates(recall=0.8, inverse_recall=0.7, prevalence=0.4, n=100),
    }


@case
def values():
    groups = {"two": mail(), "weighted": mail(weights="w"), "three": animals(), "stray": animals("stray.csv")}
    groups |= {"one class": one_class(), "perfect": ac.Tables.from_counts([[9, 0], [0, 4]])}
    return {name: ac.compute(t) for name, t in groups.items()}


@case
def undefined():
    return {m.key: ac.why_undefined(one_class(), m) for m in ac.measures() if m.scope != "ranking"}


@case
def gradients():
    return {
        key: ac.gradient(animals(), key)
        for key in ("informedness", "mcc", "cohen_kappa", "accuracy", "markedness")
    }


@case
def evaluations():
    return {
        "two": ac.evaluate(mail()),
        "by": str(ac.evaluate(mail(by="place"))),
        "weighted": str(ac.evaluate(mail(weights="w"))),
        "stray": ac.evaluate(animals("stray.csv")),
        "prevalence": str(ac.evaluate(mail(), prevalence=0.1)),
        "costs": str(ac.evaluate(mail(), costs=(3, 1))),
        "limit": str(ac.evaluate(one_class(), undefined="limit")),
        "clusters": str(ac.evaluate(mail(by="patient"), clusters="patient")),
    }


INTERVALS = {
    "mcc": ("profile", "delta", "wald", "bca", "percentile", "posterior"),
    "recall": ("agresti_coull", "wilson", "clopper_pearson", "mid_p", "jeffreys", "wald"),
    "informedness": (
        "miettinen_nurminen",
        "mee",
        "scas",
        "newcombe",
        "mover_jeffreys",
        "agresti_caffo",
        "powers_b0",
        "powers_b1",
        "powers_b2",
    ),
    "odds_ratio": ("log", "log_adjusted"),
    "cohen_kappa": ("fleiss_cohen_everitt",),
}


@case
def intervals():
    found = {
        f"{key} {method}": ac.interval(mail(), key, method=method, seed=1, replicates=500)
        for key, methods in INTERVALS.items()
        for method in methods
    }
    found["by place"] = ac.interval(mail(by="place"), "informedness")
    found["one-sided"] = ac.interval(animals(), "informedness", sides=1)
    found["clusters"] = ac.cluster_interval(mail(by="patient"), "informedness")
    found["folds"] = ac.fold_interval(mail(by="place"), "informedness", folds=3)
    found["undefined"] = ac.interval(one_class(), "informedness")
    found["several"] = ac.interval(animals(), ["informedness", "mcc"])
    return found


@case
def intervals_of_all():
    found = ac.interval(animals(), seed=1)
    return {key: [plain.method, plain.value, plain.low, plain.high] for key, plain in found.items()}


@case
def drawn():
    keys = ["informedness", "mcc", "accuracy"]
    return {
        "bootstrap": means(ac.bootstrap(animals(), keys, replicates=300, seed=1)),
        "posterior": means(ac.posterior(animals(), keys, replicates=300, seed=1)),
        "calibrate": ac.calibrate([0.001, 0.05, 0.5]),
        "implied kappa": ac.implied_kappa(animals(), "informedness"),
        "implied kappa of a chance": ac.implied_kappa(animals(), chance="expected_accuracy_scott"),
    }


@case
def tests():
    return {
        "auto": ac.test(mail()),
        "greater": ac.test(mail(), alternative="greater"),
        "by place": ac.test(mail(by="place"), seed=1),
        "clusters": ac.test(mail(by="patient"), clusters="patient"),
        "three": ac.test(animals(), seed=1),
        "permutation": ac.test(animals(), method="informedness_permutation", replicates=500, seed=1),
        "fisher": ac.test(mail(), method="fisher"),
        "pearson": ac.test(animals(), method="pearson"),
        "one class": ac.test(one_class()),
        "per class": ac.per_class_tests(animals("stray.csv"), seed=1),
        "several": ac.tests(animals(), methods=["combined", "pearson"], per_class=True, seed=1),
    }


@case
def refusals_and_errors():
    truth = ["ham"] * 10 + ["spam"] * 10
    said = ["ham"] * 7 + ["spam"] + ["refused"] * 2 + ["spam"] * 8 + ["refused"] * 2
    return {
        "abstentions": ac.abstentions(truth, said, abstain="refused", positive="spam"),
        "imperfect truth": ac.imperfect_truth(mail(), error=0.05),
        "of annotators": str(ac.imperfect_truth(mail(), agreement=0.9)),
    }


@case
def mixtures_and_groups():
    fitted = ac.mixture(animals(), seed=1)
    return {
        "mixture": fitted,
        "skills": fitted.skills,
        "groups": ac.compare_groups(mail(by="place"), "informedness", seed=1),
        "abstention curve": ac.abstention_curve(
            [0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.2, 0.9], positive=1
        ),
    }


@case
def published_and_unlabelled():
    judged = pd.DataFrame(
        {
            "human": ["y"] * 20 + ["n"] * 20 + [None] * 60,
            "judge": (["y"] * 17 + ["n"] * 22 + ["y"]) + ["y", "n", "n"] * 20,
        }
    )
    labelled = ac.Tables.from_counts([[40, 10], [5, 45]], labels=["n", "y"])
    return {
        "solution": ac.solve(n=100, precision="0.71", recall="0.5"),
        "solution of classes": ac.solve(
            report="""
              precision    recall  f1-score   support

         ant       0.80      0.67      0.73         6
         bee       0.50      0.75      0.60         4
         cow       0.75      0.60      0.67         5

    accuracy                           0.67        15
"""
        ),
        "check": ac.check(
            pd.DataFrame(
                {
                    "system": ["a", "b"],
                    "n": [100, 100],
                    "precision": ["0.71", "0.60"],
                    "recall": ["0.50", "0.75"],
                }
            )
        ),
        "deployed": ac.deploy(labelled, 0.02, costs=(10, 1)),
        "deployed figures": ac.deploy(ac.solve(n=100, precision="0.71", recall="0.5", accuracy="0.58"), 0.02),
        "against prevalence": ac.deploy(labelled, 0.02).curve([0.02, 0.5]),
        "shares": ac.quantify(labelled, {"n": 300, "y": 700}),
        "judge": ac.judge("human", "judge", data=judged),
        "labels": ac.labels_needed(0.2, share=0.7, tpr=0.8, fpr=0.3, unlabelled=1000),
    }


@case
def comparisons():
    truth, answers, patient = systems()
    pair = answers[["a", "b"]]
    two = pd.read_csv("verdicts.csv")
    found = {
        "all": ac.compare(truth, answers, seed=1),
        "clusters": ac.compare(truth, pair, clusters=patient, seed=1),
        "classes": ac.compare(truth, pair, seed=1).classes(),
        "positive": ac.compare(truth, pair, positive="high", seed=1),
        "measures": ac.compare(truth, answers, measures=["informedness", "mcc"], seed=1).table,
        "tables": ac.compare_tables(mail(), mail(weights="w"), seed=1),
    }
    for method in ("tango", "newcombe", "bonett_price", "delta", "wald", "bca", "percentile"):
        found[method] = ac.compare(two["truth"], two[["old", "new"]], "accuracy", method=method, seed=1)
    for test in ("mcnemar_mid_p", "mcnemar_exact", "mcnemar", "mcnemar_corrected", "swap"):
        found[f"test {test}"] = ac.compare(two["truth"], two[["old", "new"]], "accuracy", test=test, seed=1)
    return found


@case
def comparisons_over_data_sets():
    first, second = [0.8, 0.7, 0.9, 0.85, 0.75], [0.7, 0.72, 0.8, 0.8, 0.7]
    return {
        "auto": ac.compare_datasets(datasets()),
        "nemenyi": ac.compare_datasets(datasets(), test="nemenyi", omnibus="quade"),
        "sign": ac.compare_datasets(datasets(), test="sign", adjust="hochberg"),
        "corrected t": ac.corrected_t(first, second, folds=5),
        "correlated t": ac.correlated_t(first, second, folds=5),
    }


@case
def agreements():
    found = {
        "all": ac.agreement(ratings()),
        "quadratic": str(ac.agreement(ratings(), weights="quadratic")),
        "two raters": str(ac.agreement(ratings()[["ann", "bob"]])),
        "nothing in common": ac.agreement([[1, 1], [1, 1], [1, 1]]),
    }
    for method in (
        "delta",
        "wald",
        "gwet",
        "jackknife",
        "jackknife_raters",
        "unconditional",
        "bootstrap",
        "bca",
    ):
        found[method] = ac.agreement(ratings(), "alpha", method=method, replicates=200, seed=1)
    return found


@case
def agreement_further():
    first, second = (ac.agreement(ratings(), key) for key in ("fleiss_kappa", "gwet_ac"))
    return {
        "test": ac.agreement_test(ratings(), seed=1),
        "test by permutation": ac.agreement_test(
            ratings(), "alpha", method="permutation", replicates=200, seed=1
        ),
        "benchmark": ac.benchmark_agreement(0.55, se=0.1),
        "benchmark of a result": ac.benchmark_agreement(first, scale="altman"),
        "comparison": ac.compare_agreement({"fleiss": first, "gwet": second}),
        "diagnosis": ac.diagnose_agreement(ratings()),
        "icc": ac.icc(ratings().dropna()),
        "pair tables": ac.pair_tables(ratings()),
        "pairwise": ac.pairwise_agreement(ratings()),
        "ratings": ac.Ratings.from_wide(ratings().head(3)),
        "bands": [ac.band("landis_koch", value) for value in (-0.1, 0.1, 0.3, 0.5, 0.7, 0.9)],
    }


@case
def concordances():
    frame = pd.read_csv("groups.csv")
    return {
        "all": ac.concordance(frame["class"], frame["found"], ["ARI", "AMI", "moc"], replicates=99, seed=1),
        "guess": ac.concordance(frame["class"], frame["guess"], "ARI", seed=1),
        "bca": ac.concordance(frame["class"], frame["found"], "AMI", method="bca", replicates=200, seed=1),
        "delta": ac.concordance(frame["class"], frame["found"], "ARI", method="delta", seed=1),
        "posterior": ac.concordance(frame["class"], frame["found"], "NMI", method="posterior", seed=1),
        "one group": ac.concordance([1, 1, 1, 1], [1, 2, 1, 2], "ARI", replicates=0),
    }


@case
def power():
    return {
        "items": ac.items_needed(0.2, prevalence=0.3),
        "items of classes": ac.items_needed(0.3, prevalence=[0.5, 0.3, 0.2], sides=1),
        "power": ac.power_of(100, 0.2, prevalence=0.3),
        "items to compare": ac.items_needed_to_compare(0.6, 0.7, correlation=0.4),
        "power to compare": ac.power_to_compare(300, 0.6, 0.7),
        "kappa": ac.items_for_kappa(0.6, 0.4, shares=0.3),
        "power for kappa": ac.power_for_kappa(80, 0.6, 0.4),
        "width": ac.items_for_width(ac.agreement(ratings(), "alpha"), 0.1),
        "auc": ac.curves.items_needed_for_auc(0.7, prevalence=0.2),
        "power for auc": ac.curves.power_for_auc(100, 0.7),
        "plan": ac.plan(0.2, prevalence=0.3),
    }


@case
def bookmaker():
    table = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    return {"payoff": ac.bookmaker_payoff(table), "script": ac.bookmaker_script(table)}


@case
def marks():
    return {
        "one": ac.mark(list("ABBDCABA"), list("ABCDCABA")),
        "class": ac.mark("exam.csv", "KEY", candidate="name", alternative="two-sided"),
    }


@case
def rankings():
    frame = pd.read_csv("scores.csv")
    answers = {name: frame[name] for name in ("p", "points")}
    return {"two systems": rank_systems(frame["truth"], answers, positive="sick")}


@case
def simulations():
    return {
        "tables": ac.simulate(0.4, [0.5, 0.3, 0.2], 200, seed=1),
        "study": ac.study([0.0, 0.5], 0.3, 50, replicates=100, workers=1),
    }


@case
def accumulated():
    seen = ac.Accumulator().update(["a", "b", "b"], ["a", "b", "a"]).update(["a", "c"], ["a", "b"])
    return {"figures": seen.figures(), "tables": seen.tables}


@case
def curves():
    weighted = scores("points", weights=pd.read_csv("scores.csv")["w"])
    return {
        "points": scores("points"),
        "summary": ac.curves.summary(scores("points")),
        "summary of probabilities": str(ac.curves.summary(scores())),
        "weighted": weighted,
        "weighted summary": ac.curves.summary(weighted),
    }


@case
def curve_intervals():
    curve = scores()
    methods = (
        "logit_adjusted",
        "logit",
        "delong",
        "newcombe",
        "hanley_mcneil",
        "conservative",
        "bca",
        "percentile",
    )
    found = {m: ac.curves.auc_interval(curve, method=m, replicates=300, seed=1) for m in methods}
    for name in ("average_precision", "ks", "auprg"):
        found[name] = ac.curves.interval(curve, name, replicates=200, seed=1)
    frame = pd.read_csv("scores.csv")
    clusters = {"clusters": frame["patient"], "positive": "sick"}
    found["clusters"] = ac.curves.auc_interval(frame["truth"], frame["p"], **clusters, seed=1)
    found["test"] = ac.curves.auc_test(curve)
    found["band"] = ac.curves.band(scores("points"), replicates=100, seed=1)
    for method in ("kolmogorov_smirnov", "working_hotelling"):
        found[f"band {method}"] = ac.curves.band(scores("points"), method=method).at([0.1, 0.5])
    found["thresholds"] = ac.curves.threshold_intervals(scores("points"))
    return found


@case
def curve_comparisons():
    truth, both = both_scores()
    found = {
        method: ac.curves.compare(truth, both, positive="sick", method=method, replicates=200, seed=1)
        for method in ("auto", "delong", "bca")
    }
    found["average precision"] = ac.curves.compare(
        truth, both, "average_precision", positive="sick", replicates=200, seed=1
    )
    found["other items"] = ac.curves.compare_curves({"p": scores(), "points": scores("points")}, seed=1)
    return found


@case
def curve_thresholds():
    curve = scores()
    criteria = ("informedness", "f1", "bias_equals_prevalence", "closest", "equal_error_rate")
    found = {name: ac.curves.operating_point(curve, name) for name in criteria}
    found["fixed"] = ac.curves.operating_point(curve, threshold=0.5)
    found["costs"] = ac.curves.operating_point(curve, cost_positive=5, cost_negative=1, prevalence=0.1)
    found["at least"] = ac.curves.operating_point(curve, at_least={"recall": 0.8})
    for method in ("bootstrap", "cross_validation", "split", "optimism"):
        found[method] = ac.curves.select_threshold(curve, method=method, replicates=50, repeats=3, seed=1)
    found["grey zone"] = ac.curves.grey_zone(curve, rule_in="precision >= 0.8", rule_out="npv >= 0.8")
    return found


@case
def curve_shapes():
    curve = scores("points")
    found = {
        space: ac.curves.in_space(curve, space)
        for space in ("roc", "pn", "pr", "det", "gain", "lift", "kappa", "prg")
    }
    found |= {
        "edges": ac.curves.hull_edges(curve),
        "vertices": list(ac.curves.hull_vertices(curve)),
        "concavities": ac.curves.concavities(curve, replicates=50, seed=1),
        "concavity": next(iter(ac.curves.concavities(scores()).sections)),
        "repair": ac.curves.repair(curve, folds=None),
        "fusion": ac.curves.fuse({"p": scores(), "points": curve}),
        "mixture": ac.curves.interpolate(curve, fpr=0.3),
        "isometrics": ac.curves.isometrics("f1", [0.5], prevalence=0.5),
        "isometric": ac.curves.isometrics("f1", [0.5], prevalence=0.5).isometrics[0],
        "curves": ac.Curve.from_scores([0, 0, 1, 1], {"A": [1, 2, 3, 4], "B": [1, 3, 2, 4]}),
        "at prevalence": ac.curves.summary(ac.curves.at_prevalence(curve, 0.1)),
        "against threshold": ac.curves.against_threshold(curve, "informedness"),
    }
    return found


@case
def curve_models():
    points, curve = scores("points"), scores()
    return {
        "binormal": ac.curves.binormal(points),
        "brier": ac.curves.brier(curve),
        "brier curve": ac.curves.brier_curve(points_as_shares(), calibrated=False),
        "rate-driven": ac.curves.rate_driven_curve(points),
        "cost curve": ac.curves.cost_curve(points),
        "decision curve": ac.curves.decision_curve(curve, [0.1, 0.3, 0.5]),
        "calibrator": ac.curves.calibrator(points),
        "h": ac.curves.h_measure(points),
        "h, beta": ac.curves.h_measure(points, (2, 2)),
        "signal detection": ac.curves.signal_detection(mail()),
        "partial": ac.curves.partial_auc(points, fpr=(0, 0.2)),
        "precision at recall": ac.curves.precision_at_recall(points, [0.2, 0.5, 0.9]),
        "log loss": ac.curves.log_loss(curve),
    }


def points_as_shares():
    frame = pd.read_csv("scores.csv")
    return ac.Curve.from_scores(frame["truth"], frame["points"] / 10, positive="sick")


@case
def curves_of_classes():
    frame = pd.read_csv("examples/wine_scores.csv")
    found = ac.curves.multiclass(frame["cultivar"], frame[["barolo", "grignolino", "barbera"]])
    wine = (frame["cultivar"], frame[["barolo", "grignolino", "barbera"]])
    return {"areas": found, "interval": ac.curves.multiclass_interval(*wine)}
