import { Effect, type Scope } from "effect"
import { connect } from "node:net"

/** A connection on which a test says exactly what it wants to, and sees exactly what comes back. */
export interface RawSocket {
  /** one byte for each character */
  readonly write: (bytes: string) => void
  /** no more will be written; the other side may still answer */
  readonly halfClose: () => void
  /** gone at once, without a goodbye */
  readonly reset: () => void
  readonly received: () => string
  /** completes when what was received matches, or the connection is closed; gives what was received */
  readonly until: (pattern: RegExp) => Effect.Effect<string>
  /** completes when the other side has closed; gives all that was received */
  readonly closed: Effect.Effect<string>
}

/** Opens a connection that is closed with the scope. */
export const openSocket = (port: number): Effect.Effect<RawSocket, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<RawSocket & { readonly destroy: () => void }>((resume) => {
      let received = ""
      let isClosed = false
      const waiting = new Set<() => void>()
      const wake = () => {
        for (const look of waiting) look()
      }
      const when = (condition: () => boolean) =>
        Effect.callback<string>((done) => {
          const look = () => {
            if (!isClosed && !condition()) return
            waiting.delete(look)
            done(Effect.succeed(received))
          }
          waiting.add(look)
          look()
        })
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () =>
        resume(
          Effect.succeed({
            write: (bytes) => void (socket.writable && socket.write(bytes, "latin1")),
            halfClose: () => void socket.end(),
            reset: () => void socket.resetAndDestroy(),
            destroy: () => void socket.destroy(),
            received: () => received,
            until: (pattern) => when(() => pattern.test(received)),
            closed: when(() => false)
          })
        )
      )
      socket.setNoDelay(true)
      socket.on("data", (chunk: Buffer) => {
        received += chunk.toString("latin1")
        wake()
      })
      const end = () => {
        isClosed = true
        socket.destroy()
        wake()
      }
      socket.on("end", end)
      socket.on("close", end)
      // a connection that the server resets has been closed, which is what is asked about
      socket.on("error", end)
    }),
    ({ destroy }) => Effect.sync(destroy)
  )
