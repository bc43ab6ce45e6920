import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { PartName } from "../../../infra/backup/BackupManifest.ts"
import { readBackup } from "../../../infra/backup/BackupReader.ts"
import { writeBackup } from "../../../infra/backup/BackupWriter.ts"
import { BackupRefused } from "../../../infra/backup/BackupRefused.ts"
import { BackupUnusable } from "../../../infra/backup/BackupUnusable.ts"
import { publish } from "../../../infra/backup/DurableFiles.ts"
import { seededRandom } from "../../../bench/SyntheticCatalogue.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"

const facts = {
  createdAt: "2026-11-27T00:00:00.000Z",
  program: "1.0.0",
  tier: "embedded",
  schema: 3,
  end: 7,
  events: 7,
  pepper: { place: "file", check: "0".repeat(64) }
} as const

/** A backup of two parts, the longer one in several chunks. */
const written = Effect.fnUntraced(function* (passphrase: string | null) {
  const folder = yield* temporaryFolder
  const [log, pepper, file] = [join(folder, "log"), join(folder, "pepper"), join(folder, "backup")]
  writeFileSync(log, Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251)))
  writeFileSync(pepper, Buffer.alloc(32, 9))
  const files = new Map([
    ["events.db", log],
    ["pepper", pepper]
  ] as const)
  yield* Effect.promise(() => writeBackup(file, facts, files, passphrase))
  return { folder, file, log, bytes: readFileSync(file) }
})

/** What reading the bytes as a backup fails with; `null`: nothing. */
const failureOf = (path: string, bytes: Buffer, passphrase: string | null) =>
  Effect.promise(async () => {
    writeFileSync(path, bytes)
    try {
      await readBackup(path, passphrase, () => null)
      return null
    } catch (error) {
      return error
    }
  })

const flipped = (bytes: Buffer, at: number, bit: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ (1 << bit), at)
  return copy
}

describe("the file of a backup", () => {
  // deriving a key takes a third of a second, so a sealed one is damaged in fewer places
  for (const [name, passphrase, damages] of [
    ["open", null, 200],
    ["sealed", "correct horse battery", 6]
  ] as const) {
    it.effect(
      `${name}: every bit that is not as it was written is noticed, and so is every byte too few or too many`,
      () =>
        Effect.gen(function* () {
          const { bytes, folder } = yield* written(passphrase)
          const random = seededRandom(17)
          const damaged = join(folder, "damaged")
          const within = (end: number) => Math.floor(random() * end)
          for (let i = 0; i < damages; i++) {
            // the beginning, where what tells how to read the rest is, as often as all the rest
            const at = within(i % 2 === 0 ? 800 : bytes.length)
            const failure = yield* failureOf(damaged, flipped(bytes, at, within(8)), passphrase)
            assert.instanceOf(failure, BackupUnusable, `a bit of byte ${at}`)
          }
          for (const cut of [0, 10, 400, bytes.length - 100, bytes.length - 1]) {
            const failure = yield* failureOf(damaged, bytes.subarray(0, cut), passphrase)
            assert.instanceOf(failure, BackupUnusable, `cut to ${cut} bytes`)
          }
          const longer = yield* failureOf(damaged, Buffer.concat([bytes, Buffer.from("x")]), passphrase)
          assert.instanceOf(longer, BackupUnusable)
          assert.isNull(yield* failureOf(damaged, bytes, passphrase))
        }).pipe(Effect.scoped),
      60_000
    )
  }

  it.effect("a part that changes while it is packed gives no backup", () =>
    Effect.gen(function* () {
      const { folder, log } = yield* written(null)
      const file = join(folder, "second")
      // iterated once, to take the digests
      class ChangingFiles extends Map<PartName, string> {
        override *[Symbol.iterator](): Generator<[PartName, string], undefined> {
          yield* super.entries()
          writeFileSync(log, Buffer.alloc(200_000, 1))
          return undefined
        }
      }
      const files = new ChangingFiles([["events.db", log]])
      const failure = yield* Effect.tryPromise(() => writeBackup(file, facts, files, null)).pipe(Effect.flip)
      assert.instanceOf(failure.cause, BackupUnusable)
      assert.isFalse(existsSync(file))
      assert.deepStrictEqual(readdirSync(folder).toSorted(), ["backup", "log", "pepper"])
    }).pipe(Effect.scoped)
  )

  it.effect("takes no name that something has by now", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [draft, file] = [join(folder, "draft"), join(folder, "file")]
      writeFileSync(draft, "new")
      writeFileSync(file, "made meanwhile")
      const failure = yield* Effect.tryPromise(() => publish(draft, file)).pipe(Effect.flip)
      assert.instanceOf(failure.cause, BackupRefused)
      assert.strictEqual(readFileSync(file, "utf8"), "made meanwhile")
    }).pipe(Effect.scoped)
  )
})
