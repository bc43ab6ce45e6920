import { Config, Context, Effect, Layer, Option, Redacted } from "effect"
import { homedir } from "node:os"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { addressBlocks, type TrustedProxies } from "./api/admission/ClientAddress.ts"
import type { CertificateFiles } from "./api/HttpOptions.ts"
import { readCertificate } from "./http/server/Certificate.ts"
import { loadAudit } from "./settings/AuditConfig.ts"
import { loadCluster } from "./settings/ClusterConfig.ts"
import { contact, loadMail, loadPublicUrl } from "./settings/MailConfig.ts"
import { queryThreadsOn, thisMachine } from "./settings/QueryThreadCount.ts"
import { matching, nonEmpty, oneOf, onOrOff, setting, settingOr, whole } from "./settings/Setting.ts"
import { invalid, type SettingsInvalid } from "./settings/SettingsInvalid.ts"
import { secret, split } from "./settings/SettingsSources.ts"
import {
  allRoles,
  AnalyzeMinPlan,
  type EmbeddingSettings,
  LogLevel,
  type OpenAiSettings,
  type Role,
  type SettingsValues
} from "./SettingsValues.ts"

/** The settings of this process, read once at start. */
export class Settings extends Context.Service<Settings, SettingsValues>()("fooddata/src/Config/Settings") {
  static readonly layer = Layer.unwrap(Effect.sync(() => Layer.effect(Settings, load)))
}

/** 0 takes any free port */
const port = whole(0, 65_535)
/** Each takes some 200 MB; of one alone, whoever asks for much holds up the others. */
const threadCount = whole(1, 64)
/** What OpenSearch allows a vector to have. */
const dimensionCount = whole(16, 4_096)
const httpUrl = matching(/^https?:\/\/[^\s?#]+$/, "an address such as https://models.example/v1")
const otlpHeaders = /^[\w-]+=(?:[^%,]|%[0-9a-f]{2})*(?:,\s*[\w-]+=(?:[^%,]|%[0-9a-f]{2})*)*$/i
/** Without a user's name: `fetch` takes none, so credentials go into the headers. */
const collectorUrl = matching(
  /^https?:\/\/[^\s?#@]+$/,
  "an address such as http://collector.example:4318, without a user's name"
)
const defaultOpenAiUrl = "https://api.openai.com/v1"
const defaultAnalysisModel = "gpt-4.1-mini"

/** `var/` of a checkout, so that `npm start` needs no decision about places. */
const defaultDataDirectory = fileURLToPath(new URL("../var", import.meta.url))

/** Reads and checks the environment, once at start. */
const load: Effect.Effect<SettingsValues, SettingsInvalid> = Effect.gen(function* () {
  const dataDirectory = yield* settingOr("DATA_DIR", nonEmpty, defaultDataDirectory)
  const cluster = yield* loadCluster
  const keyPepper = yield* secret("KEY_PEPPER")
  if (Option.isSome(cluster) && Option.isNone(keyPepper)) {
    return yield* invalid("KEY_PEPPER is not set: the processes of a cluster must share one, of at least 32 bytes")
  }
  return {
    host: yield* settingOr("HOST", nonEmpty, "127.0.0.1"),
    port: yield* settingOr("PORT", port, 8080),
    tls: yield* loadTls,
    adminHost: yield* settingOr("ADMIN_HOST", nonEmpty, "127.0.0.1"),
    adminPort: yield* settingOr("ADMIN_PORT", port, 9080),
    adminToken: yield* loadAdminToken,
    trustedProxies: yield* loadTrustedProxies,
    publicHosts: listed(yield* Config.String("PUBLIC_HOSTS").pipe(Config.withDefault(""))).map((name) =>
      name.toLowerCase()
    ),
    publicUrl: yield* loadPublicUrl,
    contact: yield* setting("CONTACT", contact),
    planRequestDays: yield* setting("PLAN_REQUEST_DAYS", whole(1, 60)),
    mail: yield* loadMail,
    audit: yield* loadAudit(Option.isSome(cluster)),
    dataDirectory: folderOf(dataDirectory),
    service: yield* loadService,
    bundledCatalogue: yield* settingOr("BUNDLED_CATALOGUE", onOrOff, true),
    keyPepper,
    enforcePlanLanguages: yield* settingOr("ENFORCE_PLAN_LANGUAGES", onOrOff, false),
    analyzeMinPlan: yield* settingOr("ANALYZE_MIN_PLAN", oneOf(AnalyzeMinPlan.literals), "growth"),
    webhooksAllowLoopback: yield* settingOr("WEBHOOKS_ALLOW_LOOPBACK", onOrOff, false),
    analysisModel: yield* loadAnalysisModel,
    queryThreads: yield* settingOr("QUERY_THREADS", threadCount, queryThreadsOn(thisMachine())),
    logLevel: yield* settingOr("LOG_LEVEL", oneOf(LogLevel.literals), "Info"),
    otlp: yield* loadOtlp,
    embedding: yield* loadEmbedding,
    cluster,
    roles: yield* parseRoles(yield* Config.String("ROLES").pipe(Config.withDefault(allRoles.join(","))))
  }
}).pipe(
  Effect.catchTag("ConfigError", (error) => Effect.fail(invalid(`the settings cannot be read: ${error.message}`)))
)

/** A key alone would be taken for the one of another service. */
const loadService = Effect.gen(function* () {
  const url = yield* setting("FOODDATA_URL", httpUrl)
  const apiKey = yield* secret("FOODDATA_API_KEY")
  if (Option.isNone(url) && Option.isSome(apiKey)) {
    return yield* invalid("FOODDATA_API_KEY is of the service at FOODDATA_URL: set that, too")
  }
  return Option.map(url, (url) => ({ url: url.replace(/\/+$/, ""), apiKey }))
})

/** A folder as people write it. */
export const folderOf = (path: string): string => resolve(path.replace(/^~(?=\/)/, homedir()))

/** None where nothing is listed. */
const listed = (text: string): ReadonlyArray<string> => split(text).filter((each) => each !== "")

/** Looked at here, so that a start with files that cannot be used ends at once and says so. */
const loadTls = Effect.gen(function* () {
  const certificate = yield* setting("TLS_CERT_FILE", nonEmpty)
  const key = yield* setting("TLS_KEY_FILE", nonEmpty)
  if (Option.isNone(certificate) && Option.isNone(key)) return Option.none<CertificateFiles>()
  if (Option.isNone(certificate) || Option.isNone(key)) {
    return yield* invalid("TLS_CERT_FILE and TLS_KEY_FILE belong together: set both")
  }
  const files = { certificate: certificate.value, key: key.value }
  yield* Effect.try({
    try: () => readCertificate(files),
    catch: (cause) => invalid(`TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${String(cause)}`)
  })
  return Option.some(files)
})

const adminTokenLengthMin = 16

const loadAdminToken = Effect.gen(function* () {
  const token = yield* secret("ADMIN_TOKEN")
  if (Option.isSome(token) && Redacted.value(token.value).length < adminTokenLengthMin) {
    return yield* invalid(`ADMIN_TOKEN has fewer than ${adminTokenLengthMin} characters`)
  }
  return token
})

const proxyHeader = oneOf(["x-forwarded-for", "forwarded"])

/** One header only: a proxy passes the other on as the caller wrote it. */
const loadTrustedProxies = Effect.gen(function* () {
  const entries = listed(yield* Config.String("TRUSTED_PROXIES").pipe(Config.withDefault("")))
  const header = yield* settingOr("TRUSTED_PROXY_HEADER", proxyHeader, "x-forwarded-for")
  if (entries.length === 0) return Option.none<TrustedProxies>()
  const peers = addressBlocks(entries)
  if (typeof peers === "string") {
    return yield* invalid(`TRUSTED_PROXIES: ${peers} is neither an address nor a block such as 10.0.0.0/8`)
  }
  return Option.some({ peers, header, text: entries.join(",") })
})

const loadOtlp = Effect.gen(function* () {
  const endpoint = yield* setting("OTEL_EXPORTER_OTLP_ENDPOINT", collectorUrl)
  const headers = yield* secret("OTEL_EXPORTER_OTLP_HEADERS")
  if (Option.isSome(headers) && !otlpHeaders.test(Redacted.value(headers.value))) {
    return yield* invalid("OTEL_EXPORTER_OTLP_HEADERS must be name=value,name=value, percent-encoded")
  }
  return Option.map(endpoint, (url) => ({ endpoint: url.replace(/\/+$/, ""), headers }))
})

/** Where the model is; `askedBy` is the setting that names it. A server of one's own may need no key, so its address is enough. */
const loadOpenAi = Effect.fnUntraced(function* (askedBy: string, model: string) {
  const apiKey = yield* secret("OPENAI_API_KEY")
  const baseUrl = yield* setting("OPENAI_BASE_URL", httpUrl)
  if (Option.isNone(apiKey) && Option.isNone(baseUrl)) {
    return yield* invalid(`${askedBy} needs OPENAI_API_KEY, or OPENAI_BASE_URL of a server that asks for no key`)
  }
  return { model, apiKey, baseUrl: Option.getOrElse(baseUrl, () => defaultOpenAiUrl).replace(/\/+$/, "") }
})

/** A key is enough, and so is the model of a server that asks for none; `none` keeps a key for other uses. */
const loadAnalysisModel = Effect.gen(function* () {
  const named = yield* setting("ANALYSIS_MODEL", nonEmpty)
  const model = Option.getOrElse(named, () => defaultAnalysisModel)
  const isWanted = Option.isSome(named) || Option.isSome(yield* secret("OPENAI_API_KEY"))
  if (model === "none" || !isWanted) return Option.none<OpenAiSettings>()
  return Option.some(yield* loadOpenAi("ANALYSIS_MODEL", model))
})

/** An endpoint is used when its model is named; the other settings alone may be there for other uses. */
const loadEmbedding = Effect.gen(function* () {
  const model = yield* setting("EMBEDDING_MODEL", nonEmpty)
  const dimensions = yield* setting("EMBEDDING_DIMENSIONS", dimensionCount)
  if (Option.isNone(model)) return Option.none<EmbeddingSettings>()
  if (Option.isNone(dimensions)) {
    return yield* invalid("EMBEDDING_DIMENSIONS is not set: it says how many numbers a vector of EMBEDDING_MODEL has")
  }
  return Option.some({ ...(yield* loadOpenAi("EMBEDDING_MODEL", model.value)), dimensions: dimensions.value })
})

const isRole = (text: string): text is Role => allRoles.some((role) => role === text)

/** `api,projector` */
export const parseRoles = (text: string): Effect.Effect<ReadonlyArray<Role>, SettingsInvalid> => {
  const words = split(text)
  const unknown = words.filter((word) => !isRole(word))
  return unknown.length === 0
    ? Effect.succeed(allRoles.filter((role) => words.includes(role)))
    : Effect.fail(invalid(`no such role: ${unknown.join(", ")}. There are ${allRoles.join(", ")}`))
}
