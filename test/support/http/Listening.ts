import { Effect } from "effect"
import type { Server } from "node:http"

/** Has the server listen on loopback until the scope ends; its port. */
export const listening = Effect.fnUntraced(function* (server: Server) {
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
})
