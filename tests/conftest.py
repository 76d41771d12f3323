"""How Hypothesis runs here, without deadlines and on CI always with the same examples, and a Spark Connect server."""

import os

import pytest
from hypothesis import settings

settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.fixture(scope="session")
def connect_url():
    """The URL of a Spark Connect server that needs no Java."""
    from pysail.spark import SparkConnectServer

    server = SparkConnectServer(port=0)
    server.start(background=True)
    host, port = server.listening_address
    yield f"sc://{host}:{port}"
    server.stop()


@pytest.fixture(scope="session")
def connect(connect_url):
    """A session of Spark Connect on the server that needs no Java."""
    from pyspark.sql.connect.session import SparkSession

    session = SparkSession.builder.remote(connect_url).create()
    yield session
    session.stop()
