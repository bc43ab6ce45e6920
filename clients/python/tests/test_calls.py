"""What a program that installed the package sees, against a running service, else against a transport of ours.

test/outside/Clients.test.ts runs it.
"""

import asyncio
import os
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate

import httpx
import pytest

from fooddata_client import (
    ApiError,
    AsyncFooddata,
    AuthenticationError,
    Fooddata,
    ForbiddenError,
    NotFoundError,
    RateLimitError,
    ServiceConnectionError,
    ServiceTimeoutError,
    UnavailableError,
    UnexpectedAnswerError,
    ValidationError,
)

URL = os.environ["FOODDATA_URL"]


def client(key: str, retries: int = 3) -> Fooddata:
    return Fooddata(URL, os.environ[key], retries=retries)


def test_searches_and_says_what_is_left_of_the_quota() -> None:
    with client("GROWTH_KEY") as fooddata:
        page = fooddata.search("milk", lang="ru", limit=3)
        assert len(page.results) == 3
        assert page.total > 3
        assert page.results[0].nutrition.calories is not None
        assert fooddata.quota is not None
        assert (fooddata.quota.plan, fooddata.quota.limit) == ("growth", 500_000)


def test_pages_through_all_results_each_once_and_no_more_than_are_wanted() -> None:
    with client("GROWTH_KEY") as fooddata:
        total = fooddata.search("milk").total
        ids = [item.id for item in fooddata.search_all("milk", limit=7)]
        assert len(ids) == len(set(ids)) == total
        assert [item.id for item in fooddata.search_all("milk", limit=2, maximum=3)] == ids[:3]


def test_looks_up_a_product_and_a_barcode_that_nobody_knows() -> None:
    with client("GROWTH_KEY") as fooddata:
        assert fooddata.product("c_milk_whole", details=True).nutrition.calories == 61
        answer = fooddata.barcode("4006381333931")
        assert answer.found is False


def test_searches_by_meaning_and_analyses_meals() -> None:
    with client("GROWTH_KEY") as fooddata:
        assert len(fooddata.semantic_search("high protein snack", limit=5).results) == 5
        assert len(fooddata.analyze("two boiled eggs and a glass of milk").components) == 2
        assert fooddata.analyze(items=[{"food": "butter", "grams": 10}]).components[0].weight_g == 10


def test_tells_plan_usage_and_the_plans_on_sale() -> None:
    with client("GROWTH_KEY") as fooddata:
        assert fooddata.me().plan == "growth"
    with Fooddata(URL) as nobody:
        assert len(nobody.plans().plans) == 4


def test_raises_the_error_of_each_refusal_with_what_the_service_said() -> None:
    with client("GROWTH_KEY") as fooddata:
        with pytest.raises(NotFoundError) as missing:
            fooddata.product("c_nothing")
        assert missing.value.detail == "Product not found."
        assert missing.value.request_id
        with pytest.raises(ValidationError) as invalid:
            fooddata.search("m")
        assert invalid.value.offences[0].loc == ("query", "q")
    with Fooddata(URL, "fdb_" + 40 * "x") as stranger, pytest.raises(AuthenticationError):
        stranger.me()
    with client("DEVELOPER_KEY") as developer, pytest.raises(ForbiddenError):
        developer.semantic_search("snack")


def test_waits_for_retry_after_when_too_many_come_in_a_second() -> None:
    def refused(fooddata: Fooddata) -> float | None:
        try:
            fooddata.search("bread")
        except RateLimitError as error:
            return error.retry_after
        return None

    with client("BURST_KEY", retries=0) as alone, ThreadPoolExecutor(30) as pool:
        waits = [wait for wait in pool.map(refused, [alone] * 90) if wait is not None]
    assert waits
    assert set(waits) == {1.0}
    with client("BURST_KEY") as patient:
        assert patient.search("bread").query == "bread"


def test_raises_at_once_where_the_quota_asks_to_wait_longer_than_the_caller_would() -> None:
    start = time.monotonic()
    with client("SPENT_KEY") as spent, pytest.raises(RateLimitError) as error:
        spent.search("milk")
    assert (error.value.retry_after or 0) > 60
    assert time.monotonic() - start < 10


def test_makes_an_account_and_rotates_its_key_whose_old_one_is_refused() -> None:
    with Fooddata(URL) as visitor:
        made = visitor.sign_up(email="python@example.com", password="violet-lamp-on-the-roof")  # noqa: S106
    with Fooddata(URL, made.key) as old:
        key = old.rotate_key().key
        with Fooddata(URL, key) as new:
            assert new.me().plan == "developer"
        with pytest.raises(AuthenticationError):
            old.me()


def test_has_a_method_for_each_operation_that_the_service_describes() -> None:
    paths = httpx.get(f"{URL}/openapi.json").json()["paths"]
    names = {
        re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), operation["operationId"])
        for methods in paths.values()
        for operation in methods.values()
    }
    assert len(names) >= 16
    for client_ in (Fooddata, AsyncFooddata):
        assert [name for name in names if not callable(getattr(client_, name, None))] == []


def test_reads_the_audit_trail_to_its_end() -> None:
    with client("AUDITOR_KEY") as auditor:
        types = [event.type_ for event in auditor.audit_events_all(limit=2)]
        assert types.count("KeyIssued") >= 3
        keys = [key.key_id for key in auditor.audit_keys_all(limit=2)]
        assert len(keys) == len(set(keys)) == auditor.audit_keys().population
        assert auditor.audit_failures(key_prefix="fdb_000000").rows is not None


def test_async_callers_get_the_same() -> None:
    async def calls() -> None:
        async with AsyncFooddata(URL, os.environ["GROWTH_KEY"]) as fooddata:
            page = await fooddata.search("milk", limit=3)
            found = [item.id async for item in fooddata.search_all("milk", limit=2, maximum=3)]
            assert found == [item.id for item in page.results]
            with pytest.raises(NotFoundError):
                await fooddata.product("c_nothing")

    asyncio.run(calls())


Answer = Callable[[httpx.Request], httpx.Response]


def scripted(*answers: Answer, max_wait: float = 60) -> tuple[Fooddata, list[str]]:
    """Return a client whose requests get these answers in turn, and the methods that came."""
    asked: list[str] = []
    left = list(answers)

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        return left.pop(0)(request)

    return Fooddata("http://food.example", "fdb_x", transport=httpx.MockTransport(answer), max_wait=max_wait), asked


def refusing(status: int, retry_after: str = "0") -> Answer:
    return lambda _: httpx.Response(status, json={"detail": "later"}, headers={"retry-after": retry_after})


def breaking(request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("connection reset", request=request)


def plans(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={"plans": []})


def torn(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, stream=httpx.ByteStream(b"no gzip"), headers={"content-encoding": "gzip"})


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        ([refusing(503)] * 4, UnavailableError),
        ([breaking] * 4, ServiceConnectionError),
        ([lambda _: httpx.Response(502, text="<h1>Bad Gateway</h1>")], ApiError),
        ([lambda _: httpx.Response(200, json={"other": 1})], UnexpectedAnswerError),
        ([lambda _: httpx.Response(200, html="<h1>Log in to the hotel</h1>")], UnexpectedAnswerError),
        ([lambda _: httpx.Response(204)], UnexpectedAnswerError),
        ([torn], UnexpectedAnswerError),
    ],
)
def test_gives_up_after_the_last_try_and_at_once_on_other_failures(
    answers: Sequence[Answer], error: type[Exception]
) -> None:
    fooddata, asked = scripted(*answers)
    with pytest.raises(error):
        fooddata.plans()
    assert len(asked) == len(answers)


def test_repeats_what_is_safe_and_never_a_rotation() -> None:
    reading, asked = scripted(refusing(503), breaking, plans)
    assert reading.plans().plans == []
    assert len(asked) == 3
    analysis, posted = scripted(refusing(429), refusing(403))
    with pytest.raises(ForbiddenError):
        analysis.analyze("an egg")
    assert posted == ["POST", "POST"]
    for answer, error in ((refusing(429), RateLimitError), (breaking, ServiceConnectionError)):
        rotation, rotated = scripted(answer)
        with pytest.raises(error):
            rotation.rotate_key()
        assert rotated == ["POST"]


def test_waits_as_long_as_it_is_asked_to_in_seconds_and_until_a_date() -> None:
    start = time.monotonic()
    scripted(refusing(503, "1"), plans)[0].plans()
    assert time.monotonic() - start >= 1
    date = formatdate(time.time() + 50, usegmt=True)
    with pytest.raises(RateLimitError) as later:
        scripted(refusing(429, date), max_wait=1)[0].plans()
    assert abs((later.value.retry_after or 0) - 50) <= 2
    for nonsense in ("-5", "soon", "1.5", "2026-11-28"):
        with pytest.raises(ApiError) as failed:
            scripted(refusing(500, nonsense))[0].plans()
        assert failed.value.retry_after is None


def test_refuses_a_meal_that_cannot_be_sent() -> None:
    nobody, asked = scripted()
    for mistake in ({"items": [{"food": "egg", "grams": float("nan")}]}, {}, {"text": "egg", "items": []}):
        with pytest.raises(ValueError, match=r"JSON|meal"):
            nobody.analyze(**mistake)
    assert asked == []


def test_waits_no_longer_than_the_caller_would() -> None:
    later, asked = scripted(refusing(503, "2"), max_wait=1)
    with pytest.raises(UnavailableError) as error:
        later.plans()
    assert error.value.retry_after == 2
    assert len(asked) == 1

    def slow(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("slow", request=request)

    with pytest.raises(ServiceTimeoutError):
        scripted(slow)[0].plans()


def test_refuses_a_bad_key_and_a_bad_address_without_showing_the_key() -> None:
    with pytest.raises(ValueError, match="api_key") as bad:
        Fooddata(URL, "fdb_secret\n")
    assert "secret" not in str(bad.value)
    for address in ("food.example", "ftp://food.example", "http://food:example", "http://"):
        with pytest.raises(ValueError, match="base_url"):
            Fooddata(address)
    assert "fdb_secret" not in repr(Fooddata(URL, "fdb_secret").raw)
