import { Effect } from "effect"
import { Busy } from "../http/EdgeError.ts"

/** An answer that takes longer than this is no longer of use to whoever asked. */
export const deadline = Effect.timeoutOrElse({
  duration: "10 seconds",
  orElse: () => Effect.fail(new Busy({ reason: "deadline passed", retryAfterSeconds: 1 }))
})
