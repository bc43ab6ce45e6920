import { Effect, Option, Schema } from "effect"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { EmbeddingModel } from "../../projections/ports/Embedder.ts"
import { type OpenSearchServer, upkeepTimeoutMs } from "./OpenSearch.ts"
import { type IndexLayout, indexDefinition, isCurrent, WithIndexMeta } from "./product-index/IndexDefinition.ts"

/** A product index that stands on the server. */
export interface IndexDescription {
  readonly name: string
  /** that of no other index, not even of one of the same name that was dropped: what places in the log are kept by */
  readonly identity: string
  /** its builder finished; an incomplete one that nobody builds is a leftover */
  readonly isComplete: boolean
  /** made by today's mapping, analyser and ranking */
  readonly isCurrent: boolean
  /** whose vectors it holds, see `modelIn` */
  readonly model: string
}

/** One of the indexes behind an alias, the live one or another. */
export interface IndexState extends IndexDescription {
  /** of `<alias>_v<number>`; later ones are higher */
  readonly number: number
  /** the alias means it: searches go to it */
  readonly isLive: boolean
}

/** An index of the log as it was at a place, which never becomes live. */
export interface IndexAt extends IndexDescription {
  /** of `<alias>_at_<view>` */
  readonly view: string
}

/**
 * The alias through which the projection writes to one index: a write demands an alias, so once the index is dropped it
 * fails, instead of making an index of that name by guessed types.
 */
export const writerOf = (index: string): string => `${index}_writer`

/** What the names of the indexes behind an alias begin with; a number follows. */
export const indexPrefix = (alias: string): string => `${alias}_v`

export const indexName = (alias: string, number: number): string => `${indexPrefix(alias)}${number}`

/** What the names of the indexes begin with that are never live. */
export const indexAtPrefix = (alias: string): string => `${alias}_at_`

export const indexAtName = (alias: string, view: string): string => indexAtPrefix(alias) + view

const numberOf = (alias: string, name: string): number | null => {
  const digits = name.startsWith(indexPrefix(alias)) ? name.slice(indexPrefix(alias).length) : ""
  return /^[1-9][0-9]{0,8}$/.test(digits) ? Number(digits) : null
}

const Indexes = Schema.Record(Schema.String, Schema.Unknown)
const decodeIndexes = Schema.decodeUnknownEffect(Indexes)
const Described = Schema.Struct({
  aliases: Schema.Record(Schema.String, Schema.Unknown),
  settings: Schema.Struct({ index: Schema.Struct({ uuid: Schema.String }) })
})
const isDescribed = Schema.is(Described)
const decodeMeta = Schema.decodeUnknownOption(WithIndexMeta)

/** The product indexes whose names begin so; what somebody else called similarly is none of them. */
const describeIndexes = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  prefix: string
): Effect.fn.Return<ReadonlyArray<IndexDescription & { readonly aliases: ReadonlySet<string> }>, StorageUnavailable> {
  const operation = "list the product indexes"
  const answer = yield* server.request(operation, {
    method: "GET",
    path: `/${prefix}*`,
    query: { filter_path: "*.aliases,*.mappings._meta,*.settings.index.uuid" },
    retries: 1,
    timeoutMs: upkeepTimeoutMs
  })
  const indexes = yield* decodeIndexes(answer.body).pipe(
    Effect.mapError((cause) => new StorageUnavailable({ operation, cause }))
  )
  return Object.entries(indexes).flatMap(([name, state]) => {
    const ours = decodeMeta(state)
    if (Option.isNone(ours) || !isDescribed(state)) return []
    const meta = ours.value.mappings._meta
    const identity = `${name}/${state.settings.index.uuid}`
    const aliases = new Set(Object.keys(state.aliases))
    return [{ name, identity, isComplete: meta.isComplete, isCurrent: isCurrent(meta), model: meta.model, aliases }]
  })
})

/** The indexes of the alias, oldest first. */
export const listIndexes = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  alias: string
): Effect.fn.Return<ReadonlyArray<IndexState>, StorageUnavailable> {
  const described = yield* describeIndexes(server, indexPrefix(alias))
  return described
    .flatMap(({ aliases, ...index }) => {
      const number = numberOf(alias, index.name)
      return number === null ? [] : [{ ...index, number, isLive: aliases.has(alias) }]
    })
    .toSorted((a, b) => a.number - b.number)
})

/** Those that never become live, by name. */
export const listIndexesAt = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  alias: string
): Effect.fn.Return<ReadonlyArray<IndexAt>, StorageUnavailable> {
  const prefix = indexAtPrefix(alias)
  const described = yield* describeIndexes(server, prefix)
  return described
    .map(({ aliases: _, ...index }) => ({ ...index, view: index.name.slice(prefix.length) }))
    .toSorted((a, b) => (a.view < b.view ? -1 : 1))
})

export const nextNumber = (indexes: ReadonlyArray<IndexState>): number => (indexes.at(-1)?.number ?? 0) + 1

export interface NewIndex {
  readonly alias: string
  readonly name: string
  readonly layout: IndexLayout
  readonly model: EmbeddingModel
  /** being built beside a live one; else it is live at once, in the same step */
  readonly isBuilding: boolean
}

/** Creates an empty index; false when another process just did. */
export const createIndex = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  { alias, isBuilding, layout, model, name }: NewIndex
): Effect.fn.Return<boolean, StorageUnavailable> {
  const operation = "create a product index"
  const aliases = { [writerOf(name)]: {}, ...(isBuilding ? {} : { [alias]: {} }) }
  const answer = yield* server.request(operation, {
    method: "PUT",
    path: `/${name}`,
    body: { ...indexDefinition(layout, model, { isBuilding }), aliases },
    answers: [400],
    timeoutMs: upkeepTimeoutMs
  })
  if (answer.status !== 400) return true
  if (isAlreadyThere(answer.body)) return false
  return yield* new StorageUnavailable({ operation, cause: answer.body })
})

const isAlreadyThere = Schema.is(
  Schema.Struct({ error: Schema.Struct({ type: Schema.Literal("resource_already_exists_exception") }) })
)

export const deleteIndex = (server: OpenSearchServer, name: string): Effect.Effect<void, StorageUnavailable> =>
  Effect.asVoid(
    server.request("drop a product index", {
      method: "DELETE",
      path: `/${name}`,
      answers: [404],
      timeoutMs: upkeepTimeoutMs
    })
  )

/** Makes the alias mean this index and no other, in one step: no search finds none or two. */
export const moveAlias = Effect.fnUntraced(function* (server: OpenSearchServer, alias: string, name: string) {
  const live = (yield* listIndexes(server, alias)).filter((index) => index.isLive && index.name !== name)
  yield* server.request("move the alias of the product index", {
    method: "POST",
    path: "/_aliases",
    body: {
      actions: [
        ...live.map((index) => ({ remove: { index: index.name, alias, must_exist: true } })),
        { add: { index: name, alias } }
      ]
    },
    timeoutMs: upkeepTimeoutMs
  })
})
