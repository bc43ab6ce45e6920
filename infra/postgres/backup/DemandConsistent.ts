import { Effect, Stream } from "effect"
import { LogInspection } from "../../../domain/ports/LogInspection.ts"
import { RowsUnreadable } from "./BackupRows.ts"

/** Fails with the first thing that a look over the whole database finds wrong in it. */
export const demandConsistent = Effect.flatMap(LogInspection, ({ findings }) =>
  Stream.runForEach(findings, ({ place, problem }) =>
    Effect.fail(new RowsUnreadable({ reason: `${place}: ${problem}` }))
  )
)
