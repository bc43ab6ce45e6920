import { Context, type Duration, Effect } from "effect"
import { UnnoticedDamage } from "../UnnoticedDamage.ts"
import { type PageChecksums, pagesPerStep } from "./PageChecksums.ts"

/** How fast a file is compared with its checksums while it is served from. */
export class ScrubPace extends Context.Reference<{
  /** between two steps of 256 KiB, each of which takes the thread a millisecond at most */
  readonly betweenSteps: Duration.Input
  /** between the end of a file and its beginning */
  readonly betweenRounds: Duration.Input
}>("fooddata/infra/sqlite/ScrubPace", {
  defaultValue: () => ({ betweenSteps: "25 millis", betweenRounds: "1 minute" })
}) {}

/** Pages of a step beside requests. */
const scrubbedPages = 64

/** The first damage of so many pages; a page that the disk cannot read is damage, too. */
const damageFrom = (pages: PageChecksums, first: number, count: number): Effect.Effect<UnnoticedDamage | null> =>
  Effect.match(pages.damagedFrom(first, count), {
    onFailure: (cause) => new UnnoticedDamage(`page ${first} or one behind it`, cause),
    onSuccess: (page) => (page === null ? null : new UnnoticedDamage(`page ${page}`))
  })

/** The first damage of the file; `null` where it is as it was written. Others have their turn between its steps. */
export const damageOf = Effect.fnUntraced(function* (pages: PageChecksums) {
  for (let first = 1; first <= pages.size(); first += pagesPerStep) {
    const damage = yield* damageFrom(pages, first, pagesPerStep)
    if (damage !== null) return damage
  }
  return null
})

/** Compares the file with its checksums again and again, for as long as it is open. */
export const scrubPages = Effect.fnUntraced(function* (pages: PageChecksums, report: (damage: unknown) => void) {
  const { betweenRounds, betweenSteps } = yield* ScrubPace
  const round = Effect.gen(function* () {
    for (let first = 1; first <= pages.size(); first += scrubbedPages) {
      yield* Effect.sleep(betweenSteps)
      const damage = yield* damageFrom(pages, first, scrubbedPages)
      if (damage !== null) report(damage)
    }
  })
  return yield* Effect.forever(Effect.andThen(round, Effect.sleep(betweenRounds)))
})
