"""Files that are not text: Arrow, Parquet, spreadsheets and archives."""
