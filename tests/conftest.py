"""How Hypothesis runs here, without deadlines and on CI always with the same examples, and a Spark Connect server.

Where there is no browser, its tests are left out, and the last line says so.
"""

import os

import pytest
from hypothesis import settings

from tests.browsers import ADVICE, are_left_out

settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_ignore_collect(collection_path):
    """Leave the browser's tests out where there is none."""
    return True if collection_path.name == "browser" and are_left_out() else None


def pytest_terminal_summary(terminalreporter):
    """Say plainly what was left out."""
    if are_left_out():
        terminalreporter.write_sep("=", "left out", yellow=True)
        terminalreporter.write_line(ADVICE)


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
