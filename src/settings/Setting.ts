import { Config, Effect, Option } from "effect"
import { invalid, type SettingsInvalid } from "./SettingsInvalid.ts"

/** What a setting may be. */
export interface SettingKind<A> {
  /** none: it may not be that */
  readonly read: (text: string) => Option.Option<A>
  /** ends the sentence "it must be …" */
  readonly expected: string
}

/** A whole number, both ends included. */
export const whole = (minimum: number, maximum: number): SettingKind<number> => ({
  read: (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return number >= minimum && number <= maximum ? Option.some(number) : Option.none()
  },
  expected: `a whole number from ${minimum} to ${maximum}`
})

/** One of these words, in capitals or small letters. */
export const oneOf = <const A extends string>(words: ReadonlyArray<A>): SettingKind<A> => ({
  read: (text) => Option.fromUndefinedOr(words.find((word) => word.toLowerCase() === text.toLowerCase())),
  expected: `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
})

const switches = new Map([
  ["true", true],
  ["yes", true],
  ["on", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["off", false],
  ["0", false]
])

export const onOrOff: SettingKind<boolean> = {
  read: (text) => Option.fromUndefinedOr(switches.get(text.toLowerCase())),
  expected: "true or false"
}

export const matching = (pattern: RegExp, expected: string): SettingKind<string> => ({
  read: (text) => (pattern.test(text) ? Option.some(text) : Option.none()),
  expected
})

/** Any text, but not none at all. */
export const nonEmpty = matching(/[^]/, "a text that is not empty")

/** A setting that is no secret, where it is set; what is wrong names the setting, its value, and what it must be. */
export const setting = <A>(
  name: string,
  { expected, read }: SettingKind<A>
): Effect.Effect<Option.Option<A>, SettingsInvalid | Config.ConfigError> =>
  Effect.gen(function* () {
    const given = yield* Config.option(Config.String(name))
    if (Option.isNone(given)) return Option.none<A>()
    const value = read(given.value)
    if (Option.isSome(value)) return value
    return yield* invalid(`${name} is ${JSON.stringify(given.value)}: it must be ${expected}`)
  })

/** The same, with the value of a setting that is not set. */
export const settingOr = <A>(name: string, kind: SettingKind<A>, value: NoInfer<A>) =>
  Effect.map(
    setting(name, kind),
    Option.getOrElse(() => value)
  )
