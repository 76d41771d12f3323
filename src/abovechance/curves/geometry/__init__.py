"""ROC space and the others: isometrics, concavities, repair."""
