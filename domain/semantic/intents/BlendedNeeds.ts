import type { NeedReading } from "../NeedReader.ts"
import { add } from "../Weights.ts"
import { agreement, readNeed } from "./KnownNeeds.ts"
import type { Near } from "./NearestNeeds.ts"

/** Needs of so much less probability than the nearest say nothing. */
const nearShare = 0.5
const nearMax = 3
/** Of a need that asks for nothing of what the grammar read, so much of its probability is left. */
const strangeShare = 0.7

/** The needs again, by what the grammar read as well: together they stay as probable as they were. */
export const agreeing = (reading: NeedReading, near: ReadonlyArray<Near>): ReadonlyArray<Near> => {
  const shares = near.map(({ need, probability }) => {
    const share = strangeShare + (1 - strangeShare) * agreement(reading, need)
    return probability * share
  })
  const sum = (values: ReadonlyArray<number>) => values.reduce((a, b) => a + b, 0)
  const factor = sum(near.map(({ probability }) => probability)) / sum(shares)
  return near
    .map((each, i) => ({ ...each, probability: (shares[i] ?? 0) * factor }))
    .toSorted((a, b) => b.probability - a.probability)
    .filter(({ probability }, _, [first]) => probability >= nearShare * (first?.probability ?? 0))
    .slice(0, nearMax)
}

/** The nearest need, with what the others ask for by their probability: what several want comes first. */
export const blended = (near: ReadonlyArray<Near>): NeedReading | null => {
  const [nearest] = near
  if (nearest === undefined) return null
  const implied = new Map<string, number>()
  const sum = near.reduce((total, { probability }) => total + probability, 0)
  const { implied: ofNearest, ...reading } = readNeed(nearest.need)
  for (const { need, probability } of near)
    for (const [name, weight] of readNeed(need).implied)
      // what only a farther need is against says nothing: a chewy sweet is no savoury bite
      if (weight > 0 || ofNearest.has(name)) add(implied, name, (weight * probability) / sum)
  return { ...reading, implied }
}
