import type { WitnessPolicy } from "../../../infra/audit/WitnessPolicy.ts"
import { cosignatureOf } from "../../../infra/crypto/Cosignature.ts"

/** A witness, and when it cosigned. */
export interface Cosigner {
  /** as the policy calls it */
  readonly witness: string
  /** RFC 3339, UTC, by the clock of the witness */
  readonly time: string
}

/** Who of a policy has cosigned a checkpoint. */
export interface CosignedBy {
  readonly cosigners: ReadonlyArray<Cosigner>
  /** whose signature lines do not hold */
  readonly wrong: ReadonlyArray<string>
  readonly isQuorum: boolean
}

export const cosignedBy = ({ isQuorum, witnesses }: WitnessPolicy, note: string): CosignedBy => {
  const found = witnesses.map(({ cosigner, name }) => ({ name, cosignature: cosignatureOf(cosigner, note) }))
  const cosigners = found.flatMap(({ cosignature, name }) =>
    cosignature === undefined || cosignature === false
      ? []
      : [{ witness: name, time: new Date(cosignature.time * 1_000).toISOString() }]
  )
  return {
    cosigners,
    wrong: found.flatMap(({ cosignature, name }) => (cosignature === false ? [name] : [])),
    isQuorum: isQuorum(new Set(cosigners.map(({ witness }) => witness)))
  }
}
