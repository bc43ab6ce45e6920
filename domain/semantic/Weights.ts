/**
 * How much of each thing, by name: `g:soup` a food group, `a:vegan` a property, `n:sugar:abs` a nutrient's level,
 * `f:portable` what is known of the food, `c:goat-cheese` a food of the lexicon.
 */
export type Weights = ReadonlyMap<string, number>

const item = /^(-?)([afngv]:[a-z0-9]+[+\-0]?|c:[a-z0-9-]+)(?:\*(-?[\d.]+))?$/

/** Reads `g:soup a:canned*0.5 -g:meat n:fat- c:pea-soup`: a weight of 1 unless given, a minus before it turns it round. */
export const readWeights = (text: string): Weights => {
  const weights = new Map<string, number>()
  for (const part of text.split(/\s+/).filter((word) => word !== "")) {
    const [, minus, name, weight] = item.exec(part) ?? []
    if (name === undefined) throw new Error(`no facet: ${part} in ${text}`)
    add(weights, name, (minus === "-" ? -1 : 1) * Number(weight ?? 1))
  }
  return weights
}

export const add = (weights: Map<string, number>, name: string, weight: number): void => {
  weights.set(name, (weights.get(name) ?? 0) + weight)
}

export const addAll = (weights: Map<string, number>, more: Weights, factor: number): void => {
  for (const [name, weight] of more) add(weights, name, weight * factor)
}

/** Keeps whichever weight is the stronger. */
export const put = (weights: Map<string, number>, name: string, weight: number): void => {
  if (Math.abs(weight) > Math.abs(weights.get(name) ?? 0)) weights.set(name, weight)
}

export const clamp = (value: number, max: number): number => Math.max(-max, Math.min(max, value))
