"""Tables of engines: a DuckDB database, or a Spark cluster, asked for what files are asked for."""
