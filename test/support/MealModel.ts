import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { MealExtractor } from "../../domain/ports/MealExtractor.ts"
import { layer, type ModelPatience } from "../../infra/meal-extraction/OpenAiMealExtractor.ts"
import { chatServer } from "./ChatServer.ts"
import type { ScriptedEndpoint } from "./ScriptedEndpoint.ts"

export const text = "two eggs with a glass of milk"
export const eggs = { quote: "two eggs", food: "eggs", quantity: 2, unit: "piece" }
export const milk = { quote: "a glass of milk", food: "milk", quantity: 1, unit: "glass" }

const patience: ModelPatience = {
  attemptMs: 5_000,
  totalMs: 8_000,
  retries: 2,
  pauseMs: 1,
  pauseMaxMs: 50,
  failuresMax: 100,
  restMs: 60_000
}

/** Runs with a server that speaks the protocol, and what was logged. */
export const withServer = <A, E>(
  test: (server: ScriptedEndpoint, logs: ReadonlyArray<string>) => Effect.Effect<A, E, MealExtractor>,
  changed: Partial<ModelPatience> = {}
) =>
  Effect.gen(function* () {
    const server = yield* chatServer
    const logs: Array<string> = []
    const logger = Logger.make(({ message }) => void logs.push(String(message)))
    const endpoint = { baseUrl: server.baseUrl, apiKey: Option.some(Redacted.make("sk-secret")), model: "a-model" }
    const extractor = layer(endpoint, { ...patience, ...changed })
    return yield* test(server, logs).pipe(Effect.provide(Layer.merge(extractor, Logger.layer([logger]))))
  }).pipe(Effect.scoped)

export const extract = (description = text) => Effect.flatMap(MealExtractor, ({ extract }) => extract(description))
