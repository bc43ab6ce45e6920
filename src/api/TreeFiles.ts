import { Context } from "effect"

/** The folder of the audit tree, whose files are served as they are; none: no tree is kept. */
export class TreeFiles extends Context.Reference<string | null>("fooddata/src/api/TreeFiles", {
  defaultValue: () => null
}) {}

export const auditCheckpointPath = "/audit/checkpoint"

/**
 * The tiles and bundles of C2SP tlog-tiles: a level below 64, groups of three digits of which all but the last have an `x`, and the width
 * of a tile that is not full. Nothing else below the folder is reached.
 */
export const auditTilePattern =
  /^\/audit\/(tile\/(?:entries|\d|[1-5]\d|6[0-3])\/(?:x\d{3}\/){0,4}\d{3}(\.p\/(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-5]))?)$/

/** What metrics and logs call all of them. */
export const auditTileTemplate = "/audit/tile/*"
