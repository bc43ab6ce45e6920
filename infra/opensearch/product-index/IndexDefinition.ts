import { Effect, Schema } from "effect"
import type { EmbeddingModel } from "../../../projections/ports/Embedder.ts"
import { documentVersion } from "../../../projections/product-search/ProductDocument.ts"
import { resultWindow } from "./StructuralQuery.ts"

/** How an index is spread over the nodes of the server. */
export interface IndexLayout {
  /** fixed when the index is made; one per 10 GB or so */
  readonly shards: number
  readonly replicas: number
}

/** Names the mapping below; a change needs a new version, so that an older index is built again. */
const schemaVersion = "5"
const version = `schema ${schemaVersion}, ${documentVersion}`

/** How soon what other processes wrote is seen without being asked for. */
export const refreshInterval = "1s"

/**
 * What a node that was killed has to do once more when it comes back, of each shard; meanwhile searches are 503. After 60,000
 * documents with vectors it was back after 112 s by the default of 512mb, 46 s with 64mb, 26 s with this, of which it takes 25 to
 * start.
 */
const replayedBytesMax = "16mb"

/**
 * Beginnings up to this length are terms of their own; a longer one is looked up in the dictionary, where it names few
 * words.
 */
const indexedPrefixLengthMax = 8

// `docs` and no norms: whether a word stands there is all that matters, not how often or among how many
const upTo = {
  type: "text",
  analyzer: "whitespace",
  index_options: "docs",
  norms: false,
  index_prefixes: { min_chars: 1, max_chars: indexedPrefixLengthMax }
}
const tag = { type: "keyword", doc_values: false }
const kept = { type: "keyword", index: false, doc_values: false }

/** The words of a field, kept as they came and found in the lists of that field and of all worse ones. */
const words = (...lists: ReadonlyArray<string>) => ({ ...kept, copy_to: lists.map((list) => `up_to.${list}`) })

/**
 * `up_to.<field>` holds the terms (see `Terms.ts`) that stand in that field or a better one, so each bucket of the order
 * is one lookup a word. `facts` is a text, so that no value of a source is ever read as anything else. Beside the
 * products the index holds a document for each word of theirs, by which misspelt and transliterated ones are found.
 */
const properties = {
  id: { type: "keyword" },
  version: { type: "long", index: false },
  deleted: { type: "boolean" },
  terms: {
    properties: {
      subject: words("subject", "head", "dish", "phrase", "name", "brand", "category"),
      head: words("head", "dish", "phrase", "name", "brand", "category"),
      dish: words("dish", "phrase", "name", "brand", "category"),
      phrase: words("phrase", "name", "brand", "category"),
      name: words("name", "brand", "category"),
      brand: words("brand", "category"),
      code: { type: "text", analyzer: "whitespace", index_options: "docs", norms: false },
      category: words("category")
    }
  },
  up_to: {
    properties: { subject: upTo, head: upTo, dish: upTo, phrase: upTo, name: upTo, brand: upTo, category: upTo }
  },
  word: { type: "keyword", doc_values: false },
  sound: tag,
  exact_names: tag,
  tags: tag,
  /** `curated`, `complete`: the parts of the rank that other criteria stand between */
  traits: tag,
  /** the static rank without those */
  plainness: { type: "integer", index: false },
  barcode: tag,
  /** see `BarcodePrecedence.ts` */
  barcode_precedence: { type: "long", index: false },
  facts: kept,
  /** the vector as `StoredVector.ts` has it, in base64: what candidates are compared by */
  vector: kept
}

/**
 * What candidates are found by: the components as bytes, a quarter of the memory of floats. The engine is part of the
 * server itself; the others need native libraries.
 */
const coarseVector = (dimension: number) => ({
  type: "knn_vector",
  dimension,
  data_type: "byte",
  method: {
    name: "hnsw",
    engine: "lucene",
    space_type: "cosinesimil",
    parameters: { m: 16, ef_construction: 100 }
  }
})

const propertiesWith = ({ dimensions }: EmbeddingModel) => ({ ...properties, coarse_vector: coarseVector(dimensions) })

/** What a new index is created with; nobody but its builder writes to it until it is complete. */
export const indexDefinition = (
  layout: IndexLayout,
  model: EmbeddingModel,
  more: { readonly isBuilding: boolean }
) => ({
  settings: {
    index: {
      knn: true,
      number_of_shards: layout.shards,
      // copied when it is complete: copying a finished shard is cheaper than indexing twice
      number_of_replicas: more.isBuilding ? 0 : layout.replicas,
      refresh_interval: more.isBuilding ? "-1" : refreshInterval,
      translog: { flush_threshold_size: replayedBytesMax },
      max_result_window: resultWindow
    }
  },
  mappings: { dynamic: "strict", _meta: indexMeta(model, more), properties: propertiesWith(model) }
})

/** `isComplete`: an index that its builder has not finished is a leftover once the builder is gone. */
export const indexMeta = (model: EmbeddingModel, { isBuilding }: { readonly isBuilding: boolean }) => ({
  version,
  model: modelIn(model),
  isComplete: !isBuilding
})

/** What vectors an index holds: of this model, of which it holds no others. */
export const modelIn = ({ dimensions, id }: EmbeddingModel): string => `${dimensions} ${id}`

const IndexMeta = Schema.Struct({
  version: Schema.String,
  // an index of before there were vectors has none
  model: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("none"))),
  isComplete: Schema.Boolean
})
export type IndexMeta = typeof IndexMeta.Type

/** An index without these marks is none of ours. */
export const WithIndexMeta = Schema.Struct({ mappings: Schema.Struct({ _meta: IndexMeta }) })

/** Was the index made by today's mapping, analyser and ranking? */
export const isCurrent = (meta: IndexMeta): boolean => meta.version === version
