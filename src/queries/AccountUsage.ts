import { Effect } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { UsageReport } from "../../projections/ports/UsageReport.ts"
import {
  type CallCounts,
  keysMax,
  type UsageAnswer,
  type UsageQuestion,
  type UsageRangeUnusable,
  usageReport
} from "./UsageReport.ts"

const plus = (a: CallCounts, b: CallCounts): CallCounts => ({
  admitted: a.admitted + b.admitted,
  refusedSecond: a.refusedSecond + b.refusedSecond,
  refusedHour: a.refusedHour + b.refusedHour,
  refusedDay: a.refusedDay + b.refusedDay
})

/** Both have the same rows, because they answer the same range. */
const together = (a: UsageAnswer, b: UsageAnswer): UsageAnswer => ({
  question: { ...a.question, keyIds: [...a.question.keyIds, ...b.question.keyIds] },
  rows: a.rows.map((row, i) => ({ name: row.name, ...plus(row, b.rows[i] ?? row) })),
  total: plus(a.total, b.total)
})

/** The report of all keys that an account ever had, which may be more than are asked for at once. */
export const accountUsage = Effect.fn("accountUsage")(function* (
  question: UsageQuestion
): Effect.fn.Return<UsageAnswer, StorageUnavailable | UsageRangeUnusable, UsageReport> {
  const { keyIds } = question
  let answer = yield* usageReport({ ...question, keyIds: keyIds.slice(0, keysMax) })
  for (let i = keysMax; i < keyIds.length; i += keysMax) {
    answer = together(answer, yield* usageReport({ ...question, keyIds: keyIds.slice(i, i + keysMax) }))
  }
  return answer
})
