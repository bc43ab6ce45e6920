import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddataWith } from "../support/ServiceProcess.ts"

describe("fooddata config", () => {
  it.live("prints the effective values and masks the secret", () =>
    Effect.gen(function* () {
      const settings = {
        KEY_PEPPER: "correct-horse-battery-staple-correct",
        PORT: "4321",
        EMBEDDING_MODEL: "a-model",
        EMBEDDING_DIMENSIONS: "256",
        OPENAI_API_KEY: "sk-horse",
        OPENAI_BASE_URL: "http://127.0.0.1:1/v1/"
      }
      const { stdout } = yield* fooddataWith(yield* temporaryFolder, { settings }, "config")
      assert.include(stdout, "PORT=4321")
      assert.include(stdout, "KEY_PEPPER=***")
      assert.include(stdout, "OPENAI_API_KEY=***")
      assert.include(stdout, "OPENAI_BASE_URL=http://127.0.0.1:1/v1\n")
      assert.notInclude(stdout, "horse")
    })
  )

  for (const [settings, complaint] of [
    [{ PORT: "eighty" }, "PORT"],
    [{ DATABASE_URL: "postgres://localhost/x" }, "KAFKA_BROKERS and OPENSEARCH_URL missing"],
    [{ DATABASE_URL: "postgres://x", KAFKA_BROKERS: "x:1", OPENSEARCH_URL: "http://x" }, "KEY_PEPPER is not set"],
    [{ EMBEDDING_MODEL: "m", OPENAI_API_KEY: "k" }, "EMBEDDING_DIMENSIONS is not set"],
    [{ EMBEDDING_MODEL: "m", EMBEDDING_DIMENSIONS: "512" }, "EMBEDDING_MODEL needs OPENAI_API_KEY, or OPENAI_BASE_URL"],
    [{ EMBEDDING_MODEL: "m", EMBEDDING_DIMENSIONS: "many", OPENAI_API_KEY: "k" }, "EMBEDDING_DIMENSIONS"],
    [{ ROLES: "api,cook" }, "no such role: cook"],
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
