import { Effect, Option, Result } from "effect"
import { parseCheckpoint } from "../../../infra/audit/Checkpoint.ts"
import { Cosigned, type WitnessState } from "../../../infra/audit/Cosigned.ts"
import type { TreeFolder } from "../../../infra/audit/TreeFolder.ts"
import type { Witness, WitnessPolicy } from "../../../infra/audit/WitnessPolicy.ts"
import { inFolder, type TreeUnusable } from "../TreeUnusable.ts"
import { askWitness, type WitnessFailed } from "./AskWitness.ts"
import { cosignedBy } from "./CosignedBy.ts"

/** Of witnesses that are asked at one time. */
const atOnce = 8

/** What came of asking a witness; none: there was nothing to ask it. */
export interface Asked {
  readonly witness: Witness
  readonly result: Result.Result<Option.Option<WitnessState>, WitnessFailed | TreeUnusable>
}

/** Keeps the checkpoint as the newest that is cosigned, once a quorum has; without a quorum to reach, once anybody has. */
const keepNewest = (folder: TreeFolder, policy: WitnessPolicy): void => {
  const note = Option.getOrUndefined(folder.checkpoint())
  if (note === undefined) return
  const { cosigners, isQuorum } = cosignedBy(policy, note)
  if (!isQuorum || cosigners.length === 0) return
  const cosigned = new Cosigned(folder)
  if (Option.getOrUndefined(cosigned.newest()) !== note) cosigned.keepNewest(note)
}

/**
 * Asks each witness of the policy for a cosignature of the newest checkpoint that it has not cosigned. One that fails does not keep the
 * others from it. Only the process that holds the lock of the folder may do so.
 */
export const askWitnesses = Effect.fn("askWitnesses")(function* (folder: TreeFolder, policy: WitnessPolicy) {
  const asked = yield* Effect.forEach(
    policy.witnesses,
    (witness) => Effect.map(Effect.result(askWitness(folder, witness)), (result): Asked => ({ witness, result })),
    { concurrency: atOnce }
  )
  yield* inFolder(folder.root, () => keepNewest(folder, policy))
  return asked
})

/** Why witnesses did not cosign. */
export const failuresOf = (asked: ReadonlyArray<Asked>): ReadonlyArray<string> =>
  asked.flatMap(({ result }) => (Result.isFailure(result) ? [result.failure.message] : []))

/** Leaves of the newest checkpoint that a quorum has cosigned. */
export const cosignedSize = (folder: TreeFolder): number =>
  Option.match(new Cosigned(folder).newest(), {
    onNone: () => 0,
    onSome: (note) => parseCheckpoint(note)?.size ?? 0
  })
