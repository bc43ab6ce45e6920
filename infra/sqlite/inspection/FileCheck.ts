import { Effect, Schema } from "effect"
import type { Finding } from "../../../domain/ports/LogInspection.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

/** https://www.sqlite.org/pragma.html#pragma_quick_check: the quick one does not compare indexes with their tables. */
export type FileCheck = "quick_check" | "integrity_check"

const decodeMessages = Schema.decodeUnknownSync(Schema.Array(Schema.Record(Schema.String, Schema.String)))

/** What SQLite itself finds wrong with the structure of the file, at most 100 findings; a file that it cannot read is one. */
export const checkFile = (db: SqliteDatabase, place: string, check: FileCheck): Effect.Effect<ReadonlyArray<Finding>> =>
  db
    .read("check the file", () => decodeMessages(db.statement(`PRAGMA ${check}`).all()))
    .pipe(
      Effect.map((rows) => rows.flatMap((row) => Object.values(row)).filter((message) => message !== "ok")),
      Effect.catch((error) => Effect.succeed([error.message])),
      Effect.map((messages) => messages.map((problem) => ({ place, problem })))
    )
