import { Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import type { KeyId } from "../../../domain/key/KeyEvent.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { Busy, RequestInvalid } from "../../api/EdgeError.ts"
import { FailureQuery, KeyReviewQuery, ReconciliationQuery, TrailQuery } from "../../api/contract/AuditParameters.ts"
import { auditOperations, type ShownTrail } from "../../api/operations/AuditOperations.ts"
import { notStored } from "../../api/Route.ts"
import { trailCsv } from "../../audit/trail/TrailPresentation.ts"
import { accountPage, seeOther } from "../account/AccountPage.ts"
import { ownForm, type PageActions, type Show } from "../account/Doors.ts"
import { pageResponse } from "../layout/PageResponse.ts"
import { errorPage } from "../pages/ErrorPage.ts"
import type { PageRequest } from "../request/PageRequest.ts"
import { orderOfPages } from "./AuditForm.ts"
import type { AuditQuery } from "./AuditLinks.ts"
import { auditDoor, auditMain } from "./AuditParts.ts"
import { keyProblems, queryProblems } from "./AuditProblems.ts"
import { auditSession } from "./AuditSession.ts"
import { type AuditView, auditViews } from "./AuditViews.ts"

/** What was asked, without the fields that were left empty. */
const queryOf = ({ query }: PageRequest): AuditQuery =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === "string" && value !== "" ? [[name, value]] : []))
  )

const viewOf = ({ view }: AuditQuery): AuditView => auditViews.find((each) => each === view) ?? "events"

const decodeTrail = Schema.decodeUnknownOption(TrailQuery)
const decodeKeys = Schema.decodeUnknownOption(KeyReviewQuery)
const decodeFailures = Schema.decodeUnknownOption(FailureQuery)
const decodeUsage = Schema.decodeUnknownOption(ReconciliationQuery)

type Refused = Busy | RequestInvalid | StorageUnavailable

/** Usage is of a key and its days: before they are given, only the form is shown. */
const isAsked = (view: AuditView, query: AuditQuery): boolean =>
  view !== "usage" || ["key", "from", "to"].some((name) => name in query)

/** `/audit` and its rows as CSV: the pages of auditors, opened by the key of one. */
export const auditPages = Effect.gen(function* () {
  const session = yield* auditSession
  const form = yield* ownForm
  const operations = yield* auditOperations

  /** None: it cannot be asked so. */
  const ask = (view: AuditView, query: AuditQuery, keyId: KeyId): Effect.Effect<Option.Option<ShownTrail>, Refused> => {
    const asked = <Query>(
      decoded: Option.Option<Query>,
      operation: (query: Query, keyId: KeyId) => Effect.Effect<ShownTrail, Refused>
    ) =>
      Option.match(decoded, {
        onNone: () => Effect.succeed(Option.none<ShownTrail>()),
        onSome: (question) => Effect.asSome(operation(question, keyId))
      })
    switch (view) {
      case "events":
        return asked(decodeTrail({ order: orderOfPages, ...query }), operations.events)
      case "keys":
        return asked(decodeKeys(query), operations.keys)
      case "failures":
        return asked(decodeFailures(query), operations.failures)
      case "usage":
        return asked(decodeUsage(query), operations.usage)
    }
  }

  const door = (asked: PageRequest, isRefused: boolean) => {
    const { speech } = asked
    return accountPage(asked, {
      status: isRefused ? 401 : 200,
      ...(isRefused ? { headers: { "www-authenticate": "Session" } } : {}),
      title: speech.words.auditTitle,
      main: auditDoor(speech, isRefused)
    })
  }

  const get: Show = Effect.fnUntraced(function* (asked) {
    const visitor = yield* session.visitor(asked)
    if (Option.isNone(visitor)) return yield* door(asked, false)
    const query = queryOf(asked)
    const view = viewOf(query)
    const { speech } = asked
    const { problems, shown } = isAsked(view, query)
      ? yield* ask(view, query, visitor.value.keyId).pipe(
          Effect.map(
            Option.match({
              onNone: () => ({ shown: null, problems: queryProblems(speech, view, query) }),
              onSome: (found) => ({ shown: found, problems: [] })
            })
          ),
          Effect.catchTag("RequestInvalid", (error) =>
            Effect.succeed({ shown: null, problems: keyProblems(speech, error) })
          )
        )
      : { shown: null, problems: [] }
    return yield* accountPage(asked, {
      status: problems.length > 0 ? 422 : 200,
      title: speech.words.auditTitle,
      main: auditMain(speech, { view, query, shown, problems })
    })
  })

  const post: Show = Effect.fnUntraced(function* (asked) {
    const fields = yield* form(asked)
    if (fields.get("action") === "close") return session.end(asked, seeOther(asked, "/audit"))
    const opened = yield* session.opened(asked, (fields.get("key") ?? "").trim())
    if (Option.isNone(opened)) return yield* door(asked, true)
    return yield* session.begin(asked, seeOther(asked, "/audit"), opened.value)
  })

  const csv: Show = Effect.fnUntraced(function* (asked) {
    const visitor = yield* session.visitor(asked)
    if (Option.isNone(visitor)) return yield* door(asked, false)
    const query = queryOf(asked)
    const view = viewOf(query)
    const answer = yield* ask(view, query, visitor.value.keyId).pipe(
      Effect.catchTag("RequestInvalid", () => Effect.succeedNone)
    )
    if (Option.isNone(answer)) return yield* pageResponse(asked, errorPage(asked, 422))
    const { columns, rows } = answer.value
    return HttpServerResponse.text(trailCsv(Object.keys(columns), rows), {
      contentType: "text/csv; charset=utf-8",
      headers: { ...notStored, "content-disposition": `attachment; filename="fooddata-audit-${view}.csv"` }
    })
  })

  const page: PageActions = { get, post }
  return { page, csv }
})
