import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { notFoundDetail } from "../../api/contract/ErrorBodies.ts"
import { detailResponse } from "../../api/ErrorResponse.ts"
import { Exchange } from "../../api/Exchange.ts"
import { HttpOptions } from "../../api/HttpOptions.ts"
import { addressesOf, type Page } from "../../api/PagePaths.ts"
import { answered } from "../../api/Route.ts"
import { acceptsHtml } from "../request/Accepts.ts"
import { pageRequest } from "../request/PageRequest.ts"
import type { PageActions, Show } from "./Doors.ts"
import { keyPage } from "./KeyPage.ts"
import { keysPage } from "./KeysPage.ts"
import { logInPage } from "./LogInPage.ts"
import { logOut } from "./LogOut.ts"
import { planPage } from "./PlanPage.ts"
import { resetPage } from "./ResetPage.ts"
import { sessionsPage } from "./SessionsPage.ts"
import { exportPage, settingsPage } from "./SettingsPage.ts"
import { signUpPage } from "./SignUpPage.ts"
import { auditPages } from "../audit/AuditPages.ts"
import { usagePages } from "./UsagePage.ts"
import { verifyPage } from "./VerifyPage.ts"
import { warningsPage } from "./WarningsPage.ts"

const notFound = detailResponse(404, notFoundDetail, { vary: "Accept" })

/** Browsers that follow the link of a file say that they take anything. */
const isPage = (page: Page): boolean => !page.includes(".")

/**
 * A page of accounts at each of its addresses. A form that was begun is done to its end, even where the browser goes away:
 * a key that is made stands in the answer only.
 */
const routes = (page: Page, actions: Partial<PageActions>) =>
  Effect.map(HttpOptions, (deployment) => {
    const answer = (show: Show) =>
      Effect.gen(function* () {
        const exchange = yield* Exchange
        const request = yield* HttpServerRequest.HttpServerRequest
        exchange.route = page
        if (isPage(page) && !acceptsHtml(request.headers["accept"])) return notFound
        return yield* answered(show(pageRequest(request, exchange, page, deployment)))
      })
    const { get, post } = actions
    return addressesOf(page).flatMap((path) => [
      ...(get === undefined ? [] : [HttpRouter.route("GET", path, answer(get))]),
      ...(post === undefined ? [] : [HttpRouter.route("POST", path, answer(post), { uninterruptible: true })])
    ])
  })

/** Signing up, in and out, what who is signed in sees and does, and what auditors read. */
export const AccountPages = HttpRouter.addAll(
  Effect.gen(function* () {
    const usage = yield* usagePages
    const audit = yield* auditPages
    const all = [
      yield* routes("/signup", yield* signUpPage),
      yield* routes("/login", yield* logInPage),
      yield* routes("/logout", { post: yield* logOut }),
      yield* routes("/reset", yield* resetPage),
      yield* routes("/verify", yield* verifyPage),
      yield* routes("/dashboard", yield* keysPage),
      yield* routes("/dashboard/key", yield* keyPage),
      yield* routes("/dashboard/plan", yield* planPage),
      yield* routes("/dashboard/usage", { get: usage.shown }),
      yield* routes("/dashboard/usage.csv", { get: usage.csv }),
      yield* routes("/dashboard/sessions", yield* sessionsPage),
      yield* routes("/dashboard/warnings", yield* warningsPage),
      yield* routes("/dashboard/account", yield* settingsPage),
      yield* routes("/dashboard/export.json", { get: yield* exportPage }),
      yield* routes("/audit", audit.page),
      yield* routes("/audit/rows.csv", { get: audit.csv })
    ]
    return all.flat()
  })
)
