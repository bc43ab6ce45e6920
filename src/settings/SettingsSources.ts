import { Config, Effect, Option, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { nonEmpty, setting } from "./Setting.ts"
import { invalid, type SettingsInvalid } from "./SettingsInvalid.ts"

export const split = (text: string): ReadonlyArray<string> => text.split(",").map((each) => each.trim())

/** A secret as `NAME`, or as the content of the file that `NAME_FILE` names. */
export const secret = Effect.fnUntraced(function* (
  name: string
): Effect.fn.Return<Option.Option<Redacted.Redacted>, SettingsInvalid | Config.ConfigError> {
  const value = yield* Config.option(Config.Redacted(name))
  const file = yield* setting(`${name}_FILE`, nonEmpty)
  if (Option.isNone(file)) return value
  if (Option.isSome(value)) return yield* invalid(`${name} and ${name}_FILE are both set: keep one of them`)
  return Option.some(
    yield* Effect.try({
      try: () => Redacted.make(readFileSync(file.value, "utf8").trimEnd()),
      catch: (cause) => invalid(`${name}_FILE: ${String(cause)}`)
    })
  )
})

/** The content of the file that the setting names, for example a certificate. */
export const fileNamed = Effect.fnUntraced(function* (
  name: string
): Effect.fn.Return<Option.Option<string>, SettingsInvalid | Config.ConfigError> {
  const file = yield* setting(name, nonEmpty)
  if (Option.isNone(file)) return Option.none()
  return Option.some(
    yield* Effect.try({
      try: () => readFileSync(file.value, "utf8"),
      catch: (cause) => invalid(`${name}: ${String(cause)}`)
    })
  )
})
