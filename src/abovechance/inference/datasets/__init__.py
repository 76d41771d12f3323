"""Systems over several data sets or folds."""
