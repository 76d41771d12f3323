"""The one data structure: a batch of contingency tables, how it is shown, re-weighted and added up."""
