"""The app without a network, and a client that has the cookie."""

import pytest
from starlette.testclient import TestClient

from abovechance.web.app import make_app
from abovechance.web.settings import Settings

PAGE, OTHER_PAGE = "page-of-the-first-tab", "page-of-the-second-tab"


@pytest.fixture(scope="session")
def settings():
    return Settings(port=8000, max_upload=100_000, max_seconds=20)


@pytest.fixture(scope="session")
def app(settings):
    return make_app(settings)


@pytest.fixture(scope="session")
def running(app):
    """The one client that runs the app: its worker process starts once."""
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client


@pytest.fixture
def stranger(running, app):
    """A client without the cookie, whose requests the running app answers in its one event loop."""
    client = TestClient(app, base_url="http://127.0.0.1:8000", follow_redirects=False)
    client.portal = running.portal  # the locks of the workers belong to that loop
    return client


@pytest.fixture
def client(stranger, settings):
    """A client that came by the printed address."""
    stranger.get("/", params={"token": settings.token})
    stranger.headers["X-Page"] = PAGE
    return stranger
