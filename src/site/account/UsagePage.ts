import { Clock, Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { accountUsage } from "../../queries/AccountUsage.ts"
import { type UsageAnswer, usageCsv } from "../../queries/UsageReport.ts"
import { UsageReport } from "../../../projections/ports/UsageReport.ts"
import type { AccountKey } from "../../commands/accounts/AccountKeys.ts"
import { notStored } from "../../api/Route.ts"
import { pageResponse } from "../layout/PageResponse.ts"
import { errorPage } from "../pages/ErrorPage.ts"
import { dashboardPage, ownKeys } from "./Dashboard.ts"
import { signedIn, type Visit } from "./SignedIn.ts"
import { questionOf, type UsageChoice, usageChoice } from "./UsageChoice.ts"
import { usageMain } from "./UsageParts.ts"

interface Asked {
  readonly keys: ReadonlyArray<AccountKey>
  readonly choice: UsageChoice
  /** none: the days are no range that is answered at once */
  readonly answer: Option.Option<UsageAnswer>
}

/** `/dashboard/usage` and its numbers as CSV. */
export const usagePages = Effect.gen(function* () {
  const list = yield* ownKeys
  const report = yield* UsageReport
  const { page } = yield* signedIn

  /** `null`: the key is none of the account. */
  const askedOf = Effect.fnUntraced(function* (visit: Visit) {
    const keys = yield* list(visit)
    const choice = usageChoice(visit.asked, keys, yield* Clock.currentTimeMillis)
    if (choice === null) return null
    const question = questionOf(choice, keys)
    const answer = Option.isNone(question)
      ? Option.none<UsageAnswer>()
      : yield* accountUsage(question.value).pipe(
          Effect.provideService(UsageReport, report),
          Effect.asSome,
          Effect.catchTag("UsageRangeUnusable", () => Effect.succeed(Option.none<UsageAnswer>()))
        )
    return { keys, choice, answer } satisfies Asked
  })

  const notFound = ({ asked }: Visit) => pageResponse(asked, errorPage(asked, 404))

  const shown = page(
    Effect.fnUntraced(function* (visit) {
      const found = yield* askedOf(visit)
      if (found === null) return yield* notFound(visit)
      const { answer, choice, keys } = found
      return yield* dashboardPage(visit, {
        status: Option.isNone(answer) ? 422 : 200,
        tab: "/dashboard/usage",
        title: visit.asked.speech.words.tabUsage,
        keys,
        main: usageMain(visit.asked.speech, { answer: Option.getOrNull(answer), choice, keys })
      })
    })
  )

  const csv = page(
    Effect.fnUntraced(function* (visit) {
      const found = yield* askedOf(visit)
      if (found === null) return yield* notFound(visit)
      const { answer, choice } = found
      if (Option.isNone(answer)) return yield* pageResponse(visit.asked, errorPage(visit.asked, 422))
      return HttpServerResponse.text(usageCsv(answer.value), {
        contentType: "text/csv; charset=utf-8",
        headers: {
          ...notStored,
          "content-disposition": `attachment; filename="fooddata-usage-${choice.from}-${choice.to}-by-${choice.by}.csv"`
        }
      })
    })
  )
  return { shown, csv }
})
