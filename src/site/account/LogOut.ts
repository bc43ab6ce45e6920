import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { onPasswordFailure } from "../../api/accounts/AccountRefusals.ts"
import { SessionAccess } from "../../api/accounts/SessionAccess.ts"
import { Sessions } from "../../commands/accounts/Sessions.ts"
import { seeOther } from "./AccountPage.ts"
import { signedIn } from "./SignedIn.ts"

const { EventUndecodable, TooManyConflicts } = onPasswordFailure

/** `/logout`: ends the session. What the browser has kept of this site goes with it. */
export const logOut = Effect.gen(function* () {
  const sessions = yield* Sessions
  const { clearSession } = yield* SessionAccess
  const { take } = yield* signedIn
  return take(({ asked, session }) =>
    sessions.signOut(session.token).pipe(
      Effect.map(() => {
        const out = clearSession(seeOther(asked, "/login", { done: "out" }))
        return HttpServerResponse.setHeader(out, "clear-site-data", '"cache"')
      }),
      Effect.catchTags({ EventUndecodable, TooManyConflicts })
    )
  )
})
