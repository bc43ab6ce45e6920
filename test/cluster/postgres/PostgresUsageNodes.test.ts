import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { UsageLedgerStore } from "../../../domain/ports/UsageLedgerStore.ts"
import { UsageNodes } from "../../../domain/ports/UsageNodes.ts"
import * as PostgresStores from "../../../infra/postgres/PostgresStores.ts"
import { issue, keyId, sync, want } from "../../contracts/UsageLedgerScript.ts"
import { freshDatabase } from "../../support/cluster/PostgresDatabase.ts"

it.live("a node that is lost is listed, and only then are its leases burnt: their units never come back", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    yield* Effect.gen(function* () {
      const nodes = yield* UsageNodes
      const ledger = yield* UsageLedgerStore
      yield* issue(keyId)
      yield* sync({ node: "lost", wants: [want("r1", 10), want("r2", 20)] })
      const [listed] = yield* nodes.list
      assert.deepStrictEqual([listed?.node, listed?.openLeases, listed?.openUnits], ["lost", 2, 30])
      assert.isAbove(listed?.expiresInMs ?? 0, 0)
      assert.strictEqual((yield* Effect.flip(nodes.burn("lost")))._tag, "NodeAlive")
      yield* ledger.leave("lost")
      assert.deepStrictEqual(yield* nodes.list, [{ node: "lost", expiresInMs: 0, openLeases: 2, openUnits: 30 }])
      assert.strictEqual(yield* nodes.burn("lost"), 2)
      assert.deepStrictEqual(yield* nodes.list, [])
      assert.strictEqual((yield* ledger.balance(keyId)).leftThisHour, 70)
    }).pipe(Effect.provide(PostgresStores.layer(url), { local: true }))
  })
)
