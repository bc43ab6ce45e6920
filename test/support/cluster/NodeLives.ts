import { Deferred, Effect } from "effect"
import type { Cluster } from "./ClusterProcesses.ts"

/** A node that lives again and again on one data directory. */
export interface Place {
  readonly folder: string
  /** where it answers just now; undefined while it is dead or starting */
  url: string | undefined
  kills: number
  killedWhileStarting: number
  /** what its lives logged: warnings and errors */
  log: string
}

export const newPlace = (folder: string): Place => ({
  folder,
  url: undefined,
  kills: 0,
  killedWhileStarting: 0,
  log: ""
})

export const killsOf = (places: ReadonlyArray<Place>): number => places.reduce((total, { kills }) => total + kills, 0)

/**
 * Keeps the places alive and SIGKILLs each when it has answered for a life: about half a second, unless said otherwise; every fourth
 * time all of them together, those included that are just recovering from the kill before. Never ends by itself.
 */
export const killAgainAndAgain = Effect.fnUntraced(function* (
  { startNode }: Pick<Cluster, "startNode">,
  places: ReadonlyArray<Place>,
  random: () => number,
  life: Effect.Effect<unknown> = Effect.suspend(() => Effect.sleep(100 + random() * 800))
) {
  let allDie = yield* Deferred.make<void>()

  const serve = Effect.fnUntraced(function* (place: Place) {
    const { stderr, url } = yield* startNode(place.folder)
    place.url = url
    const keepLog = Effect.sync(() => void (place.log += stderr()))
    yield* Effect.ensuring(life, keepLog)
    if (random() >= 1 / 4) return
    const dying = allDie
    allDie = yield* Deferred.make<void>()
    yield* Deferred.succeed(dying, undefined)
  })

  // the scope's end is the SIGKILL
  const live = (place: Place) =>
    Effect.scoped(Effect.suspend(() => Effect.raceFirst(serve(place), Deferred.await(allDie)))).pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          place.kills++
          if (place.url === undefined) place.killedWhileStarting++
          place.url = undefined
        })
      )
    )

  return yield* Effect.forEach(places, (place) => Effect.forever(live(place)), {
    concurrency: "unbounded",
    discard: true
  })
})
