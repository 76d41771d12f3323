import pytest

from abovechance.intake.engines.spark_errors import silenced, without_secrets


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("sc://host:15002", "sc://host:15002"),
        ("sc://host:15002/;token=abcdef", "sc://host:15002"),
        ("sc://host/;use_ssl=true;token=abc;def", "sc://host"),
        ("spark://one:7077,two:7077", "spark://one:7077,two:7077"),
        ("s3a://key:password@bucket/day=*/x.parquet", "s3a://bucket/day=*/x.parquet"),
        ("data/my;file?.csv", "data/my;file?.csv"),
        ("s3a://key:pass/word@bucket/x.parquet", "s3a://bucket/x.parquet"),
        ("s3a://key:p@ss@bucket/x.parquet", "s3a://bucket/x.parquet"),
        ("sc://me:pa;ss/word@host/;token=a@b", "sc://host"),
        ("sc://host/;token;x@y:z@w", "sc://host"),
        ("k8s://https://me:password@host:6443", "k8s://https://host:6443"),
        ("https://host/x.parquet?X-Amz-Signature=abcdef", "https://host/x.parquet"),
        ("sc://host/?token=abcdef", "sc://host"),
        ("s3a://bucket/day=?/part?.parquet", "s3a://bucket/day=?/part?.parquet"),
        ("abfss://container@account.net/x.parquet", "abfss://container@account.net/x.parquet"),
    ],
)
def test_what_is_shown(place, shown):
    assert without_secrets(place) == shown


@pytest.mark.parametrize(
    "place",
    [
        "sc://host/;token=Geheim",
        "sc://host/;x-key=Geheim;use_ssl=true",
        "sc://host/;Geheim",
        "s3a://me:Geheim@x/y",
        "s3a://me:Geheim/more@x/y",
        "s3a://me:a@Geheim@x/y",
        "s3a://me:Gehei%6D@x/y",
        "https://h/x?user=me&signature=Geheim",
        "sc://host/?token=Geheim",
        "sc://host/;Geheim;use_ssl=true",
    ],
)
def test_no_secret_is_told(place):
    assert silenced("the token Geheim is not known at host", place) == "the token *** is not known at host"


def test_a_token_of_the_environment_is_secret_too(monkeypatch):
    monkeypatch.setenv("SPARK_CONNECT_AUTHENTICATE_TOKEN", "Geheim")
    assert silenced("Geheim is wrong", "sc://host") == "*** is wrong"


def test_names_are_no_secrets():
    assert (
        silenced("user me, session 1234", "sc://host/;user_id=user;session_id=1234")
        == "user me, session 1234"
    )


@pytest.mark.parametrize("place", ["abfss://container@account.net/x.parquet", "s3a://b/day=?/part?.parquet"])
def test_paths_are_no_secrets(place):
    assert silenced(f"{place} is not there", place) == f"{place} is not there"
