import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Metric, Option } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { auditKey } from "../../infra/crypto/AuditKey.ts"
import * as KeepTree from "../../src/audit/KeepTree.ts"
import { appendKey, logIn } from "../support/audit/AuditedLog.ts"
import { policyFrom, startWitness } from "../support/audit/WitnessServer.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"

const turns = (count: number) =>
  Effect.promise(async () => {
    for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
  })

/** Time passes, and sockets have their turn, until it is so. */
const until = Effect.fnUntraced(function* (isSo: () => boolean) {
  for (let i = 0; !isSo(); i++) {
    if (i > 5_000) assert.fail(`never: ${isSo.toString()}`)
    yield* turns(20)
    yield* TestClock.adjust("100 millis")
  }
  yield* turns(20)
})

describe("A service with a witness", () => {
  it.effect("extends its tree while the witness is silent, says so once, and has all cosigned when it is back", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const root = join(folder, "tree")
      const keyPath = join(folder, "audit-key")
      const witness = yield* startWitness(yield* auditKey(keyPath, "food.example/audit"), 31)
      const said: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => {
        said.push(`${logLevel} ${JSON.stringify(message)}`)
      })
      const log = yield* Layer.build(logIn(folder))
      const append = (n: number) => appendKey(n).pipe(Effect.provideContext(log))
      yield* append(1)
      witness.script.answer = () => "never"
      const kept = {
        root,
        keyPath,
        origin: null,
        originOfNewKey: "food.example/audit",
        checkpoints: join(folder, "checkpoints"),
        witnesses: policyFrom(`witness w ${witness.cosigner.text} ${witness.url}`, "quorum w")
      }
      yield* Layer.build(
        KeepTree.layer(kept).pipe(
          Layer.provide(LeaderLock.layerAlone),
          Layer.provide(Layer.succeedContext(log)),
          Layer.provide(Logger.layer([logger]))
        )
      )
      const tree = new TreeFolder(root)
      const failing = Effect.map(
        Metric.snapshot,
        (all) => all.find(({ id }) => id === "audit_witness_failing")?.state ?? {}
      )
      const errors = () => said.filter((line) => line.startsWith("Error"))
      const count = (text: string) => said.filter((line) => line.includes(text)).length
      yield* until(() => errors().length > 0)
      assert.deepInclude(yield* failing, { value: 1 })
      yield* append(2)
      yield* until(() => tree.state().size === 10)
      const before = witness.asked.length
      yield* until(() => witness.asked.length > before + 1)
      assert.lengthOf(errors(), 1)
      assert.include(
        errors()[0],
        "the witness w did not cosign: it gave no answer within 10 seconds. It is asked again."
      )

      witness.script.answer = () => undefined
      yield* until(() => count("the witness w cosigns again") === 1 && count("audit checkpoint cosigned") === 1)
      // rounds in which nothing is new
      yield* TestClock.adjust("25 seconds")
      yield* TestClock.adjust("25 seconds")
      yield* append(3)
      yield* until(() => count("audit checkpoint cosigned") === 2)
      assert.include(said.at(-1), '{"witness":"w","size":15,"time":"2026-')
      assert.include(Option.getOrThrow(tree.checkpoint()), "— witness.example/31 ")
      assert.deepInclude(yield* failing, { value: 0 })
      assert.strictEqual(count('"audit checkpoint"'), 3, "a cosignature makes no checkpoint that is handed on again")
    }).pipe(Effect.scoped)
  )
})
