import type { ProductFacts } from "../product/ProductFacts.ts"
import { decodeModelFile } from "./ModelFile.ts"
import { encodeProduct } from "./Encoder.ts"
import type { CorpusStatistics } from "./CorpusStatistics.ts"
import { freeFrom } from "./exclusions/ProductContents.ts"
import { featuresOf } from "./ProductFeatures.ts"
import type { SentenceReader } from "./sentence/SentenceReader.ts"
import { needCosine } from "./exclusions/ExclusionWeights.ts"
import { understandQuery } from "./QueryEncoder.ts"
import type { Candidate } from "./CandidateScore.ts"
import { candidatesAtFirst, candidatesNeeded, rerank } from "./Rerank.ts"
import type { QueryIntent } from "./QueryIntent.ts"
import { dimensions } from "./VectorLayout.ts"

/** Search by meaning without a network: pure, deterministic, the same in both tiers. */
export interface MeaningModel {
  /** a hash of what the model learnt and of the vectors it gives: it changes whenever a product gets another vector */
  readonly id: string
  readonly dimensions: number
  /** A unit vector. */
  readonly embedProduct: (facts: ProductFacts) => Float32Array
  /** What a question asks for; its vector is a unit vector, or zero when nothing of it was understood. */
  readonly understand: (text: string) => QueryIntent
  /** How near a product is to the need itself, from its cosine with the vector, which looks for what passes first. */
  readonly needCosine: (intent: QueryIntent, cosine: number) => number
  /** The candidates, nearest first, in the order in which they answer the question; without those it rules out. */
  readonly rerank: (intent: QueryIntent, candidates: ReadonlyArray<Candidate>) => ReadonlyArray<Candidate>
  /** How many of the nearest suffice for the first `wanted` of `rerank` to be what they would be of all products. */
  readonly candidatesNeeded: (intent: QueryIntent, wanted: number) => number
  /** How many of the nearest to look at first; all that are needed only where too few of these are left. */
  readonly candidatesAtFirst: (intent: QueryIntent, wanted: number) => number
}

export const modelOf = (id: string, statistics: CorpusStatistics, sentences?: SentenceReader): MeaningModel => ({
  id,
  dimensions,
  embedProduct: (facts) => encodeProduct(featuresOf(facts), freeFrom(facts), statistics),
  understand: (text) => understandQuery(text, statistics, sentences),
  needCosine,
  rerank: (intent, candidates) => rerank(intent, candidates, statistics),
  candidatesNeeded,
  candidatesAtFirst
})

/** The model that `data/semantic/train.ts` wrote, decompressed; without `sentences` it knows the grammar's wordings only. */
export const loadModel = (file: Uint8Array, sentences?: SentenceReader): MeaningModel => {
  const { id, statistics } = decodeModelFile(file)
  return modelOf(id, statistics, sentences)
}
