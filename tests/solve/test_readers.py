"""Reports as programs print them, read back: those of scikit-learn and PyCM are made by the programs."""

import json
from itertools import combinations

import numpy as np
import pycm
import pytest
from sklearn.metrics import classification_report, confusion_matrix

import abovechance as ac
from abovechance.solve.readers.read import read

CARET = """
Confusion Matrix and Statistics

          Reference
Prediction spam ham
      spam   30  12
      ham    30  28

               Accuracy : 0.58
                 95% CI : (0.4771, 0.678)
    No Information Rate : 0.6
    P-Value [Acc > NIR] : 0.696190

                  Kappa : 0.186

 Mcnemar's Test P-Value : 0.008712

            Sensitivity : 0.5000
            Specificity : 0.7000
         Pos Pred Value : 0.7143
         Neg Pred Value : 0.4828
             Prevalence : 0.6000
         Detection Rate : 0.3000
   Detection Prevalence : 0.4200
      Balanced Accuracy : 0.6000

       'Positive' Class : spam

"""
CARET_OF_THREE = """
Confusion Matrix and Statistics

            Reference
Prediction   setosa versicolor virginica
  setosa         50          0         0
  versicolor      0         47         3
  virginica       0          3        47

Overall Statistics

               Accuracy : 0.96
                 95% CI : (0.915, 0.9852)
    No Information Rate : 0.3333
    P-Value [Acc > NIR] : < 2.2e-16

                  Kappa : 0.94

 Mcnemar's Test P-Value : NA

Statistics by Class:

                     Class: setosa Class: versicolor Class: virginica
Sensitivity                 1.0000            0.9400           0.9400
Specificity                 1.0000            0.9700           0.9700
Pos Pred Value              1.0000            0.9400           0.9400
Neg Pred Value              1.0000            0.9700           0.9700
Prevalence                  0.3333            0.3333           0.3333
Detection Rate              0.3333            0.3133           0.3133
Detection Prevalence        0.3333            0.3333           0.3333
Balanced Accuracy           1.0000            0.9550           0.9550
"""
WEKA = """
=== Stratified cross-validation ===
=== Summary ===

Correctly Classified Instances         144               96      %
Incorrectly Classified Instances         6                4      %
Kappa statistic                          0.94
Mean absolute error                      0.035
Root mean squared error                  0.1586
Relative absolute error                  7.8705 %
Root relative squared error             33.6353 %
Total Number of Instances              150

=== Detailed Accuracy By Class ===

                 TP Rate  FP Rate  Precision  Recall   F-Measure  MCC      ROC Area  PRC Area  Class
                 0.980    0.000    1.000      0.980    0.990      0.985    0.990     0.987     Iris-setosa
                 0.940    0.030    0.940      0.940    0.940      0.910    0.952     0.880     Iris-versicolor
                 0.960    0.030    0.941      0.960    0.950      0.925    0.961     0.905     Iris virginica
Weighted Avg.    0.960    0.020    0.960      0.960    0.960      0.940    0.968     0.924

=== Confusion Matrix ===

  a  b  c   <-- classified as
 49  1  0 |  a = Iris-setosa
  0 47  3 |  b = Iris-versicolor
  0  2 48 |  c = Iris virginica
"""
WEKA_OF_TWO = """
=== Summary ===
Correctly Classified Instances          58               58      %
Kappa statistic                          0.186
Total Number of Instances              100
=== Detailed Accuracy By Class ===

               TP Rate   FP Rate   Precision   Recall  F-Measure   ROC Area  Class
                 0.5       0.3        0.714     0.5       0.588      0.6      yes
                 0.7       0.5        0.483     0.7       0.571      0.6      no
Weighted Avg.    0.58      0.38       0.622     0.58      0.582      0.6
"""
NAMES = np.array(["cat", "a dog", "0.5 eel", "fox 3"])


def drawn(classes, items=120, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, items)
    return NAMES[truth], NAMES[np.where(rng.random(items) < 0.6, truth, rng.integers(0, classes, items))]


def of_counts(matrix, labels, positive):
    return ac.Tables.from_counts(matrix, labels=labels, positive=positive if len(labels) == 2 else None)


@pytest.mark.parametrize("classes", [2, 3, 4])
@pytest.mark.parametrize("digits", [1, 2, 4])
def test_classification_reports_are_read(classes, digits):
    truth, prediction = drawn(classes)
    text = classification_report(truth, prediction, digits=digits)
    found = read(text)
    labels, counts = np.unique(truth, return_counts=True)
    assert found.labels == tuple(labels)
    assert found.supports == tuple(counts)
    assert found.n == 120
    assert found.overall["accuracy"] == f"{np.mean(truth == prediction):.{digits}f}"
    assert set(found.of_classes[0]) == {"precision", "recall", "f1"}
    matrix = confusion_matrix(truth, prediction)
    solution = ac.solve(report=text, positive=str(labels[0]) if classes == 2 else None)
    assert of_counts(matrix, list(map(str, labels)), str(labels[0])) in solution
    beside = read(f"{matrix}\n{text}")
    assert beside.counts == tuple(map(tuple, matrix))


def test_the_matrix_beside_a_report_is_what_figures_are_checked_against():
    truth, prediction = drawn(3)
    text = classification_report(truth, prediction)
    matrix = confusion_matrix(truth, prediction)
    found = ac.solve(report=f"{matrix.tolist()}\n{text}")
    assert found.consistent
    assert np.array_equal(found.table.counts, matrix)
    assert found.verdict.endswith("printed figures agree.")
    other = matrix.copy()
    other[0] = other[0][::-1]
    wrong = ac.solve(report=f"{other.tolist()}\n{text}")
    assert not wrong.consistent
    assert wrong.verdict.endswith("of this table.")


def test_output_dicts_are_read_with_all_their_digits():
    truth, prediction = drawn(3)
    report = classification_report(truth, prediction, output_dict=True)
    for given in (report, json.dumps(report), str(report)):
        found = ac.solve(report=given)
        assert found.labels == tuple(sorted(set(truth)))
        assert found.margins_known
    rounded = {
        name: {key: round(x, 2) for key, x in one.items()} if isinstance(one, dict) else round(one, 2)
        for name, one in report.items()
    }
    assert read(rounded).of_classes[0]["precision"] == f"{report[found.labels[0]]['precision']:.2f}"
    assert ac.solve(report=rounded).consistent


def test_the_averages_of_older_versions_are_read():
    found = read("""
             precision    recall  f1-score   support

          a       0.71      0.50      0.59        60
          b       0.48      0.70      0.57        40

avg / total       0.62      0.58      0.58       100
""")
    assert found.labels == ("a", "b")
    assert found.overall == {"weighted_precision": "0.62", "accuracy": "0.58", "weighted_f1": "0.58"}


def test_what_is_0_because_nothing_was_predicted_contradicts_nothing():
    text = classification_report([0, 0, 1, 1, 1], [1, 1, 1, 1, 1], zero_division=0)
    assert (3, 2, 0, 0) in ac.solve(report=text)
    text = classification_report([0, 0, 1, 1, 2], [1, 1, 1, 1, 1], zero_division=0)
    assert ac.solve(report=text).consistent


def test_caret_names_its_positive_class_and_has_rows_of_predictions():
    found = ac.solve(report=CARET)
    assert found.labels == ("ham", "spam")
    assert (30, 12, 30, 28) in found
    assert len(found) == 1
    assert {x.name for x in found.figures} >= {
        "tp",
        "recall of 'spam'",
        "balanced_accuracy of 'spam'",
        "accuracy",
    }
    wrong = ac.solve(report=CARET.replace("Kappa : 0.186", "Kappa : 0.286"))
    assert [[str(x) for x in some] for some in wrong.conflicts] == [["cohen_kappa 0.286"]]
    assert wrong.verdict == (
        "The report has its table of 100 items of 2 classes: Informedness is 0.200. Cohen_kappa 0.286 is not "
        "that of this table."
    )
    assert wrong.table.counts.tolist() == [[30, 30], [12, 28]]
    assert "0.186" in str(wrong)  # its true value
    other = ac.solve(report=CARET, positive="ham")
    assert (28, 30, 12, 30) in other


def test_caret_prints_columns_of_classes():
    found = ac.solve(report=CARET_OF_THREE)
    assert found.table.counts.tolist() == [[50, 0, 0], [0, 47, 3], [0, 3, 47]]
    assert len(found.figures) == 2 + 3 * 7
    assert found.consistent
    wrong = ac.solve(
        report=CARET_OF_THREE.replace("0.9600", "0.9").replace("0.9400           0.9400", "0.9300  0.9400")
    )
    assert {str(x) for some in wrong.conflicts for x in some} == {
        "recall of 'versicolor' 0.9300", "precision of 'versicolor' 0.9300"
    }  # fmt: skip


def test_weka_s_matrix_is_taken_and_its_figures_are_checked():
    found = ac.solve(report=WEKA)
    assert found.labels == ("Iris-setosa", "Iris-versicolor", "Iris virginica")
    assert found.table.counts.tolist() == [[49, 1, 0], [0, 47, 3], [0, 2, 48]]
    assert {x.figure.measure for x in found.figures if x.label is None} == {
        "accuracy", "cohen_kappa", "weighted_precision", "weighted_f1", "weighted_fallout"
    }  # fmt: skip
    assert found.consistent
    wrong = ac.solve(report=WEKA.replace("0.985    0.990", "0.885    0.990"))
    assert [str(some[0]) for some in wrong.conflicts] == ["mcc of 'Iris-setosa' 0.885"]


def test_statistics_of_caret_without_the_table():
    statistics = CARET[CARET.index("               Accuracy") :]
    found = ac.solve(report=statistics, n=100)
    assert found.labels == ("(the other class)", "spam")
    assert (30, 12, 30, 28) in found
    assert found.number == 1
    assert (30, 12, 30, 28) in ac.solve(report=statistics)
    of_three = CARET_OF_THREE[CARET_OF_THREE.index("Overall") :]
    assert ac.solve(report=of_three, n=150).table.counts.tolist() == [[50, 0, 0], [0, 47, 3], [0, 3, 47]]
    with pytest.raises(ac.InputError, match="or the number of all items"):
        ac.solve(report=of_three)
    with pytest.raises(ac.InputError, match="'Positive' Class"):
        ac.solve(report=statistics.replace("'Positive' Class", "Class"))


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_statistics_of_pycm_without_the_table(classes):
    truth, prediction = drawn(classes)
    made = pycm.ConfusionMatrix(truth.tolist(), prediction.tolist())
    text = str(made)
    found = ac.solve(report=text[text.index("Class Statistics") :])
    labels = tuple(map(str, made.classes))
    assert found.labels == labels
    assert of_counts(np.array(made.to_array()), list(labels), labels[1]) in found
    if classes > 2:
        assert found.margins_known


def test_weka_of_more_classes_without_the_matrix():
    details = WEKA.split("=== Confusion", 1)[0]
    found = ac.solve(report=details)
    assert found.supports == (50, 50, 50)
    assert found.consistent
    assert ac.Tables.from_counts([[49, 1, 0], [0, 47, 3], [0, 2, 48]], labels=list(found.labels)) in found
    with pytest.raises(ac.InputError, match=r"leave from .* more than two classes need the support of each"):
        ac.solve(report=details.replace("Instances              150", "Instances              150000"))


def test_several_wrong_figures_of_many_have_several_smallest_sets():
    found = ac.solve(report=WEKA_OF_TWO.replace("0.714", "0.614").replace("0.588", "0.688"))
    sets = [{str(x) for x in some} for some in found.conflicts]
    assert len(sets) > 1
    assert any("f1 of 'yes' 0.688" in some for some in sets)
    assert any("precision of 'yes' 0.614" in some for some in sets)
    for some, other in combinations(sets, 2):
        assert not some <= other
    assert "there may be others" in " ".join(str(found).split())


def test_classes_with_the_names_of_averages():
    text = """
               precision    recall  f1-score   support

  avg / total       0.48      0.70      0.57        40
 weighted avg       0.71      0.50      0.59        60

     accuracy                           0.58       100
    macro avg       0.60      0.60      0.58       100
 weighted avg       0.62      0.58      0.58       100
"""
    found = read(text)
    assert found.labels == ("avg / total", "weighted avg")
    assert found.overall["weighted_precision"] == "0.62"
    assert (30, 12, 30, 28) in ac.solve(report=text)


def test_weka_of_two_classes_without_the_matrix():
    found = ac.solve(report=WEKA_OF_TWO, positive="yes")
    assert (30, 12, 30, 28) in found


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_pycm_is_read(classes):
    truth, prediction = drawn(classes)
    made = pycm.ConfusionMatrix(truth.tolist(), prediction.tolist())
    found = ac.solve(report=str(made))
    matrix = np.array(made.to_array())
    labels = tuple(map(str, made.classes))
    assert set(found.labels) == set(labels)
    assert of_counts(matrix, list(labels), labels[1]) in found
    assert found.consistent
    assert len(found.figures) > 20


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no report in this text, which is empty"),
        ("hello\nworld", r"which begins 'hello'\. What can be read: scikit-learn's classification_report"),
        ("precision recall f1-score support\n\n a 0.5 0.5 0.5 7\n", "has 1 class"),
        (
            "precision recall f1-score support\n\n a 0.5 0.5 0.5 7\n b 0.5 7\n",
            "is no class with four numbers",
        ),
        ("precision recall f1-score support\n a 1 1 1 7\n a 1 1 1 7\n", "two classes called 'a'"),
        ("precision recall f1-score support\n a 1 1 1 7\n b 1 1 1 7.5\n", "numbers of items are whole"),
        (
            "precision recall f1-score support\n a 1 1 1 7\n b 1 1 1 7\n accuracy 1.0 15\n",
            "add up to 14, but the report is of 15 items",
        ),
        (
            "precision recall f1-score support\n a 1 1 1 7\n b 1 1 1 7\n samples avg 1 1 1 14\n",
            "several labels each",
        ),
        ("precision recall f1-score support\n a 1.2 1 1 7\n b 1 1 1 7\n", "precision 1.2 is impossible"),
        (CARET.replace("Prediction spam", "Predicted spam"), "caret's table of Prediction against Reference"),
        (CARET.replace("Class : spam", "Class : eggs"), "the positive class 'eggs'"),
        ("Predict a b\nActual\na 1 2\nb 3\n", "PyCM's table could not be read"),
        (WEKA.replace(" 47  3 |", " 47 |"), "not square"),
    ],
)
def test_what_cannot_be_read_says_what_was_looked_for(text, words):
    with pytest.raises(ac.InputError, match=words):
        ac.solve(report=text)


def test_the_class_that_is_positive_is_one_of_the_report():
    with pytest.raises(
        ac.InputError, match="positive is 'eggs', but the classes of the report are 'spam' and 'ham'"
    ):
        ac.solve(report=CARET, positive="eggs")
    with pytest.raises(ac.InputError, match="give one"):
        ac.solve(recall="0.5", positive="a")
    with pytest.raises(ac.InputError, match="report is a text or a mapping, not int"):
        ac.solve(report=7)
    with pytest.raises(ac.InputError, match="the report is of 100 items, not 99"):
        ac.solve(report=CARET, n=99)
