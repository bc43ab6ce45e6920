import { Config, Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { readFileSync } from "node:fs"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

/** The settings of the program: this is the one place where environment names appear. */
interface SettingsValues {
  readonly host: string
  readonly port: number
  readonly adminHost: string
  readonly adminPort: number
  readonly dataDirectory: string
  /** import the catalogue that comes with the program at the first start */
  readonly bundledCatalogue: boolean
  /** none: the data directory keeps one of its own */
  readonly keyPepper: Option.Option<Redacted.Redacted>
  /** `lang=ru|ar` needs the growth plan */
  readonly enforcePlanLanguages: boolean
  readonly logLevel: LogLevel
}

type LogLevel = typeof LogLevel.Type
const LogLevel = Schema.Literals(["Trace", "Debug", "Info", "Warn", "Error", "Fatal", "None"])

/** The settings of this process, read once at start. */
export class Settings extends Context.Service<Settings, SettingsValues>()("fooddata/src/Config/Settings") {
  static readonly layer = Layer.unwrap(Effect.sync(() => Layer.effect(Settings, load)))
}

/** 0 takes any free port */
const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))

/** A setting is malformed, contradicts another, or asks for what this version does not have. */
export class SettingsInvalid extends Schema.TaggedError<SettingsInvalid>()("SettingsInvalid", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

const invalid = (reason: string) => new SettingsInvalid({ reason })

/** `var/` of a checkout, so that `npm start` needs no decision about places. */
const defaultDataDirectory = fileURLToPath(new URL("../var", import.meta.url))

/** Names that choose the cluster tier. A service that ignored them would keep its data where nobody looks for it. */
const clusterNames = ["DATABASE_URL", "KAFKA_BROKERS", "OPENSEARCH_URL"]

/** Reads and checks the environment, once at start. */
const load: Effect.Effect<SettingsValues, SettingsInvalid> = Effect.gen(function* () {
  yield* refuseClusterNames
  const dataDirectory = yield* Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault(defaultDataDirectory))
  return {
    host: yield* Config.NonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1")),
    port: yield* Config.schema(Port, "PORT").pipe(Config.withDefault(8080)),
    adminHost: yield* Config.NonEmptyString("ADMIN_HOST").pipe(Config.withDefault("127.0.0.1")),
    adminPort: yield* Config.schema(Port, "ADMIN_PORT").pipe(Config.withDefault(9080)),
    dataDirectory: resolve(dataDirectory.replace(/^~(?=\/)/, homedir())),
    bundledCatalogue: yield* Config.Boolean("BUNDLED_CATALOGUE").pipe(Config.withDefault(true)),
    keyPepper: yield* secret("KEY_PEPPER"),
    enforcePlanLanguages: yield* Config.Boolean("ENFORCE_PLAN_LANGUAGES").pipe(Config.withDefault(false)),
    logLevel: yield* Config.schema(LogLevel, "LOG_LEVEL").pipe(Config.withDefault("Info" as const))
  }
}).pipe(Effect.catchTag("ConfigError", (error) => Effect.fail(invalid(`bad setting: ${error.message}`))))

const refuseClusterNames = Effect.gen(function* () {
  for (const name of clusterNames) {
    const value = yield* Config.option(Config.String(name))
    if (Option.isSome(value)) {
      return yield* invalid(`${name} is set, but this version has only the embedded tier: unset it`)
    }
  }
})

/** A secret as `NAME`, or as the content of the file that `NAME_FILE` names. */
const secret = Effect.fnUntraced(function* (name: string) {
  const value = yield* Config.option(Config.Redacted(name))
  const file = yield* Config.option(Config.NonEmptyString(`${name}_FILE`))
  if (Option.isNone(file)) return value
  if (Option.isSome(value)) return yield* invalid(`${name} and ${name}_FILE are both set: keep one of them`)
  return Option.some(
    yield* Effect.try({
      try: () => Redacted.make(readFileSync(file.value, "utf8").trimEnd()),
      catch: (cause) => invalid(`${name}_FILE: ${String(cause)}`)
    })
  )
})

/** The effective values as an operator may see them: secrets masked. */
export const describeSettings = (settings: SettingsValues): Record<string, string | number | boolean> => ({
  HOST: settings.host,
  PORT: settings.port,
  ADMIN_HOST: settings.adminHost,
  ADMIN_PORT: settings.adminPort,
  DATA_DIR: settings.dataDirectory,
  BUNDLED_CATALOGUE: settings.bundledCatalogue,
  KEY_PEPPER: Option.isSome(settings.keyPepper) ? "***" : `(file ${join(settings.dataDirectory, "pepper")})`,
  ENFORCE_PLAN_LANGUAGES: settings.enforcePlanLanguages,
  LOG_LEVEL: settings.logLevel
})
