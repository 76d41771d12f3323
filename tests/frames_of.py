"""One table in every library and engine that frames are taken from."""

import dask.dataframe
import duckdb
import ibis
import pandas as pd
import polars as pl

IN_MEMORY = ("pandas", "polars", "pyarrow")
IN_PROCESS = ("polars lazy", "duckdb", "dask", "ibis")
LAZY = (*IN_PROCESS, "spark")


def frame_of(table, engine, connect=None):
    """An Arrow table as a frame of an engine; of Spark by a session, ``connect``."""
    make = {
        "pandas": _pandas,
        "polars": pl.from_arrow,
        "pyarrow": lambda table: table,
        "polars lazy": lambda table: pl.from_arrow(table).lazy(),
        "duckdb": lambda table: duckdb.connect().from_arrow(table),
        "dask": lambda table: dask.dataframe.from_pandas(_pandas(table), npartitions=2),
        "ibis": ibis.memtable,
        "spark": lambda table: connect.createDataFrame(table),  # noqa: PLW0108 - there may be no session
    }
    return make[engine](table)


def _pandas(table):
    return table.to_pandas(types_mapper=pd.ArrowDtype)
