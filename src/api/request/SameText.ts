import { timingSafeEqual } from "node:crypto"

/** Are they the same? The time that takes says nothing of where they differ. */
export const isSameText = (expected: string, sent: string): boolean => {
  const [one, other] = [Buffer.from(expected), Buffer.from(sent)]
  return one.length === other.length && timingSafeEqual(one, other)
}
