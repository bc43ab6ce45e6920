import { Context, Latch, Layer, Predicate } from "effect"

/**
 * What SQLite says of a file whose pages are not what it wrote: https://www.sqlite.org/rescode.html#corrupt, #notadb, and
 * of a schema that cannot be read. `UnnoticedDamage` says the same of what it does not notice.
 */
const damageWords = /disk image is malformed|file is not a database|malformed database schema/

/** Told by its words: over the port of a thread an error has no code. */
export const isDamage = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "message") && Predicate.isString(cause.message) && damageWords.test(cause.message)

/** Where whoever reads `views.db` tells of its damage; for processes that mend it. */
export class ViewsDamage extends Context.Service<
  ViewsDamage,
  {
    /** Notes the cause of a failure, if it is damage. */
    readonly report: (cause: unknown) => void
    /** open from the first report on, until whoever mends the file closes it */
    readonly noticed: Latch.Latch
  }
>()("fooddata/infra/sqlite/ViewsDamage") {
  static readonly layer = Layer.sync(ViewsDamage, () => {
    const noticed = Latch.makeUnsafe(false)
    return ViewsDamage.of({
      noticed,
      report: (cause) => {
        if (isDamage(cause)) noticed.openUnsafe()
      }
    })
  })
}
