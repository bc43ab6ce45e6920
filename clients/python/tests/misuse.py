"""What ``mypy --strict`` must refuse: it says so of each comment here that is not needed.

test/outside/Clients.test.ts runs it over this file, which nothing runs.
"""

from fooddata_client import AsyncFooddata, Fooddata

fooddata = Fooddata("http://127.0.0.1:8080", "fdb_x")

Fooddata(api_key="fdb_x")  # type: ignore[call-arg]
Fooddata("http://127.0.0.1:8080", timeout_ms=1)  # type: ignore[call-arg]
fooddata.search()  # type: ignore[call-arg]
fooddata.search("milk", lang="fr")  # type: ignore[arg-type]
fooddata.search("milk", size=3)  # type: ignore[call-arg]
fooddata.audit_events(format_="csv")  # type: ignore[call-arg]
fooddata.barcode(4006381333931)  # type: ignore[arg-type]
fooddata.analyze(items=[{"grams": 10}])  # type: ignore[typeddict-item]
fooddata.search("milk").items  # type: ignore[attr-defined] # noqa: B018
calories: float = fooddata.search("milk").results[0].nutrition.calories  # type: ignore[assignment]


async def not_awaited() -> None:
    """Asks for the results of a call that was not awaited."""
    async with AsyncFooddata("http://127.0.0.1:8080") as client:
        client.search("milk").results  # type: ignore[attr-defined] # noqa: B018
