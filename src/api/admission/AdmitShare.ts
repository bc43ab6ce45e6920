import { Effect } from "effect"
import type { KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import type { Operation } from "../../../domain/usage/UsageEvent.ts"
import { type AdmittedCall, type Metering, type QuotaSnapshot, uncounted } from "../../metering/Metering.ts"
import type { ExchangeState } from "../Exchange.ts"
import { SharedUses } from "./SharedUses.ts"

/** The call of an exchange, with what else is to be done should it be given back. */
const withGiveBack = (exchange: ExchangeState, call: AdmittedCall, also: () => void): QuotaSnapshot => {
  exchange.call = {
    ...call,
    giveBack: () => {
      also()
      return call.giveBack()
    }
  }
  return call.quota
}

/** Lets calls in of which several count as one use (`SharedUses`). */
export const makeAdmitShare = ({ admit, pace }: Pick<Metering["Service"], "admit" | "pace">) => {
  const shares = new SharedUses()
  return (key: KeyRecord, operation: Operation, exchange: ExchangeState) => {
    const { keyId } = key
    if (shares.take(keyId)) {
      return pace(key).pipe(
        Effect.tapError(() => Effect.sync(() => shares.giveBack(keyId))),
        Effect.map((quota) => withGiveBack(exchange, uncounted(quota), () => shares.giveBack(keyId)))
      )
    }
    return Effect.map(admit(key, operation), (call) => {
      shares.paid(keyId)
      return withGiveBack(exchange, call, () => shares.unpaid(keyId))
    })
  }
}
