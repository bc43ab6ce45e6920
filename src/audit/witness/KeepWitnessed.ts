import { Effect, Metric, Option, Queue, Result } from "effect"
import { TreeFolder } from "../../../infra/audit/TreeFolder.ts"
import type { WitnessPolicy } from "../../../infra/audit/WitnessPolicy.ts"
import { type Asked, askWitnesses, cosignedSize } from "./AskWitnesses.ts"

const cosignedEntries = Metric.gauge("audit_cosigned_entries", {
  description: "Entries of the newest checkpoint that a quorum of witnesses has cosigned."
})
const failing = Metric.gauge("audit_witness_failing", {
  description: "1: the witness does not cosign; the log says why."
})

/** Says each cause of a witness once, until there is another, and that it is over. */
const makeReport = () => {
  const causes = new Map<string, string>()
  return Effect.fnUntraced(function* ({ result, witness: { name } }: Asked) {
    yield* Metric.update(Metric.withAttributes(failing, { witness: name }), Result.isFailure(result) ? 1 : 0)
    if (Result.isFailure(result)) {
      const { message } = result.failure
      if (causes.get(name) === message) return
      causes.set(name, message)
      return yield* Effect.logError(`${message}. It is asked again.`)
    }
    if (causes.delete(name)) yield* Effect.logInfo(`the witness ${name} cosigns again`)
    if (Option.isNone(result.success)) return
    const { size, time } = result.success.value
    yield* Effect.logInfo("audit checkpoint cosigned", {
      witness: name,
      size,
      time: new Date(time * 1_000).toISOString()
    })
  })
}

/** Has witnesses asked beside whoever extends the tree, who waits for none of them. */
export interface Witnessing {
  /** Has them asked soon. */
  readonly due: Effect.Effect<void>
  /** Asks each time that it is due, as long as it runs. */
  readonly run: Effect.Effect<void>
}

export const makeWitnessing = (root: string, policy: WitnessPolicy): Effect.Effect<Witnessing> =>
  Effect.gen(function* () {
    const folder = new TreeFolder(root)
    const asks = yield* Queue.sliding<void>(1)
    const report = makeReport()
    const round = Effect.gen(function* () {
      yield* Effect.forEach(yield* askWitnesses(folder, policy), report, { discard: true })
      yield* Metric.update(cosignedEntries, cosignedSize(folder))
    }).pipe(
      // the folder cannot be used: whoever extends the tree says so, too
      Effect.catchTag("TreeUnusable", ({ message }) => Effect.logError(`no witness is asked: ${message}`))
    )
    return {
      due: Effect.asVoid(Queue.offer(asks, undefined)),
      run: Queue.take(asks).pipe(Effect.andThen(round), Effect.forever)
    }
  })
