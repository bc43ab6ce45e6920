import { Effect, Option } from "effect"
import { pathOf } from "../../api/request/RequestTarget.ts"
import { type RequestSession, SessionAccess } from "../../api/accounts/SessionAccess.ts"
import { OriginRefused } from "../../api/EdgeError.ts"
import type { FormFields } from "../../api/request/FormBody.ts"
import type { Page } from "../../api/PagePaths.ts"
import type { PageRequest } from "../request/PageRequest.ts"
import { seeOther } from "./AccountPage.ts"
import { type Answer, ownForm, type Show } from "./Doors.ts"

/** A request of who is signed in. */
export interface Visit {
  readonly asked: PageRequest
  readonly session: RequestSession
  /** what each form of the page carries */
  readonly csrf: string
}

export type ShowVisit = (visit: Visit) => Answer
export type TakeForm = (visit: Visit, fields: FormFields) => Answer

export const csrfField = "csrf"

/** Who is not signed in is asked to, and comes back after it. */
const toLogIn = (asked: PageRequest, next: string) => seeOther(asked, "/login", next === "" ? {} : { next })

/** Files are no pages: after signing in, the page that they belong to is shown. */
const pageOf = (page: Page | null): boolean => page !== null && !page.includes(".") && page !== "/logout"

/** Pages, and forms, of who is signed in. A form is taken from our own pages only, and only if it was made for this session. */
export const signedIn = Effect.gen(function* () {
  const access = yield* SessionAccess
  const form = yield* ownForm

  const visitOf = (asked: PageRequest, session: RequestSession): Visit => ({
    asked,
    session,
    csrf: access.csrfTokenOf(session)
  })

  const page =
    (show: ShowVisit): Show =>
    (asked) =>
      Effect.flatMap(access.sessionOf(asked.request.headers), (found) =>
        Option.match(found, {
          onNone: () => Effect.succeed(toLogIn(asked, pageOf(asked.page) ? asked.exchange.target : "")),
          onSome: (session) => show(visitOf(asked, session))
        })
      )

  const take = (act: TakeForm): Show =>
    Effect.fnUntraced(function* (asked) {
      const fields = yield* form(asked)
      const found = yield* access.sessionOf(asked.request.headers)
      if (Option.isNone(found)) return toLogIn(asked, pageOf(asked.page) ? pathOf(asked.exchange.target) : "")
      const isOurs = access.isCsrfTokenOf(found.value, fields.get(csrfField) ?? "")
      return isOurs ? yield* act(visitOf(asked, found.value), fields) : yield* Effect.fail(new OriginRefused())
    })

  return { page, take }
})
