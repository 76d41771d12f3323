"""The one place where a publication is cited in full; measures refer to it by key."""

REFERENCES: dict[str, str] = {
    "powers2003": (
        "D. M. W. Powers (2003). Recall and Precision versus the Bookmaker. ICCS-2003, Sydney, 529–534."
    ),
    "powers2007": (
        "D. M. W. Powers (2007). Evaluation: From Precision, Recall and F-Factor to ROC, Informedness, "
        "Markedness and Correlation. Tech. report SIE-07-001, Flinders University; J. Machine Learning "
        "Technologies 2(1), 2011, 37–63."
    ),
    "powers2008": "D. M. W. Powers (2008). Evaluation Evaluation: a Monte Carlo study. ECAI 2008, 843–844.",
    "powers2012": "D. M. W. Powers (2012). The Problem with Kappa. EACL 2012, 345–355.",
    "kuhn2008": (
        "M. Kuhn (2008). Building predictive models in R using the caret package. J. Statistical "
        "Software 28(5)."
    ),
    "matthews1975": (
        "B. W. Matthews (1975). Comparison of the predicted and observed secondary structure of T4 phage "
        "lysozyme. Biochim. Biophys. Acta 405(2), 442–451."
    ),
    "gorodkin2004": (
        "J. Gorodkin (2004). Comparing two K-category assignments by a K-category correlation "
        "coefficient. Computational Biology and Chemistry 28(5–6), 367–374."
    ),
    "cohen1960": (
        "J. Cohen (1960). A coefficient of agreement for nominal scales. Educ. Psychol. Meas. 20(1), 37–46."
    ),
    "scott1955": (
        "W. A. Scott (1955). Reliability of content analysis. Public Opinion Quarterly 19(3), 321–325."
    ),
    "bennett1954": (
        "E. M. Bennett, R. Alpert & A. C. Goldstein (1954). Communications through limited-response "
        "questioning. Public Opinion Quarterly 18(3), 303–308."
    ),
    "lavrac1999": (
        "N. Lavrač, P. Flach & B. Zupan (1999). Rule evaluation measures: a unifying view. ILP-99, 174–185."
    ),
    "yardstick": (
        "M. Kuhn, D. Vaughan & E. Hvitfeldt. yardstick: tidy characterizations of model performance (R "
        "package)."
    ),
    "sklearn": "F. Pedregosa et al. (2011). Scikit-learn: machine learning in Python. JMLR 12, 2825–2830.",
    "jaccard1912": (
        "P. Jaccard (1912). The distribution of the flora in the alpine zone. New Phytologist 11(2), 37–50."
    ),
    "rijsbergen1979": "C. J. van Rijsbergen (1979). Information Retrieval, 2nd ed. Butterworths, London.",
    "fowlkes1983": (
        "E. B. Fowlkes & C. L. Mallows (1983). A method for comparing two hierarchical clusterings. J. "
        "Amer. Statist. Assoc. 78(383), 553–569."
    ),
    "tversky1977": "A. Tversky (1977). Features of similarity. Psychological Review 84(4), 327–352.",
    "kubat1998": (
        "M. Kubat, R. C. Holte & S. Matwin (1998). Machine learning for the detection of oil spills in "
        "satellite radar images. Machine Learning 30, 195–215."
    ),
    "brodersen2010": (
        "K. H. Brodersen, C. S. Ong, K. E. Stephan & J. M. Buhmann (2010). The balanced accuracy and its "
        "posterior distribution. ICPR 2010, 3121–3124."
    ),
    "lewis1991": (
        "D. D. Lewis (1991). Evaluating text categorization. Speech and Natural Language Workshop, 312–318."
    ),
    "flach2003": (
        "P. A. Flach (2003). The geometry of ROC space: understanding machine learning metrics through "
        "ROC isometrics. ICML 2003, 194–201."
    ),
    "yule1900": (
        "G. U. Yule (1900). On the association of attributes in statistics. Phil. Trans. R. Soc. A 194, "
        "257–319."
    ),
    "yule1912": (
        "G. U. Yule (1912). On the methods of measuring association between two attributes. J. R. "
        "Statist. Soc. 75(6), 579–652."
    ),
    "pearson1900": (
        "K. Pearson (1900). On the correlation of characters not quantitatively measurable. Phil. Trans. "
        "R. Soc. A 195, 1–47."
    ),
    "bonett2005": (
        "D. G. Bonett & R. M. Price (2005). Inferential methods for the tetrachoric correlation "
        "coefficient. J. Educ. Behav. Statist. 30(2), 213–225."
    ),
    "brin1997": (
        "S. Brin, R. Motwani, J. D. Ullman & S. Tsur (1997). Dynamic itemset counting and implication "
        "rules for market basket data. SIGMOD 1997, 255–264."
    ),
    "peirce1884": (
        "C. S. Peirce (1884). The numerical measure of the success of predictions. Science ns-4(93), 453–454."
    ),
    "gilbert1884": (
        "G. K. Gilbert (1884). Finley's tornado predictions. American Meteorological Journal 1(5), 166–172."
    ),
    "clayton1934": "H. H. Clayton (1934). Rating weather forecasts. Bull. Amer. Meteor. Soc. 15, 279–283.",
    "schaefer1990": (
        "J. T. Schaefer (1990). The critical success index as an indicator of warning skill. Weather and "
        "Forecasting 5(4), 570–575."
    ),
    "gandin1992": (
        "L. S. Gandin & A. H. Murphy (1992). Equitable skill scores for categorical forecasts. Monthly "
        "Weather Review 120(2), 361–370."
    ),
    "gerrity1992": (
        "J. P. Gerrity (1992). A note on Gandin and Murphy's equitable skill score. Monthly Weather "
        "Review 120(11), 2709–2712."
    ),
    "stephenson2000": (
        "D. B. Stephenson (2000). Use of the “odds ratio” for diagnosing forecast skill. Weather and "
        "Forecasting 15(2), 221–232."
    ),
    "stephenson2008": (
        "D. B. Stephenson, B. Casati, C. A. T. Ferro & C. A. Wilson (2008). The extreme dependency "
        "score: a non-vanishing measure for forecasts of rare events. Meteorological Applications 15(1), "
        "41–50."
    ),
    "hogan2009": (
        "R. J. Hogan, E. J. O'Connor & A. J. Illingworth (2009). Verification of cloud-fraction "
        "forecasts. Q. J. R. Meteorol. Soc. 135(643), 1494–1511."
    ),
    "ferro2011": (
        "C. A. T. Ferro & D. B. Stephenson (2011). Extremal dependence indices: improved verification "
        "measures for deterministic forecasts of rare binary events. Weather and Forecasting 26(5), "
        "699–713."
    ),
    "spearman1904": (
        "C. Spearman (1904). The proof and measurement of association between two things. Amer. J. "
        "Psychology 15(1), 72–101."
    ),
    "kendall1945": (
        "M. G. Kendall (1945). The treatment of ties in ranking problems. Biometrika 33(3), 239–251."
    ),
    "stuart1953": (
        "A. Stuart (1953). The estimation and comparison of strengths of association in contingency "
        "tables. Biometrika 40(1–2), 105–110."
    ),
    "goodman1954": (
        "L. A. Goodman & W. H. Kruskal (1954). Measures of association for cross classifications. J. "
        "Amer. Statist. Assoc. 49(268), 732–764."
    ),
    "somers1962": (
        "R. H. Somers (1962). A new asymmetric measure of association for ordinal variables. Amer. "
        "Sociological Review 27(6), 799–811."
    ),
    "cohen1968": (
        "J. Cohen (1968). Weighted kappa: nominal scale agreement with provision for scaled disagreement "
        "or partial credit. Psychological Bulletin 70(4), 213–220."
    ),
    "fleiss1973": (
        "J. L. Fleiss & J. Cohen (1973). The equivalence of weighted kappa and the intraclass "
        "correlation coefficient as measures of reliability. Educ. Psychol. Meas. 33(3), 613–619."
    ),
    "vanbelle2009": (
        "S. Vanbelle & A. Albert (2009). A note on the linearly weighted kappa coefficient for ordinal "
        "scales. Statistical Methodology 6(2), 157–163."
    ),
    "baccianella2009": (
        "S. Baccianella, A. Esuli & F. Sebastiani (2009). Evaluation measures for ordinal regression. "
        "ISDA 2009, 283–287."
    ),
    "weka": (
        "M. Hall et al. (2009). The WEKA data mining software: an update. SIGKDD Explorations 11(1), 10–18."
    ),
    "scores": (
        "T. Leeuwenburg et al. (2024). scores: a Python package for verifying and evaluating models and "
        "predictions with xarray. J. Open Source Software 9(99), 6889."
    ),
}
