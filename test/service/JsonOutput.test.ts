import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata } from "../support/ServiceProcess.ts"

it.live("--json of the audit tree, its receipts, the trail and datasets says what the text says", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const said = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
      const { code, stderr, stdout } = yield* fooddata(folder, ...args)
      assert.strictEqual(code, 0, stderr)
      return stdout.trim()
    })
    const tree = join(folder, "tree")
    const verifier = yield* said("audit", "key", "--origin", "food.example/audit")
    assert.deepStrictEqual(JSON.parse(yield* said("audit", "key", "--json")), { key: verifier })
    yield* said("key", "issue", "--plan", "developer")
    yield* said("audit", "extend", tree)

    const { id } = JSON.parse(yield* said("events", "export", "--type", "KeyIssued", "--json"))
    const receipt = JSON.parse(yield* said("audit", "receipt", id, tree, "--json"))
    assert.deepStrictEqual(receipt, { event: id, proof: receipt.proof })
    assert.strictEqual(receipt.proof.trim(), yield* said("audit", "receipt", id, tree))

    const rows = yield* said("audit", "keys", "--json")
    assert.deepInclude(JSON.parse(rows), { plan: "developer", is_active: true })
    const both = yield* fooddata(folder, "audit", "keys", "--json", "--format", "csv")
    assert.strictEqual(both.code, 1)
    assert.include(both.stderr, "--json is --format ndjson, and --format csv was given, too")

    const dataset = JSON.parse(yield* said("events", "export", "--out", join(folder, "dataset"), "--json"))
    assert.strictEqual(dataset.events.key, 1)
    assert.isAtLeast(dataset.new_events, dataset.events.key)
  }).pipe(Effect.scoped)
)
