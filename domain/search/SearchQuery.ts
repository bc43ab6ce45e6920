import type { Region } from "../product/Region.ts"
import type { Language } from "../language/Language.ts"

/** Which records a search may return: `curated` are `c_` records, `off` are `off_` records. */
export type SourceFilter = "curated" | "off"

/** Which of the results are asked for. */
export interface PageRange {
  /** 1 to 50 */
  readonly limit: number
  /** 0 to 10,000 */
  readonly offset: number
}

/** A search as the caller states it, validated at the edge. */
export interface SearchQuery extends PageRange {
  /** 2 to 200 code points, not yet analysed */
  readonly text: string
  /** picks the names shown and ranks records that have that language first among equals; never excludes */
  readonly language: Language
  readonly region: Region | null
  readonly source: SourceFilter | null
}
