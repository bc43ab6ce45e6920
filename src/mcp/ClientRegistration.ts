import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { registrationPath } from "../api/KnownPaths.ts"
import { notStored, route } from "../api/Route.ts"

/** RFC 7591, section 3.2.2; the code is of RFC 6749. */
const refusal = {
  error: "access_denied",
  error_description:
    "This service has no OAuth. It takes an API key, in the header X-API-Key or as Authorization: Bearer. " +
    "The key that was sent is missing or invalid."
}

/**
 * Tells clients of the protocol that there is no OAuth. After a 401 some of them look for its metadata, and register here
 * when they find none. They show the reason of a refusal and stop; a 404 they take for another kind of server.
 */
export const ClientRegistration = HttpRouter.addAll(
  Effect.succeed([
    route({ method: "POST", path: registrationPath }, () =>
      Effect.succeed(HttpServerResponse.jsonUnsafe(refusal, { status: 403, headers: notStored }))
    )
  ])
)
