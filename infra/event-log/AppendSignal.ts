import { Context, Deferred, Effect, Layer } from "effect"

/** Tells readers of the log in this process that something was committed. A hint: readers poll all the same. */
export class AppendSignal extends Context.Service<
  AppendSignal,
  {
    readonly notify: Effect.Effect<void>
    /** Completes at the first `notify` after it was asked for: ask before reading, wait after. */
    readonly next: Effect.Effect<Effect.Effect<void>>
  }
>()("fooddata/infra/event-log/AppendSignal") {
  static readonly layer = Layer.sync(AppendSignal, () => {
    let pending = Deferred.makeUnsafe<void>()
    return AppendSignal.of({
      notify: Effect.suspend(() => {
        const done = pending
        pending = Deferred.makeUnsafe<void>()
        return Deferred.succeed(done, undefined)
      }),
      next: Effect.sync(() => Deferred.await(pending))
    })
  })
}
