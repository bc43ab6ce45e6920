import { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { Socket } from "node:net"
import type { ExchangeState } from "../api/Exchange.ts"

/** How long whoever is over the limit of their address waits for the refusal at the least, ms: as long as it asks them to wait. */
export const refusalHeldMs = 1_000
/** Those who were refused at one time are answered one after the other over so many ms, and do not come back at one time. */
const spreadMs = 1_000
/** Steps through the spread: any number without a divisor in common with it. */
const spreadStepMs = 383

type Response = HttpServerResponse.HttpServerResponse

/**
 * Makes a flood without keys wait for its refusals, so that each of its connections costs one refusal a second, whatever
 * it sends. Who sends more on a connection that waits is cut off. Connections are bounded by `Connections.ts`.
 */
export class HeldRefusals {
  readonly #waiting = new WeakSet<Socket>()
  #spread = 0

  /** Cuts off a caller that sends a request while a refusal is held back from them. */
  isCutOff(socket: Socket | undefined): boolean {
    if (socket === undefined || !this.#waiting.has(socket)) return false
    socket.destroy()
    return true
  }

  /** The refusal, a while later, unless the caller goes away. It holds no slot of those who are being answered. */
  hold(refusal: Response, { slots }: ExchangeState, socket: Socket | undefined): Effect.Effect<Response> {
    if (socket === undefined) return Effect.succeed(refusal)
    this.#waiting.add(socket)
    const ms = refusalHeldMs + this.#spread
    this.#spread = (this.#spread + spreadStepMs) % spreadMs
    return Effect.ensuring(
      slots.outside(Effect.as(Effect.interruptible(Effect.sleep(ms)), refusal)),
      Effect.sync(() => this.#waiting.delete(socket))
    )
  }
}
