import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { seededRandom } from "../../bench/SyntheticCatalogue.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, start } from "../support/ServiceProcess.ts"

const kills = 4
/** a command needs about as long from its start to its end */
const killedWithinMs = 4_000

it.live(
  "a tree whose growth is SIGKILLed at any time goes on to be the tree that is made at once",
  () =>
    Effect.gen(function* () {
      const [folder, random] = [yield* temporaryFolder, seededRandom(3)]
      const [killed, whole] = [join(folder, "killed"), join(folder, "whole")]
      yield* fooddata(folder, "import", "curated", "data/curated.jsonl")
      yield* fooddata(folder, "audit", "key", "--origin", "food.example/audit")
      for (let i = 0; i < kills; i++) {
        yield* Effect.scoped(
          Effect.andThen(
            start(folder, ["audit", "extend", killed]),
            Effect.promise(() => pause(random() * killedWithinMs))
          )
        )
      }
      for (const tree of [killed, whole]) {
        const extended = yield* fooddata(folder, "audit", "extend", tree)
        assert.strictEqual(extended.code, 0, extended.stderr)
        const verified = yield* fooddata(folder, "audit", "verify", tree)
        assert.strictEqual(verified.code, 0, verified.stdout + verified.stderr)
      }
      assert.strictEqual(
        readFileSync(join(killed, "checkpoint"), "utf8"),
        readFileSync(join(whole, "checkpoint"), "utf8")
      )
    }).pipe(Effect.scoped),
  180_000
)

it.live("one process at a time extends a tree, a key is made once, and wrong use says what to do", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const tree = join(folder, "tree")
    const without = yield* fooddata(folder, "audit", "extend", tree)
    assert.strictEqual(without.code, 1)
    assert.include(without.stderr, "fooddata audit key --origin NAME makes it")
    const spaced = yield* fooddata(folder, "audit", "key", "--origin", "a name")
    assert.include(spaced.stderr, "a name has no spaces")
    const made = yield* fooddata(folder, "audit", "key", "--origin", "food.example/audit")
    assert.match(made.stdout, /^food\.example\/audit\+[0-9a-f]{8}\+\S+\n$/)
    const other = yield* fooddata(folder, "audit", "key", "--origin", "other.example")
    assert.include(other.stderr, "it is the key of food.example/audit, not of other.example")
    const unsigned = yield* fooddata(folder, "audit", "verify", tree)
    assert.include(unsigned.stderr, "has no checkpoint")
    assert.isFalse(existsSync(tree), "who verifies makes nothing")
    const following = yield* start(folder, ["audit", "extend", tree, "--every", "1"])
    yield* following.said("entries")
    const second = yield* fooddata(folder, "audit", "extend", tree)
    assert.include(second.stderr, "is held by another process")
    const unknown = yield* fooddata(folder, "audit", "prove", "nothing", tree)
    assert.include(unknown.stderr, "the tree has no event nothing")
  }).pipe(Effect.scoped)
)
