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
    "aickin1990": (
        "M. Aickin (1990). Maximum likelihood estimation of agreement in the constant predictive "
        "probability model, and its relation to Cohen's kappa. Biometrics 46(2), 293–302."
    ),
    "anderberg1973": "M. R. Anderberg (1973). Cluster Analysis for Applications. Academic Press.",
    "bangdiwala1985": (
        "S. I. Bangdiwala (1985). A graphical test for observer agreement. Bull. International "
        "Statistical Institute 51, 307–308."
    ),
    "baroni1976": (
        "C. Baroni-Urbani & M. W. Buser (1976). Similarity of binary data. Systematic Zoology 25(3), 251–259."
    ),
    "batagelj1995": (
        "V. Batagelj & M. Bren (1995). Comparing resemblance measures. J. Classification 12(1), 73–90."
    ),
    "batuwita2009": (
        "R. Batuwita & V. Palade (2009). A new performance measure for class imbalance learning. ICMLA "
        "2009, 545–550."
    ),
    "baulieu1989": (
        "F. B. Baulieu (1989). A classification of presence/absence based dissimilarity coefficients. J. "
        "Classification 6, 233–246."
    ),
    "baulieu1997": (
        "F. B. Baulieu (1997). Two variant axiom systems for presence/absence based dissimilarity "
        "coefficients. J. Classification 14, 159–170."
    ),
    "bekkar2013": (
        "M. Bekkar, H. K. Djemaa & T. A. Alitouche (2013). Evaluation measures for models assessment over "
        "imbalanced data sets. J. Information Engineering and Applications 3(10), 27–38."
    ),
    "benhur2002": (
        "A. Ben-Hur, A. Elisseeff & I. Guyon (2002). A stability based method for discovering structure "
        "in clustered data. Pacific Symp. Biocomputing 7, 6–17."
    ),
    "benini1901": "R. Benini (1901). Principii di demografia. Barbera, Firenze.",
    "bergsma2013": (
        "W. Bergsma (2013). A bias-correction for Cramér's V and Tschuprow's T. J. Korean Statistical "
        "Society 42(3), 323–328."
    ),
    "blakeley1995": (
        "D. D. Blakeley, E. Z. Oddone, V. Hasselblad, D. L. Simel & D. B. Matchar (1995). Noninvasive "
        "carotid artery testing: a meta-analytic review. Annals of Internal Medicine 122(5), 360–367."
    ),
    "bookmaker2007": (
        "S. P. Fitzgibbon & D. M. W. Powers (2003, 2007). bookmaker.m: Bookmaker statistics of a "
        "contingency table (Matlab script)."
    ),
    "braunblanquet1932": (
        "J. Braun-Blanquet (1932). Plant Sociology: the Study of Plant Communities. McGraw-Hill."
    ),
    "bray1957": (
        "J. R. Bray & J. T. Curtis (1957). An ordination of the upland forest communities of southern "
        "Wisconsin. Ecological Monographs 27(4), 325–349."
    ),
    "byrt1993": (
        "T. Byrt, J. Bishop & J. B. Carlin (1993). Bias, prevalence and kappa. J. Clinical Epidemiology "
        "46(5), 423–429."
    ),
    "clement1976": (
        "P. W. Clement (1976). A formula for computing inter-observer agreement. Psychological Reports "
        "39(1), 257–258."
    ),
    "consonni2012": (
        "V. Consonni & R. Todeschini (2012). New similarity coefficients for binary data. MATCH Commun. "
        "Math. Comput. Chem. 68, 581–592."
    ),
    "cramer1946": "H. Cramér (1946). Mathematical Methods of Statistics. Princeton University Press.",
    "cronbach1951": (
        "L. J. Cronbach (1951). Coefficient alpha and the internal structure of tests. Psychometrika "
        "16(3), 297–334."
    ),
    "dallmeier2005": (
        "V. Dallmeier, C. Lindig & A. Zeller (2005). Lightweight defect localization for Java. ECOOP "
        "2005, 528–550."
    ),
    "delgado2019": (
        "R. Delgado & J. D. Núñez-González (2019). Enhancing confusion entropy as measure for evaluating "
        "classifiers. SOCO 2018, 79–89."
    ),
    "dennis1965": (
        "S. F. Dennis (1965). The construction of a thesaurus automatically from a sample of text. NBS "
        "Miscellaneous Publication 269, 61–148."
    ),
    "digby1983": (
        "P. G. N. Digby (1983). Approximating the tetrachoric correlation coefficient. Biometrics 39(3), "
        "753–757."
    ),
    "eyraud1936": (
        "H. Eyraud (1936). Les principes de la mesure des corrélations. Ann. Univ. Lyon, série 3, section "
        "A 1, 30–47."
    ),
    "fager1963": (
        "E. W. Fager & J. A. McGowan (1963). Zooplankton species groups in the North Pacific. Science "
        "140(3566), 453–460."
    ),
    "faith1983": "D. P. Faith (1983). Asymmetric binary similarity measures. Oecologia 57(3), 287–290.",
    "ferri2009": (
        "C. Ferri, J. Hernández-Orallo & R. Modroiu (2009). An experimental comparison of performance "
        "measures for classification. Pattern Recognition Letters 30(1), 27–38."
    ),
    "fisher1922": (
        "R. A. Fisher (1922). On the interpretation of χ² from contingency tables, and the calculation of "
        "P. J. Royal Statistical Society 85(1), 87–94."
    ),
    "forbes1925": (
        "S. A. Forbes (1925). Method of determining and measuring the associative relations of species. "
        "Science 61, 518–524."
    ),
    "fossum1966": (
        "E. G. Fossum & G. Kaskey (1966). Optimization and standardization of information retrieval "
        "language and systems. Univac Division, Sperry Rand."
    ),
    "garcia2009": (
        "V. García, R. A. Mollineda & J. S. Sánchez (2009). Index of balanced accuracy: a performance "
        "measure for skewed class distributions. IbPRIA 2009, 441–448."
    ),
    "gilbert1966": "N. Gilbert & T. C. E. Wells (1966). Analysis of quadrat data. J. Ecology 54(3), 675–685.",
    "goodall1967": (
        "D. W. Goodall (1967). The distribution of the matching coefficient. Biometrics 23(4), 647–656."
    ),
    "gwet2008": (
        "K. L. Gwet (2008). Computing inter-rater reliability and its variance in the presence of high "
        "agreement. Brit. J. Math. Stat. Psychol. 61(1), 29–48."
    ),
    "hamming1950": (
        "R. W. Hamming (1950). Error detecting and error correcting codes. Bell System Technical J. "
        "29(2), 147–160."
    ),
    "harris1978": (
        "F. C. Harris & B. B. Lahey (1978). A method for combining occurrence and nonoccurrence "
        "interobserver agreement scores. J. Applied Behavior Analysis 11(4), 523–527."
    ),
    "hawkins1975": (
        "R. P. Hawkins & V. A. Dotson (1975). Reliability scores that delude. In Behavior Analysis: Areas "
        "of Research and Application, Prentice-Hall, 359–376."
    ),
    "hubert1985": "L. Hubert & P. Arabie (1985). Comparing partitions. J. Classification 2(1), 193–218.",
    "kendall1938": "M. G. Kendall (1938). A new measure of rank correlation. Biometrika 30(1–2), 81–93.",
    "kent1977": (
        "R. N. Kent & S. L. Foster (1977). Direct observational procedures: methodological issues in "
        "naturalistic settings. In Handbook of Behavioral Assessment, Wiley, 279–328."
    ),
    "kononenko1991": (
        "I. Kononenko & I. Bratko (1991). Information-based evaluation criterion for classifier's "
        "performance. Machine Learning 6(1), 67–80."
    ),
    "koppen1884": (
        "W. Köppen (1884). Eine rationelle Methode zur Prüfung der Wetterprognosen. Meteorologische "
        "Zeitschrift 1, 397–404."
    ),
    "koukoulas2001": (
        "S. Koukoulas & G. A. Blackburn (2001). Introducing new indices for accuracy evaluation of "
        "classified images representing semi-natural woodland environments. Photogrammetric Engineering & "
        "Remote Sensing 67(4), 499–510."
    ),
    "krippendorff2004": (
        "K. Krippendorff (2004). Content Analysis: an Introduction to its Methodology, 2nd edition. Sage."
    ),
    "kuder1937": (
        "G. F. Kuder & M. W. Richardson (1937). The theory of the estimation of test reliability. "
        "Psychometrika 2(3), 151–160."
    ),
    "kuhns1965": (
        "J. L. Kuhns (1965). The continuum of coefficients of association. NBS Miscellaneous Publication "
        "269, 33–39."
    ),
    "kullback1951": (
        "S. Kullback & R. A. Leibler (1951). On information and sufficiency. Annals of Mathematical "
        "Statistics 22(1), 79–86."
    ),
    "kvalseth1987": (
        "T. O. Kvålseth (1987). Entropy and correlation: some comments. IEEE Trans. Systems, Man, and "
        "Cybernetics 17(3), 517–519."
    ),
    "labatut2011": (
        "V. Labatut & H. Cherifi (2011). Evaluation of performance measures for classifiers comparison. "
        "Ubiquitous Computing and Communication J. 6, 21–34."
    ),
    "lance1966": (
        "G. N. Lance & W. T. Williams (1966). Computer programs for hierarchical polythetic "
        "classification. Computer J. 9(1), 60–64."
    ),
    "loevinger1948": (
        "J. Loevinger (1948). The technic of homogeneous tests compared with some aspects of scale "
        "analysis and factor analysis. Psychological Bulletin 45(6), 507–529."
    ),
    "macmillan2005": (
        "N. A. Macmillan & C. D. Creelman (2005). Detection Theory: a User's Guide, 2nd edition. Erlbaum."
    ),
    "maratea2014": (
        "A. Maratea, A. Petrosino & M. Manzo (2014). Adjusted F-measure and kernel scaling for imbalanced "
        "data learning. Information Sciences 257, 331–341."
    ),
    "martin2004": (
        "A. Martín Andrés & P. Femia Marzo (2004). Delta: a new measure of agreement between two raters. "
        "Brit. J. Math. Stat. Psychol. 57(1), 1–19."
    ),
    "maxwell1977": (
        "A. E. Maxwell (1977). Coefficients of agreement between observers and their interpretation. "
        "British J. Psychiatry 130(1), 79–83."
    ),
    "meila2007": (
        "M. Meilă (2007). Comparing clusterings: an information based distance. J. Multivariate Analysis "
        "98(5), 873–895."
    ),
    "mirkin1996": "B. Mirkin (1996). Mathematical Classification and Clustering. Kluwer.",
    "mosley2013": (
        "L. Mosley (2013). A balanced approach to the multi-class imbalance problem. PhD thesis, Iowa "
        "State University."
    ),
    "pearson1904": (
        "K. Pearson (1904). On the theory of contingency and its relation to association and normal "
        "correlation. Drapers' Company Research Memoirs, Biometric Series I."
    ),
    "perkins2006": (
        "N. J. Perkins & E. F. Schisterman (2006). The inconsistency of optimal cutpoints obtained using "
        "two criteria based on the receiver operating characteristic curve. American J. Epidemiology "
        "163(7), 670–675."
    ),
    "pycm": (
        "S. Haghighi, M. Jasemi, S. Hessabi & A. Zolanvari (2018). PyCM: multiclass confusion matrix "
        "library in Python. J. Open Source Software 3(25), 729."
    ),
    "quinlan1993": "J. R. Quinlan (1993). C4.5: Programs for Machine Learning. Morgan Kaufmann.",
    "rajski1961": (
        "C. Rajski (1961). A metric space of discrete probability distributions. Information and Control "
        "4(4), 371–377."
    ),
    "ranawana2006": (
        "R. Ranawana & V. Palade (2006). Optimized precision: a new measure for classifier performance "
        "evaluation. IEEE CEC 2006, 2254–2261."
    ),
    "rand1971": (
        "W. M. Rand (1971). Objective criteria for the evaluation of clustering methods. J. American "
        "Statistical Association 66(336), 846–850."
    ),
    "rosenberg2007": (
        "A. Rosenberg & J. Hirschberg (2007). V-measure: a conditional entropy-based external cluster "
        "evaluation measure. EMNLP-CoNLL 2007, 410–420."
    ),
    "sakoda1977": (
        "J. M. Sakoda (1977). Measures of association for multivariate contingency tables. Proc. Social "
        "Statistics Section, American Statistical Association, 777–780."
    ),
    "shannon1948": (
        "C. E. Shannon (1948). A mathematical theory of communication. Bell System Technical J. 27, "
        "379–423 and 623–656."
    ),
    "simpson1943": (
        "G. G. Simpson (1943). Mammals and the nature of continents. American J. Science 241(1), 1–31."
    ),
    "sindhwani2001": (
        "V. Sindhwani, P. Bhattacharya & S. Rakshit (2001). Information theoretic feature crediting in "
        "multiclass support vector machines. SIAM Data Mining 2001."
    ),
    "strehl2002": (
        "A. Strehl & J. Ghosh (2002). Cluster ensembles: a knowledge reuse framework for combining "
        "multiple partitions. JMLR 3, 583–617."
    ),
    "theil1970": (
        "H. Theil (1970). On the estimation of relationships involving qualitative variables. American J. "
        "Sociology 76(1), 103–154."
    ),
    "tschuprow1925": (
        "A. A. Tschuprow (1925). Grundbegriffe und Grundprobleme der Korrelationstheorie. Teubner, Leipzig."
    ),
    "vickers2006": (
        "A. J. Vickers & E. B. Elkin (2006). Decision curve analysis: a novel method for evaluating "
        "prediction models. Medical Decision Making 26(6), 565–574."
    ),
    "wallace1983": (
        "D. L. Wallace (1983). A method for comparing two hierarchical clusterings: comment. J. American "
        "Statistical Association 78(383), 569–576."
    ),
    "pfitzner2009": (
        "D. Pfitzner, R. Leibbrandt & D. Powers (2009). Characterization and evaluation of similarity "
        "measures for pairs of clusterings. Knowledge and Information Systems 19(3), 361–394."
    ),
    "vinh2010": (
        "N. X. Vinh, J. Epps & J. Bailey (2010). Information theoretic measures for clusterings comparison: "
        "variants, properties, normalization and correction for chance. JMLR 11, 2837–2854."
    ),
    "albatineh2006": (
        "A. N. Albatineh, M. Niewiadomska-Bugaj & D. Mihalko (2006). On similarity indices and correction "
        "for chance agreement. J. Classification 23(2), 301–313."
    ),
    "zhao2001": (
        "Y. Zhao & G. Karypis (2001). Criterion functions for document clustering: experiments and analysis. "
        "Tech. report 01-40, University of Minnesota."
    ),
    "larsen1999": (
        "B. Larsen & C. Aone (1999). Fast and effective text mining using linear-time document clustering. "
        "KDD-99, 16–22."
    ),
    "vandongen2000": (
        "S. van Dongen (2000). Performance criteria for graph clustering and Markov cluster experiments. "
        "Tech. report INS-R0012, CWI, Amsterdam."
    ),
    "warrens2008": (
        "M. J. Warrens (2008). On the equivalence of Cohen's kappa and the Hubert-Arabie adjusted Rand "
        "index. J. Classification 25(2), 177–183."
    ),
    "wei2010": (
        "J.-M. Wei, X.-J. Yuan, Q.-H. Hu & S.-Q. Wang (2010). A novel measure for evaluating classifiers. "
        "Expert Systems with Applications 37(5), 3799–3809."
    ),
    "wilks1935": (
        "S. S. Wilks (1935). The likelihood test of independence in contingency tables. Annals of "
        "Mathematical Statistics 6(4), 190–196."
    ),
    "pearson1900chi": (
        "K. Pearson (1900). On the criterion that a given system of deviations from the probable can be "
        "reasonably supposed to have arisen from random sampling. Philosophical Magazine 50(302), 157–175."
    ),
    "altman1991": "D. G. Altman (1991). Practical Statistics for Medical Research. Chapman & Hall.",
    "regier2013": (
        "D. A. Regier, W. E. Narrow, D. E. Clarke, H. C. Kraemer, S. J. Kuramoto, E. A. Kuhl and "
        "D. J. Kupfer (2013). DSM-5 field trials in the United States and Canada, part II: test-retest "
        "reliability of selected categorical diagnoses. American Journal of Psychiatry 170(1), 59–70."
    ),
    "cicchetti1994": (
        "D. V. Cicchetti (1994). Guidelines, criteria, and rules of thumb for evaluating normed and "
        "standardized assessment instruments in psychology. Psychological Assessment 6(4), 284–290."
    ),
    "fleiss1981": "J. L. Fleiss (1981). Statistical Methods for Rates and Proportions, 2nd edition. Wiley.",
    "fleiss2003": (
        "J. L. Fleiss, B. Levin & M. C. Paik (2003). Statistical Methods for Rates and Proportions, 3rd "
        "edition. Wiley."
    ),
    "jaeschke1994": (
        "R. Jaeschke, G. H. Guyatt & D. L. Sackett (1994). Users' guides to the medical literature III: "
        "how to use an article about a diagnostic test, B. JAMA 271(9), 703–707."
    ),
    "landis1977": (
        "J. R. Landis & G. G. Koch (1977). The measurement of observer agreement for categorical data. "
        "Biometrics 33(1), 159–174."
    ),
    "mukaka2012": (
        "M. M. Mukaka (2012). A guide to appropriate use of correlation coefficient in medical research. "
        "Malawi Medical J. 24(3), 69–71."
    ),
    "rea1992": "L. M. Rea & R. A. Parker (1992). Designing and Conducting Survey Research. Jossey-Bass.",
}
