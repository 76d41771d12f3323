"""Real Apache Spark for the tests: a cluster of processes, and its Spark Connect server."""

import importlib.util
from pathlib import Path

import pytest

_FILE = Path(__file__).parent.parent.parent / "tools" / "spark_cluster.py"
_SPEC = importlib.util.spec_from_file_location("spark_cluster", _FILE)
SCRIPT = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(SCRIPT)

SETTINGS = {
    "spark.executor.cores": "1",
    "spark.executor.memory": "512m",
    "spark.executor.extraJavaOptions": SCRIPT.SHORT_LIVED,
    "spark.driver.extraJavaOptions": SCRIPT.SHORT_LIVED,
    "spark.sql.shuffle.partitions": "2",
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Let one process have all tests of this folder where several share the work: one cluster is enough."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.xdist_group("spark"))


@pytest.fixture(scope="session")
def spark_cluster():
    """The script that runs clusters."""
    return SCRIPT


@pytest.fixture(scope="session")
def cluster():
    """A master and two workers, each a process of its own."""
    with SCRIPT.cluster(workers=2, settings=SETTINGS) as running:
        yield running


@pytest.fixture(scope="session")
def cluster_url(cluster):
    """The URL of Spark's own Connect server on the cluster."""
    return cluster.connect()


@pytest.fixture(scope="session")
def cluster_session(cluster_url):
    """A session of Spark Connect on the cluster."""
    from pyspark.sql.connect.session import SparkSession

    session = SparkSession.builder.remote(cluster_url).create()
    yield session
    session.stop()


@pytest.fixture(params=["connect", "cluster_session"])
def session(request):
    """A session on each of the two: the server without Java, and the real cluster."""
    return request.getfixturevalue(request.param)
