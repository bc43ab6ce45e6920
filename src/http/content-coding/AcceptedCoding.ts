import { preferencesOf } from "../../api/request/AcceptHeader.ts"

/** The codings that the service has, the smaller result first. */
const codings = ["br", "gzip"] as const
export type Coding = (typeof codings)[number]

export interface AcceptedCoding {
  /** `null`: as it is */
  readonly coding: Coding | null
  /** the client refuses the content as it is */
  readonly isPlainRefused: boolean
}

const plain: AcceptedCoding = { coding: null, isPlainRefused: false }

/**
 * The coding of ours that `Accept-Encoding` likes best (RFC 9110, section 12.5.3). Nothing is coded for a client that does
 * not ask, or likes the content as it is better. Where the client accepts nothing that there is, it gets the content as it is.
 */
export const acceptedCoding = (header: string | undefined): AcceptedCoding => {
  if (header === undefined) return plain
  const stated = new Map(
    preferencesOf(header).map(({ value, weight }) => [value === "x-gzip" ? "gzip" : value, weight])
  )
  const others = stated.get("*")
  const weightOf = (coding: Coding): number => stated.get(coding) ?? others ?? 0
  const best = codings.reduce((liked, coding) => (weightOf(coding) > weightOf(liked) ? coding : liked))
  // not stated, it is accepted unless everything else is refused, and liked least
  const plainWeight = stated.get("identity") ?? (others === 0 ? 0 : undefined)
  if (weightOf(best) === 0 || (plainWeight ?? 0) > weightOf(best)) return plain
  return { coding: best, isPlainRefused: plainWeight === 0 }
}
