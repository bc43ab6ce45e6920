import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddataWith } from "../support/ServiceProcess.ts"

const cluster = {
  DATABASE_URL: "postgres://x/y",
  KAFKA_BROKERS: "x:1",
  OPENSEARCH_URL: "http://x",
  KEY_PEPPER: "correct-horse-battery-staple-correct"
}

describe("fooddata config", () => {
  it.live("masks every secret of a cluster, and shows how its servers are talked to", () =>
    Effect.gen(function* () {
      const settings = {
        ...cluster,
        DATABASE_URL: "postgres://me:horse@x/y?sslmode=verify-full",
        KAFKA_TLS: "true",
        KAFKA_SASL_MECHANISM: "scram-sha-256",
        KAFKA_SASL_USERNAME: "me",
        KAFKA_SASL_PASSWORD: "horse",
        OPENSEARCH_API_KEY: "horse"
      }
      const { stdout } = yield* fooddataWith(yield* temporaryFolder, { settings }, "config")
      assert.include(stdout, "KAFKA_TLS=true\n")
      assert.include(stdout, "KAFKA_SASL_MECHANISM=scram-sha-256\n")
      assert.include(stdout, "OPENSEARCH_API_KEY=***\n")
      assert.notInclude(stdout, "horse")
    })
  )

  it.live(
    "demands one key of an audit tree that the processes of a cluster extend by turns, and a tree for its checkpoints",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const settings = { ...cluster, AUDIT_TREE: "/srv/audit" }
        const { stderr } = yield* fooddataWith(folder, { settings }, "config")
        assert.include(stderr, "AUDIT_KEY_FILE is not set")
        const whole = { ...settings, AUDIT_KEY_FILE: "/run/audit-key", AUDIT_ORIGIN: "food.example/audit" }
        const { stdout } = yield* fooddataWith(folder, { settings: whole }, "config")
        assert.include(
          stdout,
          "AUDIT_TREE=/srv/audit\nAUDIT_KEY_FILE=/run/audit-key\nAUDIT_ORIGIN=food.example/audit\n"
        )
        const lonely = yield* fooddataWith(folder, { settings: { AUDIT_CHECKPOINTS: "/srv/kept" } }, "config")
        assert.include(lonely.stderr, "AUDIT_CHECKPOINTS is set and AUDIT_TREE is not")
        const spaced = yield* fooddataWith(folder, { settings: { AUDIT_ORIGIN: "a name" } }, "config")
        assert.include(spaced.stderr, "AUDIT_ORIGIN")
      })
  )

  it.live("prints the effective values and masks the secret", () =>
    Effect.gen(function* () {
      const settings = {
        KEY_PEPPER: "correct-horse-battery-staple-correct",
        PORT: "4321",
        TRUSTED_PROXIES: "10.0.0.0/8, ::1",
        PUBLIC_HOSTS: "Food.example",
        PUBLIC_URL: "https://food.example/",
        SMTP_URL: "smtps://me:horse@mail.example:465",
        MAIL_FROM: "Food <food@food.example>",
        EMBEDDING_MODEL: "a-model",
        EMBEDDING_DIMENSIONS: "256",
        OPENAI_API_KEY: "sk-horse",
        OPENAI_BASE_URL: "http://127.0.0.1:1/v1/",
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/",
        OTEL_EXPORTER_OTLP_HEADERS: "x-key=horse,x-other=a%20b"
      }
      const { stdout } = yield* fooddataWith(yield* temporaryFolder, { settings }, "config")
      assert.include(stdout, "PORT=4321")
      assert.include(stdout, "KEY_PEPPER=***")
      assert.include(stdout, "TRUSTED_PROXIES=10.0.0.0/8,::1\n")
      assert.include(stdout, "TRUSTED_PROXY_HEADER=x-forwarded-for\n")
      assert.include(stdout, "PUBLIC_HOSTS=food.example\n")
      assert.include(stdout, "PUBLIC_URL=https://food.example\n")
      assert.include(stdout, "SMTP_URL=***\n")
      assert.include(stdout, "MAIL_FROM=Food <food@food.example>\n")
      assert.include(stdout, "OPENAI_API_KEY=***")
      assert.include(stdout, "OPENAI_BASE_URL=http://127.0.0.1:1/v1\n")
      assert.include(stdout, "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318\n")
      assert.include(stdout, "OTEL_EXPORTER_OTLP_HEADERS=***")
      assert.notInclude(stdout, "horse")
    })
  )

  it.live("names the model for meals as soon as there is a key, unless it is none", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const key = { OPENAI_API_KEY: "sk-secret", OPENAI_BASE_URL: "http://me:pass@127.0.0.1:1/v1/" }
      const { stdout } = yield* fooddataWith(folder, { settings: key }, "config")
      assert.include(stdout, "ANALYSIS_MODEL=gpt-4.1-mini")
      assert.include(stdout, "OPENAI_BASE_URL=http://***@127.0.0.1:1/v1\n")
      assert.notMatch(stdout, /sk-secret|pass/)
      const without = yield* fooddataWith(folder, { settings: { ...key, ANALYSIS_MODEL: "none" } }, "config")
      assert.notInclude(without.stdout, "ANALYSIS_MODEL")
    })
  )

  for (const [settings, complaint] of [
    [{ PORT: "eighty" }, "PORT"],
    [{ DATABASE_URL: "postgres://localhost/x" }, "KAFKA_BROKERS and OPENSEARCH_URL missing"],
    [{ DATABASE_URL: "postgres://x", KAFKA_BROKERS: "x:1", OPENSEARCH_URL: "http://x" }, "KEY_PEPPER is not set"],
    [{ ...cluster, DATABASE_URL: "postgres://x/y?ssl=true" }, "DATABASE_URL: the parameter ssl is not known"],
    [{ ...cluster, DATABASE_URL: "postgres://x/y?sslmode=prefer" }, "sslmode is one of disable, require, verify-full"],
    [{ ...cluster, DATABASE_URL: "mysql://x/y" }, "DATABASE_URL: it does not begin with postgres://"],
    [{ ...cluster, DATABASE_CA_FILE: "/no/such/file" }, "DATABASE_CA_FILE"],
    [{ ...cluster, KAFKA_SASL_MECHANISM: "gssapi" }, "KAFKA_SASL_MECHANISM"],
    [{ ...cluster, KAFKA_SASL_MECHANISM: "plain", KAFKA_SASL_USERNAME: "x" }, "KAFKA_SASL_PASSWORD"],
    [{ ...cluster, KAFKA_SASL_MECHANISM: "oauthbearer" }, "needs KAFKA_SASL_TOKEN_FILE"],
    [{ ...cluster, KAFKA_SASL_USERNAME: "x" }, "KAFKA_SASL_MECHANISM is not set"],
    [{ ...cluster, OPENSEARCH_USERNAME: "x" }, "OPENSEARCH_PASSWORD go together"],
    [{ ...cluster, OPENSEARCH_API_KEY: "x", OPENSEARCH_USERNAME: "y" }, "both set"],
    [{ QUERY_THREADS: "0" }, "QUERY_THREADS"],
    [{ PUBLIC_URL: "food.example" }, "PUBLIC_URL"],
    [{ SMTP_URL: "smtp://mail.example" }, "SMTP_URL and MAIL_FROM belong together"],
    [{ MAIL_FROM: "a@b.example", SMTP_URL: "http://x", PUBLIC_URL: "https://x" }, "SMTP_URL must be smtp://"],
    [{ MAIL_FROM: "a@b.example", SMTP_URL: "smtp://x" }, "PUBLIC_URL is not set"],
    [{ MAIL_FROM: "a\nb@c", SMTP_URL: "smtp://x", PUBLIC_URL: "https://x" }, "MAIL_FROM"],
    [{ TRUSTED_PROXIES: "10.0.0.0/8, proxy" }, "TRUSTED_PROXIES: proxy is neither an address nor a block"],
    [{ TRUSTED_PROXY_HEADER: "x-real-ip" }, "TRUSTED_PROXY_HEADER"],
    [{ ROLES: "api,cook" }, "no such role: cook"],
    [{ ANALYZE_MIN_PLAN: "developer" }, "ANALYZE_MIN_PLAN"],
    [{ ANALYSIS_MODEL: "a-model" }, "ANALYSIS_MODEL needs OPENAI_API_KEY, or OPENAI_BASE_URL"],
    [{ OPENAI_API_KEY: "x", OPENAI_BASE_URL: "localhost:1" }, "OPENAI_BASE_URL"],
    [{ EMBEDDING_MODEL: "m", OPENAI_API_KEY: "k" }, "EMBEDDING_DIMENSIONS is not set"],
    [{ EMBEDDING_MODEL: "m", EMBEDDING_DIMENSIONS: "512" }, "EMBEDDING_MODEL needs OPENAI_API_KEY, or OPENAI_BASE_URL"],
    [{ EMBEDDING_MODEL: "m", EMBEDDING_DIMENSIONS: "many", OPENAI_API_KEY: "k" }, "EMBEDDING_DIMENSIONS"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://me:pass@127.0.0.1:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_EXPORTER_OTLP_HEADERS: "horse" },
      "OTEL_EXPORTER_OTLP_HEADERS must be name=value"
    ],
    [{ KEY_PEPPER: "x", KEY_PEPPER_FILE: "/x" }, "KEY_PEPPER and KEY_PEPPER_FILE are both set"]
  ] as const) {
    it.live(`${Object.keys(settings).join(" and ")} set wrongly stops it with a clear word`, () =>
      Effect.gen(function* () {
        const result = yield* fooddataWith(yield* temporaryFolder, { settings }, "config")
        assert.strictEqual(result.code, 1)
        assert.include(result.stderr, complaint)
      })
    )
  }
})
