import { assert, describe, layer } from "@effect/vitest"
import { Effect, type Layer, Option, Schema } from "effect"
import { keyStream } from "../../domain/EventEnvelope.ts"
import { KeyDigest, KeyEvent, KeyId, KeyPrefix } from "../../domain/key/KeyEvent.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import { readEventShapes } from "../../infra/event-log/EventShapes.ts"

const meta = { commandId: "command-1", actor: "cli" } as const
const keyId = (name: string) => KeyId.make(`key_${name.padEnd(12, "0")}`)
const digest = (name: string) => KeyDigest.make(name.padEnd(43, "_"))
const prefix = KeyPrefix.make("fdb_abcdef")

const issued = (name: string): Extract<KeyEvent, { readonly _tag: "KeyIssued" }> => ({
  _tag: "KeyIssued",
  accountId: null,
  digest: digest(name),
  prefix,
  plan: "developer",
  role: "client"
})

const append = Effect.fnUntraced(function* (name: string, expectedVersion: number, ...events: ReadonlyArray<KeyEvent>) {
  const log = yield* EventLog
  return yield* log.append([{ streamId: keyStream(keyId(name)), expectedVersion, events }], meta)
})

/** The same, with what its owner calls the key from then on. */
const appendNamed = Effect.fnUntraced(function* (
  name: string,
  expectedVersion: number,
  keyName: string,
  ...events: ReadonlyArray<KeyEvent>
) {
  const log = yield* EventLog
  return yield* log.append([{ streamId: keyStream(keyId(name)), expectedVersion, events, keyName }], meta)
})
const nameOf = Effect.fnUntraced(function* (name: string) {
  return Option.getOrThrow(yield* (yield* KeyDirectory).findById(keyId(name))).name
})

/** Every kind of event that may follow the first. */
const changes = readEventShapes(new URL("../fixtures/events/", import.meta.url))
  .filter(({ type }) => type !== "KeyIssued" && Object.hasOwn(KeyEvent.cases, type))
  .map(({ text }) => Schema.decodeSync(Schema.fromJsonString(KeyEvent))(text))

/** What the key directory guarantees: it is true the instant an append returns. */
export const suite = <E>(name: string, stores: Layer.Layer<EventLog | KeyDirectory, E>) =>
  describe(`KeyDirectory: ${name}`, () =>
    layer(stores)((it) => {
      it.effect("an issued key is found by its digest and by its id", () =>
        Effect.gen(function* () {
          const directory = yield* KeyDirectory
          yield* append("issued", 0, issued("issued"))
          const record = yield* directory.findByDigest(digest("issued"))
          assert.deepStrictEqual(record, yield* directory.findById(keyId("issued")))
          const { issuedAt, ...rest } = Option.getOrThrow(record)
          assert.isAtLeast(issuedAt, 0)
          assert.deepStrictEqual(rest, {
            keyId: keyId("issued"),
            digest: digest("issued"),
            prefix,
            plan: "developer",
            role: "client",
            active: true,
            accountId: null,
            name: "",
            version: 1
          })
        })
      )

      it.effect("the instant a rotation returns, the old digest finds nothing and the new one finds the same key", () =>
        Effect.gen(function* () {
          const directory = yield* KeyDirectory
          yield* append("rotated", 0, issued("old"))
          yield* append("rotated", 1, { _tag: "KeyRotated", digest: digest("new"), prefix })
          assert.isTrue(Option.isNone(yield* directory.findByDigest(digest("old"))))
          const record = Option.getOrThrow(yield* directory.findByDigest(digest("new")))
          assert.deepStrictEqual([record.keyId, record.version], [keyId("rotated"), 2])
        })
      )

      it.effect("plan and activity follow their events", () =>
        Effect.gen(function* () {
          const directory = yield* KeyDirectory
          yield* append("changed", 0, issued("changed"))
          yield* append(
            "changed",
            1,
            { _tag: "KeyPlanChanged", plan: "growth" },
            { _tag: "KeyDeactivated", reason: "x" }
          )
          const inactive = Option.getOrThrow(yield* directory.findById(keyId("changed")))
          assert.deepStrictEqual([inactive.plan, inactive.active, inactive.version], ["growth", false, 3])
          yield* append("changed", 3, { _tag: "KeyActivated" })
          assert.isTrue(Option.getOrThrow(yield* directory.findById(keyId("changed"))).active)
        })
      )

      it.effect("every kind of event moves the key to the version of its stream", () =>
        Effect.gen(function* () {
          const directory = yield* KeyDirectory
          for (const [i, change] of changes.entries()) {
            const name = `kind${i}`
            yield* append(name, 0, issued(name))
            yield* append(name, 1, change)
            assert.strictEqual(Option.getOrThrow(yield* directory.findById(keyId(name))).version, 2, change._tag)
          }
        })
      )

      it.effect("the keys of an account are listed with their names, oldest first, and nobody else's", () =>
        Effect.gen(function* () {
          const directory = yield* KeyDirectory
          const owned = { ...issued("owned"), accountId: "acc_0123456789ab" }
          yield* appendNamed("owned1", 0, "laptop", { ...owned, digest: digest("owned1") })
          yield* appendNamed("owned2", 0, "laptop", { ...owned, digest: digest("owned2") })
          yield* appendNamed("owned2", 1, "server", { _tag: "KeyRenamed" })
          yield* append("others", 0, { ...owned, digest: digest("others"), accountId: "acc_ffffffffffff" })
          const names = (yield* directory.listOf("acc_0123456789ab")).map(({ keyId, name }) => [keyId, name])
          assert.deepStrictEqual(names, [
            [keyId("owned1"), "laptop"],
            [keyId("owned2"), "server"]
          ])
          assert.deepStrictEqual(yield* directory.listOf("acc_000000000000"), [])
        })
      )

      it.effect("a name is beside the log: an event of old that has one gives none, an empty one takes it away", () =>
        Effect.gen(function* () {
          yield* append("old", 0, { ...issued("old"), name: "Anna" }, { _tag: "KeyRenamed", name: "Anna's" })
          assert.strictEqual(yield* nameOf("old"), "")
          yield* appendNamed("old", 2, "laptop", { _tag: "KeyRenamed" })
          assert.strictEqual(yield* nameOf("old"), "laptop")
          yield* append("old", 3, { _tag: "KeyActivated" })
          assert.strictEqual(yield* nameOf("old"), "laptop")
          yield* appendNamed("old", 4, "", { _tag: "KeyRenamed" })
          assert.strictEqual(yield* nameOf("old"), "")
        })
      )

      it.effect("names are told of the keys that have one, and a refused append gives none", () =>
        Effect.gen(function* () {
          const directory = yield* KeyDirectory
          yield* appendNamed("named", 0, '\u{1F95B} "молоко"', issued("named"))
          yield* append("nameless", 0, issued("nameless"))
          yield* Effect.flip(appendNamed("named", 0, "intruder", issued("intruder2")))
          const names = yield* directory.namesOf(["named", "nameless", "nobody"].map(keyId))
          assert.deepStrictEqual([...names], [[keyId("named"), '\u{1F95B} "молоко"']])
          assert.deepStrictEqual([...(yield* directory.namesOf([]))], [])
        })
      )

      it.effect("a key is found by its prefix, and by those that it had", () =>
        Effect.gen(function* () {
          const directory = yield* KeyDirectory
          const [before, after] = [KeyPrefix.make("fdb_before"), KeyPrefix.make("fdb_after1")]
          yield* append("prefixed2", 0, { ...issued("prefixed2"), prefix: before })
          yield* append("prefixed1", 0, { ...issued("prefixed1"), prefix: after })
          yield* append("prefixed2", 1, { _tag: "KeyRotated", digest: digest("prefixed3"), prefix: after })
          assert.deepStrictEqual(yield* directory.idsOfPrefix(before), [keyId("prefixed2")])
          assert.deepStrictEqual(yield* directory.idsOfPrefix(after), [keyId("prefixed1"), keyId("prefixed2")])
          assert.deepStrictEqual(yield* directory.idsOfPrefix(KeyPrefix.make("fdb_nobody")), [])
        })
      )

      it.effect("a refused append leaves the directory as it was", () =>
        Effect.gen(function* () {
          const directory = yield* KeyDirectory
          yield* append("refused", 0, issued("refused"))
          yield* Effect.flip(append("refused", 0, { _tag: "KeyRotated", digest: digest("intruder"), prefix }))
          assert.isTrue(Option.isNone(yield* directory.findByDigest(digest("intruder"))))
          assert.isTrue(Option.isSome(yield* directory.findByDigest(digest("refused"))))
        })
      )

      it.effect("the list holds every key once", () =>
        Effect.gen(function* () {
          const directory = yield* KeyDirectory
          yield* append("listed", 0, issued("listed"))
          const ids = (yield* directory.list).map((record) => record.keyId)
          assert.lengthOf(ids, new Set(ids).size)
          assert.include(ids, keyId("listed"))
        })
      )
    }))
