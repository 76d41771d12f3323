"""Only the page that the user opened is answered."""

import socket

import pytest

from abovechance.web.rooms import ROOMS
from abovechance.web.settings import Settings

PAGES = [f"/{room.name}" for room in ROOMS]
READS = [*PAGES, "/", "/openapi.json"]
ENDPOINTS = [f"/api/{room.name}/{endpoint.name}" for room in ROOMS for endpoint in room.endpoints]


@pytest.mark.parametrize(
    "host", ["evil.example:8000", "127.0.0.1:8001", "127.0.0.1", "", "localhost.evil.example:8000"]
)
def test_a_foreign_host_is_refused(client, host):
    answer = client.get("/explore", headers={"Host": host})
    assert answer.status_code == 421
    assert "127.0.0.1:8000" in answer.json()["error"]


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_our_hosts_are_answered(client, settings, host):
    client.cookies.clear()
    cookie = {"Cookie": f"{settings.cookie}={settings.session}"}
    assert client.get("/explore", headers={"Host": host, **cookie}).status_code == 200


def test_a_server_for_others_answers_to_addresses_but_not_to_names():
    settings = Settings(host="0.0.0.0", port=80)
    assert settings.answers_to("192.168.1.7:80")
    assert settings.answers_to("localhost:80")
    assert not settings.answers_to("rebound.example:80")
    assert not Settings(port=80).answers_to("192.168.1.7:80")
    assert Settings(host="box.local", port=80).answers_to("box.local:80")
    assert settings.answers_to(f"{socket.gethostname().upper()}:80")
    assert not Settings(host="192.168.1.7", port=80).answers_to(f"{socket.gethostname()}:80")


def test_browsers_leave_out_the_usual_port():
    settings = Settings(port=80)
    for host in ("127.0.0.1", "localhost", "[::1]", "127.0.0.1:80", "[::1]:80"):
        assert settings.answers_to(host)
    for host in ("evil.example", "", "127.0.0.1:", "127.0.0.1:8080", "127.0.0.1:eighty"):
        assert not settings.answers_to(host)
    assert not Settings(port=8000).answers_to("127.0.0.1")


@pytest.mark.parametrize("path", [*READS, *ENDPOINTS])
@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9000", "https://127.0.0.1:8000"]
)
def test_a_foreign_origin_is_refused(client, path, origin):
    method = "POST" if path in ENDPOINTS else "GET"
    assert client.request(method, path, headers={"Origin": origin}).status_code == 403


def test_our_origin_is_answered(client):
    headers = {"Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "same-origin"}
    assert client.get("/openapi.json", headers=headers).status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_site_embeds_is_refused(client, site):
    assert (
        client.get("/explore", headers={"Sec-Fetch-Site": site, "Sec-Fetch-Dest": "iframe"}).status_code
        == 403
    )


@pytest.mark.parametrize("path", [*READS, *ENDPOINTS, "/nowhere"])
def test_without_the_cookie_nothing_is_read_or_computed(stranger, path):
    method = "POST" if path in ENDPOINTS else "GET"
    answer = stranger.request(method, path)
    assert answer.status_code == 401
    assert "printed" in answer.json()["error"]


def test_without_the_cookie_a_browser_is_told_how_to_get_it(stranger):
    answer = stranger.get("/explore", headers={"Accept": "text/html"})
    assert answer.status_code == 401
    assert "abovechance serve" in answer.text


@pytest.mark.parametrize("cookie", ["", "x", "é"])
def test_a_wrong_cookie_is_none(stranger, settings, cookie):
    answer = stranger.get("/explore", headers={"Cookie": f"{settings.cookie}={cookie}".encode()})
    assert answer.status_code == 401


def test_the_token_becomes_a_cookie_and_leaves_the_address(stranger, settings):
    answer = stranger.get("/explore", params={"token": settings.token, "a": "b c"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/explore?a=b+c"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "max-age" not in cookie
    assert "expires" not in cookie
    assert settings.token.lower() not in cookie
    assert stranger.get("/explore").status_code == 200


def test_a_wrong_token_gets_no_cookie(stranger):
    answer = stranger.get("/", params={"token": "guessed"})
    assert answer.status_code == 303
    assert "set-cookie" not in answer.headers


def test_the_redirect_never_leads_elsewhere(stranger, settings):
    answer = stranger.get(f"http://127.0.0.1:8000//evil.example/?token={settings.token}")
    assert answer.headers["location"] == "/evil.example/"


@pytest.mark.parametrize("path", [*READS, "/assets/base.css", "/assets/api.js", "/nowhere"])
def test_every_response_has_the_headers_of_a_strict_page(client, path):
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/nowhere", "/evaluate/reports/a/b/c/view", "/assets/nothing.css"])
def test_an_address_that_is_none_leads_a_browser_home(client, path):
    answer = client.get(path, headers={"Accept": "text/html,application/xhtml+xml"})
    assert answer.status_code == 404
    assert '<a href="/">' in answer.text
    assert " style=" not in answer.text
    assert client.get(path).json()["error"] == "there is no such page"


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_no_inline_script_or_style(client, path):
    text = client.get(path).text
    assert " style=" not in text
    assert "<style" not in text
    assert text.count("<script") == text.count('<script type="module" src="/assets/')
    assert " onclick" not in text


@pytest.mark.parametrize(
    "path", ["/assets/../app.py", "/assets/%2e%2e/app.py", "/assets//etc/passwd", "/assets/..%2fapp.py"]
)
def test_assets_are_only_those_of_the_page(client, path):
    assert client.get(path).status_code == 404


def test_two_pages_have_different_ids(client):
    first, second = (client.get("/evaluate").text.partition('data-page="')[2][:24] for _ in range(2))
    assert first != second
