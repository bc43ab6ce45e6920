import { Effect, Schema } from "effect"

/** The folder of the tree cannot be read or written. */
export class TreeUnusable extends Schema.TaggedError<TreeUnusable>()("TreeUnusable", {
  folder: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `cannot use ${this.folder} as an audit tree: ${String(this.cause)}`
  }
}

/** Reads or writes the folder. */
export const inFolder = <A>(folder: string, work: () => A): Effect.Effect<A, TreeUnusable> =>
  Effect.try({ try: work, catch: (cause) => new TreeUnusable({ folder, cause }) })
