"""The publications behind the curves, cited in full; those of the measures of a table are cited with them."""

from abovechance.measures.references import REFERENCES as OF_MEASURES

OF_CURVES: dict[str, str] = {
    "boyd2013": (
        "K. Boyd, K. H. Eng & C. D. Page (2013). Area under the precision-recall curve: point estimates and "
        "confidence intervals. ECML PKDD 2013, LNCS 8190, 451–466."
    ),
    "brier1950": (
        "G. W. Brier (1950). Verification of forecasts expressed in terms of probability. Monthly Weather "
        "Review 78(1), 1–3."
    ),
    "davis2006": (
        "J. Davis & M. Goadrich (2006). The relationship between Precision-Recall and ROC curves. ICML 2006, "
        "233–240."
    ),
    "flach2015": (
        "P. A. Flach & M. Kull (2015). Precision-Recall-Gain curves: PR analysis done right. NIPS 2015, "
        "838–846."
    ),
    "good1952": "I. J. Good (1952). Rational decisions. J. R. Statist. Soc. B 14(1), 107–114.",
    "hand2001": (
        "D. J. Hand & R. J. Till (2001). A simple generalisation of the area under the ROC curve for "
        "multiple class classification problems. Machine Learning 45(2), 171–186."
    ),
    "hand2009": (
        "D. J. Hand (2009). Measuring classifier performance: a coherent alternative to the area under the "
        "ROC curve. Machine Learning 77(1), 103–123."
    ),
    "hand2014": (
        "D. J. Hand & C. Anagnostopoulos (2014). A better Beta for the H measure of classification "
        "performance. Pattern Recognition Letters 40, 41–46."
    ),
    "hanley1982": (
        "J. A. Hanley & B. J. McNeil (1982). The meaning and use of the area under a receiver operating "
        "characteristic (ROC) curve. Radiology 143(1), 29–36."
    ),
    "hautus1995": (
        "M. J. Hautus (1995). Corrections for extreme proportions and their biasing effects on estimated "
        "values of d′. Behavior Research Methods, Instruments & Computers 27(1), 46–51."
    ),
    "hernandez2012": (
        "J. Hernández-Orallo, P. Flach & C. Ferri (2012). A unified view of performance metrics: translating "
        "threshold choice into expected classification loss. JMLR 13, 2813–2869."
    ),
    "kaymak2012": (
        "U. Kaymak, A. Ben-David & R. Potharst (2012). The AUK: a simple alternative to the AUC. Engineering "
        "Applications of Artificial Intelligence 25(5), 1082–1089."
    ),
    "keilwagen2014": (
        "J. Keilwagen, I. Grosse & J. Grau (2014). Area under precision-recall curves for weighted and "
        "unweighted data. PLoS ONE 9(3), e92209."
    ),
    "mann1947": (
        "H. B. Mann & D. R. Whitney (1947). On a test of whether one of two random variables is "
        "stochastically larger than the other. Annals of Mathematical Statistics 18(1), 50–60."
    ),
    "mcclish1989": (
        "D. K. McClish (1989). Analyzing a portion of the ROC curve. Medical Decision Making 9(3), 190–195."
    ),
    "murphy1973": (
        "A. H. Murphy (1973). A new vector partition of the probability score. J. Applied Meteorology 12(4), "
        "595–600."
    ),
    "provost2000": (
        "F. Provost & P. Domingos (2000). Well-trained PETs: improving probability estimation trees. CeDER "
        "working paper IS-00-04, New York University."
    ),
    "provost2001": (
        "F. Provost & T. Fawcett (2001). Robust classification for imprecise environments. Machine Learning "
        "42(3), 203–231."
    ),
    "rapidminer": (
        "RapidMiner Studio, operator Performance (Binominal Classification): AUC, optimistic and pessimistic."
    ),
    "smirnov1948": (
        "N. Smirnov (1948). Table for estimating the goodness of fit of empirical distributions. Annals of "
        "Mathematical Statistics 19(2), 279–281."
    ),
}

REFERENCES = OF_MEASURES | OF_CURVES
"""All of them by their keys."""
