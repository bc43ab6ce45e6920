import { Predicate, Schema } from "effect"
import type { Extraction } from "../../domain/ports/MealExtractor.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import type { StatedItem } from "../../domain/meal/StatedItems.ts"
import { type EmbeddingModel, EmbeddingUnavailable } from "../../projections/ports/Embedder.ts"
import { VectorsIncomplete } from "../../projections/ports/ProductVectors.ts"
import type { FoundPage } from "../../projections/ports/SearchPageCache.ts"
import type { MealAnalysis } from "../queries/AnalyzeMeal.ts"
import type { SemanticPage } from "../queries/SemanticSearch.ts"
import type { Lane } from "./FairQueue.ts"

/** What a query thread is asked for a caller. */
export type Question =
  | { readonly _tag: "Search"; readonly query: SearchQuery }
  /** `vector`: of the question, where another model than the bundled one makes it */
  | {
      readonly _tag: "Semantic"
      readonly text: string
      readonly vector: Float32Array | null
      readonly wanted: number
    }
  | { readonly _tag: "AnalyzeText"; readonly text: string }
  | { readonly _tag: "AnalyzeExtraction"; readonly extraction: Extraction }
  | { readonly _tag: "AnalyzeItems"; readonly items: ReadonlyArray<StatedItem> }

/** Descriptions of meals in more characters, and lists of more foods, are long to read. */
const quickTextMax = 200
const quickItemsMax = 10

/** Is a question known to take long before it is asked? */
export const isLong = (question: Question): boolean => {
  switch (question._tag) {
    case "AnalyzeText":
      return question.text.length > quickTextMax
    case "AnalyzeExtraction":
      return question.extraction.items.length > quickItemsMax
    case "AnalyzeItems":
      return question.items.length > quickItemsMax
    default:
      return false
  }
}

export interface AnswerOf {
  readonly Search: FoundPage
  readonly Semantic: SemanticPage
  readonly AnalyzeText: MealAnalysis
  readonly AnalyzeExtraction: MealAnalysis
  readonly AnalyzeItems: MealAnalysis
}

/** What the service itself tells a query thread. */
export type Notice = { readonly _tag: "Warm" } | { readonly _tag: "AddedWords"; readonly words: ReadonlyArray<string> }

/** Comes first: what the thread answers from. */
export interface Begin {
  readonly _tag: "Begin"
  readonly lane: Lane
  readonly tier: ThreadTier
}

/** What a query thread asks of the service: the nearest products by number. */
export interface ScanRequest {
  readonly _tag: "Scan"
  readonly query: Float32Array
  readonly limit: number
}

/*
 * What comes over a thread's port was sent by this program, and is what its tag says.
 */

const hasTag = (value: unknown, tags: ReadonlyArray<string>): boolean =>
  Predicate.hasProperty(value, "_tag") && tags.some((tag) => tag === value._tag)

const questionTags = ["Search", "Semantic", "AnalyzeText", "AnalyzeExtraction", "AnalyzeItems"]

export const isAsked = (value: unknown): value is Asked =>
  Predicate.hasProperty(value, "budgetMs") &&
  Predicate.hasProperty(value, "question") &&
  hasTag(value.question, questionTags)
export const isNotice = (value: unknown): value is Notice => hasTag(value, ["Warm", "AddedWords"])
export const isBegin = (value: unknown): value is Begin => hasTag(value, ["Begin"])
export const isScanRequest = (value: unknown): value is ScanRequest => hasTag(value, ["Scan"])

const QueryFailure = Schema.Union([StorageUnavailable, EmbeddingUnavailable, VectorsIncomplete])
export type QueryFailure = typeof QueryFailure.Type

const failureCodec = Schema.toCodecJson(QueryFailure)
export const encodeFailure = Schema.encodeSync(failureCodec)
export const decodeFailure = Schema.decodeUnknownSync(failureCodec)

/** A question on its way to a thread, and how long the thread may compute for it, ms. */
export interface Asked {
  readonly question: Question
  readonly budgetMs: number
}

/** An answer on its way between threads. */
export type Outcome =
  | { readonly _tag: "Answer"; readonly value: unknown }
  | { readonly _tag: "Failure"; readonly failure: unknown }

/** The same with how long the thread computed, ms; `null`: its budget did not suffice. */
export interface Measured {
  readonly outcome: Outcome | null
  readonly costMs: number
}

interface Common {
  /** what makes the vectors, where that is not the bundled model */
  readonly foreignModel: EmbeddingModel | null
}

/** From what a thread answers. */
export type ThreadTier = SqliteTier | OpenSearchTier

interface SqliteTier extends Common {
  readonly _tag: "Sqlite"
  readonly viewsPath: string
}

export interface OpenSearchTier extends Common {
  readonly _tag: "OpenSearch"
  readonly url: string
  /** value of the header, and certificates, by which threads ask as the service does */
  readonly authorization: string | null
  readonly ca: string | null
  readonly alias: string
  readonly shards: number
  readonly replicas: number
}
