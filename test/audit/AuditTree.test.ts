import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Stream } from "effect"
import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { logStart } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { eventId } from "../../infra/crypto/EventId.ts"
import { AuditTree } from "../../src/audit/AuditTree.ts"
import { type AuditedLog, auditedLog, copyOf, onLog, signTree } from "../support/audit/AuditedLog.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"

class Audited extends Context.Service<Audited, AuditedLog>()("test/audit/AuditTree/Audited") {}
const audited = Layer.effect(Audited, auditedLog)

const onTree = <A, E>(root: string, work: Effect.Effect<A, E, AuditTree>) =>
  Effect.provide(work, AuditTree.layer(root), { local: true })

const eventsOf = (folder: string) =>
  onLog(
    folder,
    Effect.flatMap(EventLog, (log) => Stream.runCollect(log.scanLogged(logStart)))
  )

/** The leaves that the tree gives for each event of the log. */
const leavesIn = Effect.fnUntraced(function* (folder: string, root: string) {
  const events = yield* eventsOf(folder)
  return yield* onTree(
    root,
    Effect.flatMap(AuditTree, ({ leavesOf }) =>
      leavesOf(events.map(({ cursor, streamId, streamVersion }) => ({ cursor, id: eventId(streamId, streamVersion) })))
    )
  )
})

const inOrder = (size: number) => Array.from({ length: size }, (_, leaf) => Option.some(leaf))

layer(audited, { excludeTestServices: true })("The audit tree that a service asks", (it) => {
  it.effect("finds the leaf of each event by its place in the log", () =>
    Effect.gen(function* () {
      const { folder, mirror, size } = yield* Audited
      assert.deepStrictEqual(yield* leavesIn(folder, mirror), inOrder(size))
    })
  )

  it.effect(
    "has no leaf of an event that is not signed yet, or that stands elsewhere, and a head that was signed",
    () =>
      Effect.gen(function* () {
        const log = yield* Audited
        const tree = join(yield* copyOf(log), "tree")
        const [first] = yield* eventsOf(log.folder)
        writeFileSync(join(tree, "checkpoint"), readFileSync(join(tree, "checkpoints", String(log.half))))
        const leaves = yield* leavesIn(log.folder, tree)
        assert.deepStrictEqual(leaves.slice(0, log.half), inOrder(log.half))
        assert.isTrue(leaves.slice(log.half).every(Option.isNone))
        yield* onTree(
          tree,
          Effect.gen(function* () {
            const { head, leavesOf } = yield* AuditTree
            assert.strictEqual(Option.getOrUndefined(yield* head)?.size, log.half)
            const others = [first?.cursor ?? logStart, logStart].map((cursor) => ({ cursor, id: "another" }))
            assert.deepStrictEqual(yield* leavesOf(others), [Option.none(), Option.none()])
          })
        )
      })
  )

  it.effect("finds its places again when they are gone, cut off, or were never written", () =>
    Effect.gen(function* () {
      const log = yield* Audited
      const folder = yield* copyOf(log)
      const tree = join(folder, "tree")
      const places = readFileSync(join(tree, "places"))
      assert.lengthOf(places, 32)
      for (const harm of [
        () => rmSync(join(tree, "places")),
        () => truncateSync(join(tree, "places"), 16),
        () => truncateSync(join(tree, "places"), 7)
      ]) {
        harm()
        yield* signTree(folder)
        assert.deepStrictEqual(readFileSync(join(tree, "places")), places)
        assert.deepStrictEqual(yield* leavesIn(folder, tree), inOrder(log.size))
      }
    })
  )

  it.effect("is none where no tree is kept, or nothing is signed", () =>
    Effect.gen(function* () {
      const empty = Effect.flatMap(AuditTree, ({ head }) => head)
      assert.deepStrictEqual(yield* onTree(yield* temporaryFolder, empty), Option.none())
      assert.deepStrictEqual(yield* Effect.provide(empty, AuditTree.layerNone), Option.none())
    })
  )
})
