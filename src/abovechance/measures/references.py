"""The one place where a publication is cited in full; measures refer to it by key."""

REFERENCES: dict[str, str] = {
    "powers2003": "D. M. W. Powers (2003). Recall and Precision versus the Bookmaker. ICCS-2003, Sydney, 529–534.",
    "powers2007": (
        "D. M. W. Powers (2007). Evaluation: From Precision, Recall and F-Factor to ROC, Informedness, Markedness "
        "and Correlation. Tech. report SIE-07-001, Flinders University; J. Machine Learning Technologies 2(1), 2011, 37–63."
    ),
    "powers2008": "D. M. W. Powers (2008). Evaluation Evaluation: a Monte Carlo study. ECAI 2008, 843–844.",
    "powers2012": "D. M. W. Powers (2012). The Problem with Kappa. EACL 2012, 345–355.",
    "kuhn2008": "M. Kuhn (2008). Building predictive models in R using the caret package. J. Statistical Software 28(5).",
    "matthews1975": (
        "B. W. Matthews (1975). Comparison of the predicted and observed secondary structure of T4 phage lysozyme. "
        "Biochim. Biophys. Acta 405(2), 442–451."
    ),
    "gorodkin2004": (
        "J. Gorodkin (2004). Comparing two K-category assignments by a K-category correlation coefficient. "
        "Computational Biology and Chemistry 28(5–6), 367–374."
    ),
    "cohen1960": "J. Cohen (1960). A coefficient of agreement for nominal scales. Educ. Psychol. Meas. 20(1), 37–46.",
    "scott1955": "W. A. Scott (1955). Reliability of content analysis. Public Opinion Quarterly 19(3), 321–325.",
    "bennett1954": (
        "E. M. Bennett, R. Alpert & A. C. Goldstein (1954). Communications through limited-response questioning. "
        "Public Opinion Quarterly 18(3), 303–308."
    ),
    "lavrac1999": "N. Lavrač, P. Flach & B. Zupan (1999). Rule evaluation measures: a unifying view. ILP-99, 174–185.",
    "yardstick": "M. Kuhn, D. Vaughan & E. Hvitfeldt. yardstick: tidy characterizations of model performance (R package).",
    "sklearn": "F. Pedregosa et al. (2011). Scikit-learn: machine learning in Python. JMLR 12, 2825–2830.",
}
