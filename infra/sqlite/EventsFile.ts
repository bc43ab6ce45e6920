import { Effect, Layer, Schema } from "effect"
import { existsSync } from "node:fs"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { accountSchema } from "./accounts/AccountSchema.ts"
import { addChecksums } from "./AddChecksums.ts"
import { isChecked, makeCheckedFile } from "./CheckedFile.ts"
import { eventsSchema } from "./EventRows.ts"
import { inlineSchema } from "./InlineProjections.ts"
import { durableFile } from "./DurableCommits.ts"
import { EventsDatabase, memoryPath, openSqlite, type SqliteDatabase } from "./Sqlite.ts"
import { originsSchema } from "./SqliteCommandOrigins.ts"
import { listOldDeletions, personalDataSchema } from "./SqlitePersonalData.ts"
import { addAccountToFailures, failuresSchema } from "./SqliteFailedAuthentications.ts"
import { keyNamesSchema, moveKeyNames } from "./KeyNames.ts"
import { installedBundlesSchema } from "./SqliteInstalledBundles.ts"
import { headsSchema } from "./SqliteProductHeads.ts"
import { isDamage } from "./ViewsDamage.ts"
import { webhookSchema } from "./SqliteWebhookStore.ts"
import { ledgerSchema } from "./usage-ledger/LedgerSchema.ts"

/**
 * The version of the tables in `events.db`, kept in its `user_version`; 3 added the checksums of events, 4 `usage_clock`
 * and the shares of the limit per second, in place of the paces of 2, 5 accounts, the names of keys and webhooks, 6 the roles of keys, origins of commands and failed authentications,
 * 7 took the names of keys out of `key_directory`, and added pending erasures and the accounts of failed authentications, 8 took
 * the table of product heads away. What a version adds is created where it is missing, so every earlier file is brought up by the same statements.
 */
export const schemaVersion = 8
/** Columns of keys that came later, and the version that they came with. */
const keyColumns = [{ name: "role", definition: "TEXT NOT NULL DEFAULT 'client'", since: 6 }] as const
/** From here on deleted accounts are listed until what is personal of them is erased. */
const firstWithErasures = 7
/** From here on an event without a checksum is damaged. */
const firstWithChecksums = 3

/** The file was written by a newer program: this one must not touch it. */
export class EventsFileTooNew extends Schema.TaggedError<EventsFileTooNew>()("EventsFileTooNew", {
  path: Schema.String,
  found: Schema.Int,
  supported: Schema.Int
}) {
  override get message(): string {
    return `${this.path} has schema version ${this.found}, this program knows up to ${this.supported}: use a newer fooddata`
  }
}

/** The columns alone: SQLite has no IF NOT EXISTS for them. */
const addKeyColumns = (db: SqliteDatabase, found: number): void => {
  for (const { definition, name, since } of keyColumns) {
    if (found >= since) continue
    const known = db.statement("SELECT 1 FROM pragma_table_info('key_directory') WHERE name = ?").get(name)
    if (known === undefined) db.exec(`ALTER TABLE key_directory ADD COLUMN ${name} ${definition}`)
  }
}

const migrate = (db: SqliteDatabase, path: string): Effect.Effect<void, EventsFileTooNew | StorageUnavailable> =>
  Effect.gen(function* () {
    const row = yield* db.read("read the schema version", () => db.statement("PRAGMA user_version").get())
    const found = typeof row?.["user_version"] === "number" ? row["user_version"] : 0
    if (found > schemaVersion) return yield* new EventsFileTooNew({ path, found, supported: schemaVersion })
    if (found === schemaVersion) return
    if (found > 0 && found < firstWithChecksums) yield* addChecksums(db)
    yield* db.write("create the tables of events.db", () => {
      db.exec(eventsSchema)
      if (found > 0) addKeyColumns(db, found)
      db.exec(inlineSchema)
      db.exec("DROP TABLE IF EXISTS product_heads")
      db.exec(headsSchema)
      db.exec(accountSchema)
      db.exec(installedBundlesSchema)
      db.exec(ledgerSchema)
      db.exec(webhookSchema)
      db.exec(originsSchema)
      addAccountToFailures(db)
      db.exec(failuresSchema)
      db.exec(keyNamesSchema)
      moveKeyNames(db)
      db.exec(personalDataSchema)
      if (found > 0 && found < firstWithErasures) listOldDeletions(db)
      db.exec(`PRAGMA user_version = ${schemaVersion}`)
    })
  })

/** `events.db` at the path, its tables created; `:memory:` for tests. */
export const eventsFile = (path: string): Layer.Layer<EventsDatabase, StorageUnavailable | EventsFileTooNew> =>
  Layer.effect(
    EventsDatabase,
    Effect.gen(function* () {
      const isWhole = !existsSync(path) || (yield* isChecked(path))
      const checked = makeCheckedFile(path, isWhole)
      yield* Effect.addFinalizer(() => checked.note)
      const onFailure = (cause: unknown) => {
        if (isDamage(cause)) checked.distrust()
      }
      const opened = yield* openSqlite({ path, synchronous: "NORMAL", onFailure })
      const write: SqliteDatabase["write"] = (operation, transaction) =>
        checked.during(opened.write(operation, transaction))
      const checkedDb = { ...opened, write }
      const db = path === memoryPath ? checkedDb : yield* durableFile(checkedDb, path)
      // what is erased, because it is somebody's own, must not stay on free pages
      db.exec("PRAGMA secure_delete = ON")
      yield* migrate(db, path)
      return db
    })
  )
