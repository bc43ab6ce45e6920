import { Clock, Effect, Layer, type Option, Semaphore } from "effect"
import { MealExtractor, type ModelFailure, parsed } from "../../domain/ports/MealExtractor.ts"
import { chatModel, failed, type ModelEndpoint, type ModelFailed } from "./ChatModel.ts"
import { answeredItems, type ModelItem } from "./ModelAnswer.ts"
import { itemsOf } from "./ModelItems.ts"

/** How long the model has: somebody waits, and the parser can answer at once. */
export interface ModelPatience {
  readonly attemptMs: number
  /** all attempts and the pauses between them */
  readonly totalMs: number
  readonly retries: number
  /** before the first retry; twice that before the next */
  readonly pauseMs: number
  /** a longer `Retry-After` is not waited for: until then the parser answers */
  readonly pauseMaxMs: number
  /** so many failures to get an answer in a row, and the endpoint is left alone for a while */
  readonly failuresMax: number
  readonly restMs: number
}

const defaultPatience: ModelPatience = {
  attemptMs: 5_000,
  totalMs: 8_000,
  retries: 2,
  pauseMs: 200,
  pauseMaxMs: 2_000,
  failuresMax: 3,
  restMs: 30_000
}

const restMaxMs = 10 * 60_000
const askedAtOnceMax = 16
const rememberedMax = 1_000

type Items = ReadonlyArray<ModelItem>
type Ask = (text: string) => Effect.Effect<Items, ModelFailed>

const orFail = <A>(value: Option.Option<A>, failure: ModelFailure, reason: string): Effect.Effect<A, ModelFailed> =>
  Effect.mapError(Effect.fromOption(value), () => failed(failure, reason))

/** Tries again what may be better then, as long as somebody would wait for it. */
const persistent =
  (ask: Ask, { pauseMaxMs, pauseMs, retries, totalMs }: ModelPatience): Ask =>
  (text) => {
    const attempt = (tries: number): Effect.Effect<Items, ModelFailed> =>
      Effect.catchTag(ask(text), "ModelFailed", (error) => {
        const waitMs = Math.max(error.waitMs, pauseMs * 2 ** tries)
        return error.isTransient && tries < retries && waitMs <= pauseMaxMs
          ? Effect.delay(attempt(tries + 1), waitMs)
          : Effect.fail(error)
      })
    return Effect.timeoutOrElse(attempt(0), {
      duration: totalMs,
      orElse: () => Effect.fail(failed("timed_out", `no answer within ${totalMs} ms`, { isTransient: true }))
    })
  }

/** Leaves an endpoint alone that asks for it, or that has not answered for some time: nobody waits for it in vain. */
const considerate = (ask: Ask, { failuresMax, pauseMaxMs, restMs }: ModelPatience): Ask => {
  let failuresInRow = 0
  let restsUntil = 0
  const note = ({ isTransient, waitMs }: ModelFailed) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      failuresInRow = isTransient ? failuresInRow + 1 : 0
      if (waitMs > pauseMaxMs) restsUntil = now + Math.min(waitMs, restMaxMs)
      else if (failuresInRow >= failuresMax) restsUntil = now + restMs
    })
  return (text) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      now < restsUntil
        ? Effect.fail(failed("unavailable", "it is left alone for now"))
        : ask(text).pipe(
            Effect.tapError(note),
            Effect.tap(() => Effect.sync(() => (failuresInRow = 0)))
          )
    )
}

/** The same text is asked about once, so that it is not answered in two ways, nor paid for twice. */
const remembering = (ask: Ask): Ask => {
  const remembered = new Map<string, Items>()
  return (text) => {
    const known = remembered.get(text)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.tap(ask(text), (items) =>
      Effect.sync(() => {
        if (remembered.size >= rememberedMax) remembered.clear()
        remembered.set(text, items)
      })
    )
  }
}

/**
 * Lets a model find the foods of a description; where it cannot, the parser does. The model decides about nothing but
 * the list of items: records, weights and sums never come from it.
 */
export const layer = (endpoint: ModelEndpoint, patience: ModelPatience = defaultPatience): Layer.Layer<MealExtractor> =>
  Layer.effect(
    MealExtractor,
    Effect.gen(function* () {
      const say = yield* chatModel(endpoint, patience.attemptMs)
      const inTurn = yield* Semaphore.make(askedAtOnceMax)

      const read: Ask = (text) =>
        Effect.flatMap(say(text), (answer) =>
          orFail(answeredItems(answer, text), "unusable", "the answer is no list of items of the description")
        )
      const asked = persistent(read, patience)
      const few: Ask = (text) =>
        Effect.flatMap(inTurn.withPermitsIfAvailable(1)(asked(text)), (items) =>
          orFail(items, "busy", `${askedAtOnceMax} others wait for it`)
        )
      const ask = remembering(considerate(few, patience))

      return MealExtractor.of({
        extract: Effect.fn("MealExtractor.extract")((text) =>
          ask(text).pipe(
            Effect.map((said) => ({ ...itemsOf(said, text), reader: "model" as const, modelFailure: null })),
            Effect.catchTag("ModelFailed", ({ failure, reason }) =>
              Effect.as(Effect.logWarning(`the model for meals: ${failure}: ${reason}`), parsed(text, failure))
            )
          )
        )
      })
    })
  )
