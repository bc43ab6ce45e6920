import type { ProductFacts } from "../product/ProductFacts.ts"
import { decodeArtefact } from "./Artefact.ts"
import { encodeProduct } from "./Encoder.ts"
import type { Learned } from "./Learned.ts"
import { featuresOf } from "./ProductFeatures.ts"
import { understandQuery } from "./QueryEncoder.ts"
import { type Candidate, candidatesNeeded, rerank } from "./Rerank.ts"
import type { Understood } from "./Understood.ts"
import { dimensions } from "./VectorLayout.ts"

/** Search by meaning without a network: pure, deterministic, the same in both tiers. */
export interface MeaningModel {
  /** a hash of what the model learnt and of the vectors it gives: it changes whenever a product gets another vector */
  readonly id: string
  readonly dimensions: number
  /** A unit vector. */
  readonly embedProduct: (facts: ProductFacts) => Float32Array
  /** What a question asks for; its vector is a unit vector, or zero when nothing of it was understood. */
  readonly understand: (text: string) => Understood
  /** The candidates, nearest first, in the order in which they answer the question; without those it rules out. */
  readonly rerank: (understood: Understood, candidates: ReadonlyArray<Candidate>) => ReadonlyArray<Candidate>
  /** How many of the nearest suffice for the first `wanted` of `rerank` to be what they would be of all products. */
  readonly candidatesNeeded: (understood: Understood, wanted: number) => number
}

export const modelOf = (id: string, learned: Learned): MeaningModel => ({
  id,
  dimensions,
  embedProduct: (facts) => encodeProduct(featuresOf(facts), learned),
  understand: (text) => understandQuery(text, learned),
  rerank: (understood, candidates) => rerank(understood, candidates, learned),
  candidatesNeeded
})

/** The model that `data/meaning/train.ts` wrote, decompressed. */
export const loadModel = (artefact: Uint8Array): MeaningModel => {
  const { id, learned } = decodeArtefact(artefact)
  return modelOf(id, learned)
}
