import { Effect, Layer } from "effect"
import * as KeyCommands from "../commands/KeyCommands.ts"
import * as ListProducts from "../commands/ListProducts.ts"
import { accounts } from "../roles/Accounts.ts"
import { keyFenceBeside } from "../roles/LocalState.ts"
import { stores } from "../roles/Tier.ts"

/** Runs a command of the command line on the stores of the data directory, beside a service or without one. */
export const withStores = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provide(effect, stores)

/** The same, with the command that lists products. */
export const withProducts = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(effect, ListProducts.layer.pipe(Layer.provideMerge(stores)))

/** The same, with the commands on keys; they wait until the running service knows of the change. */
export const withKeyCommands = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(effect, KeyCommands.layer.pipe(Layer.provide(keyFenceBeside), Layer.provideMerge(stores)))

/** The same, with the commands on accounts. */
export const withAccountCommands = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(
    effect,
    accounts.pipe(Layer.provide(KeyCommands.layer), Layer.provide(keyFenceBeside), Layer.provideMerge(stores))
  )
