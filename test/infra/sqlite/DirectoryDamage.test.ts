import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Logger } from "effect"
import { copyFileSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { seededRandom } from "../../../bench/SyntheticCatalogue.ts"
import { LeaseId } from "../../../domain/usage/UsageEvent.ts"
import { UsageJournal } from "../../../domain/ports/UsageJournal.ts"
import * as FileUsageJournal from "../../../infra/journal/FileUsageJournal.ts"
import { refuseDamage } from "../../../infra/sqlite/SqliteLogInspection.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { damagedCopy, damageKinds, flipBits } from "../../support/FileDamage.ts"
import { askEverything, catchUpWithLog, directoryIn, fillDirectory, listOneMore } from "../../support/SmallDirectory.ts"

const damages = 200
/** Another seed looks for other damages. */
const seed = Number(process.env["DAMAGE_SEED"] ?? 1)
const moreFlips = 20
/** What is damaged: mostly what answers are made of. */
const targets = ["views.db", "views.db", "views.db", "views.db-wal", "views.db-sums", "events.db"] as const

/** How a failure names damage, whoever noticed it. */
const namesDamage = /is damaged|disk image is malformed|is not a database|malformed database schema|its checksum/

const copyFolder = (from: string, to: string): void => {
  for (const file of readdirSync(from)) copyFileSync(join(from, file), join(to, file))
}

/** A folder as a service leaves it that is killed: what came last stands in the write-ahead logs alone. */
const killedFolder = Effect.gen(function* () {
  const [folder, killed] = [yield* temporaryFolder, yield* temporaryFolder]
  yield* Effect.andThen(fillDirectory, catchUpWithLog).pipe(Effect.provide(directoryIn(folder), { local: true }))
  const before = yield* Effect.gen(function* () {
    yield* listOneMore
    yield* catchUpWithLog
    const answers = yield* askEverything
    copyFolder(folder, killed)
    return answers
  }).pipe(Effect.provide(directoryIn(folder), { local: true }))
  return { killed, before }
})

/** What callers are told after a start; a failure where the start is. */
const served = (folder: string) =>
  Effect.andThen(refuseDamage(join(folder, "events.db")), Effect.andThen(catchUpWithLog, askEverything)).pipe(
    Effect.provide(directoryIn(folder), { local: true }),
    Effect.exit
  )

describe("a damaged data directory", () => {
  it.live(
    "answers what it answered before, or says that it is damaged: never anything else",
    () =>
      Effect.gen(function* () {
        const random = seededRandom(seed)
        const { before, killed } = yield* killedFolder
        assert.isTrue(before.every(({ answer }) => Exit.isSuccess(answer)))
        const counts = { refused: 0, answered: 0 }
        for (let i = 0; i < damages; i++) {
          const folder = yield* temporaryFolder
          copyFolder(killed, folder)
          const target = targets[Math.floor(random() * targets.length)] ?? "views.db"
          const kind = damageKinds[Math.floor(random() * damageKinds.length)] ?? "bit flip"
          const what = damagedCopy(join(killed, target), join(folder, target), kind, random)
          // few bits change what is found, and nothing that SQLite notices
          if (kind === "bit flip" && target === "views.db") flipBits(join(folder, target), moreFlips, random)
          const told = `seed ${seed}, damage ${i}: ${target}, ${what}`
          const after = yield* served(folder)
          if (Exit.isFailure(after)) assert.match(Cause.pretty(after.cause), namesDamage, told)
          else {
            for (const [number, { answer, question }] of after.value.entries()) {
              if (Exit.isFailure(answer)) assert.match(Cause.pretty(answer.cause), namesDamage, `${told}: ${question}`)
              else assert.deepStrictEqual(answer, before[number]?.answer, `${told}: ${question}`)
            }
          }
          counts[Exit.isFailure(after) ? "refused" : "answered"]++
          rmSync(folder, { recursive: true, force: true })
        }
        // `events.db` is refused, read models are built again
        assert.isAbove(counts.refused, 10, `seed ${seed}`)
        assert.isAbove(counts.answered, 130, `seed ${seed}`)
      }).pipe(Effect.scoped, Effect.provide(Logger.layer([]))),
    240_000
  )

  it.live("gives back records of its usage journal as they were written, or none behind the damage", () =>
    Effect.gen(function* () {
      const random = seededRandom(seed)
      const folder = yield* temporaryFolder
      const [original, copy] = [join(folder, "original"), join(folder, "journal")]
      const recovered = (path: string) =>
        UsageJournal.useSync((journal) => journal.recovered).pipe(
          Effect.provide(FileUsageJournal.layer(path), { local: true })
        )
      yield* UsageJournal.useSync(({ append }) => {
        for (let n = 1; n <= 300; n++) append({ _tag: "Returned", lease: LeaseId.make("lease_1"), n })
      }).pipe(Effect.provide(FileUsageJournal.layer(original), { local: true }))
      const written = yield* recovered(original)
      assert.strictEqual(written.length, 300)
      for (let i = 0; i < damages; i++) {
        const what = damagedCopy(original, copy, damageKinds[i % damageKinds.length] ?? "bit flip", random)
        const exit = yield* Effect.exit(recovered(copy))
        if (Exit.isFailure(exit)) assert.match(Cause.pretty(exit.cause), namesDamage, what)
        else assert.deepStrictEqual(exit.value, written.slice(0, exit.value.length), what)
      }
    }).pipe(Effect.scoped)
  )
})
