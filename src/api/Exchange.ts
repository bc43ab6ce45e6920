import { Context } from "effect"
import type { KeyPrefix } from "../../domain/key/KeyEvent.ts"
import type { AdmittedCall, QuotaSnapshot } from "../metering/Metering.ts"
import type { RequestSlots } from "./admission/RequestSlots.ts"

/** What is learnt about one request on its way in, for the headers and the log line on its way out. */
export interface ExchangeState {
  readonly requestId: string
  /** the request target as it was sent */
  readonly target: string
  /** who asks: the peer, or whom a trusted proxy names */
  readonly address: string
  /** path template of the route, so that logs and metrics do not grow with identifiers */
  route: string
  /** `null` until a valid key is seen */
  keyPrefix: KeyPrefix | null
  quota: QuotaSnapshot | null
  /** the call that was counted, if one was */
  call: AdmittedCall | null
  /** it was refused for the number of requests that its address sends without a valid key */
  isOverAddressLimit: boolean
  /** the slots of the process, which a body on its way does not hold */
  readonly slots: RequestSlots
  /** of the request's span, where requests are traced */
  traceId?: string
}

export class Exchange extends Context.Service<Exchange, ExchangeState>()("fooddata/api/Exchange") {}

/** A call that fails by our fault does not count; the quota of the answer is that without it. */
export const giveBack = (exchange: ExchangeState): void => {
  if (exchange.call !== null) exchange.quota = exchange.call.giveBack()
}

export const unknownRoute = "(unknown)"
