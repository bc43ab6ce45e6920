import { Effect } from "effect"
import type { Cursor } from "../../../domain/EventEnvelope.ts"
import { buildIndexAt } from "../../../infra/opensearch/BuildIndexAt.ts"
import * as IndexAdmin from "../../../infra/opensearch/IndexAdmin.ts"
import { indexAtName } from "../../../infra/opensearch/Indexes.ts"
import { OpenSearch } from "../../../infra/opensearch/OpenSearch.ts"
import { productsIn } from "../../../infra/opensearch/product-index/HeldProducts.ts"
import type { ClusterSettings } from "../../SettingsValues.ts"
import * as ClusterTier from "../ClusterTier.ts"
import { expectedIndex } from "../cluster-views/ExpectedIndex.ts"
import { type Loaded, loadIndexAt } from "../cluster-views/LoadIndex.ts"
import { type ClusterRebuildOptions, whileNobodyElseRebuilds } from "../cluster-views/RebuildIndex.ts"
import { embedding } from "../Embedding.ts"
import { liveView, ViewUnknown } from "./ViewNames.ts"

type Told<E, R> = Pick<ClusterRebuildOptions<E, R>, "onLoad" | "onCompact" | "onCheck">

/** Builds an index of the log as it was at a place, checked against the log, that never becomes live. */
export const buildViewAt = Effect.fn("buildViewAt")(function* <E, R>(
  cluster: ClusterSettings,
  name: string,
  place: Cursor,
  { onCheck, onCompact, onLoad }: Told<E, R>
) {
  const loaded: Loaded = { fromKafka: 0, fromLog: 0 }
  const { digest } = yield* whileNobodyElseRebuilds(
    buildIndexAt(ClusterTier.indexOptions(cluster), name, {
      onCompact,
      load: (identity, apply) =>
        loadIndexAt({ checkpoint: ClusterTier.indexCheckpoint(identity), place, apply, onStep: onLoad, loaded }),
      expected: (identity) =>
        expectedIndex(ClusterTier.indexCheckpoint(identity), (rows) => onCheck({ rows, fraction: 1 }))
    })
  ).pipe(Effect.provide([ClusterTier.openSearch(cluster), embedding]))
  return { ...digest, events: loaded.fromLog }
})

export const listViewsAt = (cluster: ClusterSettings) =>
  Effect.provide(IndexAdmin.listAt(cluster.openSearchAlias), ClusterTier.openSearch(cluster))

/** Which index is meant: the live one, a view of its own, or a build by its name. */
const indexNamed = Effect.fnUntraced(function* ({ openSearchAlias: alias }: ClusterSettings, name: string) {
  if (name === liveView) return alias
  if ((yield* IndexAdmin.listAt(alias)).some(({ isComplete, view }) => view === name && isComplete)) {
    return indexAtName(alias, name)
  }
  const build = (yield* IndexAdmin.list(alias)).find((index) => index.name === name && index.isComplete)
  return build?.name ?? (yield* new ViewUnknown({ name }))
})

/** The products of the view of this name, page by page. */
export const productsOfIndex = (cluster: ClusterSettings, name: string) =>
  Effect.gen(function* () {
    const index = yield* indexNamed(cluster, name)
    return productsIn(yield* OpenSearch, index)
  })
