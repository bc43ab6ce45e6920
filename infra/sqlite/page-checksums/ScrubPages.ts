import { Context, type Duration, Effect, Result } from "effect"
import { UnnoticedDamage } from "../UnnoticedDamage.ts"
import { type PageChecksums, pagesPerStep } from "./PageChecksums.ts"

/** How fast a file is compared with its checksums while it is served from. */
export class ScrubPace extends Context.Reference<{
  /** between two steps of 1 MB, which take 1 ms */
  readonly betweenSteps: Duration.Input
  /** between the end of a file and its beginning */
  readonly betweenRounds: Duration.Input
}>("fooddata/infra/sqlite/ScrubPace", {
  defaultValue: () => ({ betweenSteps: "100 millis", betweenRounds: "1 minute" })
}) {}

/** The first damage of a step; a page that the disk cannot read is damage, too. */
const damageFrom = (pages: PageChecksums, first: number): UnnoticedDamage | null =>
  Result.match(
    Result.try(() => pages.damagedFrom(first)),
    {
      onFailure: (cause) => new UnnoticedDamage(`page ${first} or one behind it`, cause),
      onSuccess: (page) => (page === null ? null : new UnnoticedDamage(`page ${page}`))
    }
  )

/** The first damage of the file; `null` where it is as it was written. Others have their turn between its steps. */
export const damageOf = Effect.fnUntraced(function* (pages: PageChecksums) {
  for (let first = 1; first <= pages.size(); first += pagesPerStep) {
    const damage = damageFrom(pages, first)
    if (damage !== null) return damage
    yield* Effect.yieldNow
  }
  return null
})

/** Compares the file with its checksums again and again, for as long as it is open. */
export const scrubPages = Effect.fnUntraced(function* (pages: PageChecksums, report: (damage: unknown) => void) {
  const { betweenRounds, betweenSteps } = yield* ScrubPace
  const round = Effect.gen(function* () {
    for (let first = 1; first <= pages.size(); first += pagesPerStep) {
      yield* Effect.sleep(betweenSteps)
      const damage = damageFrom(pages, first)
      if (damage !== null) report(damage)
    }
  })
  return yield* Effect.forever(Effect.andThen(round, Effect.sleep(betweenRounds)))
})
