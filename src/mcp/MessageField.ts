import { Predicate } from "effect"

/** A field of what a client sent, which may be anything; `undefined` where it has none of that name. */
export const field = (value: unknown, name: string): unknown =>
  Predicate.hasProperty(value, name) ? value[name] : undefined
