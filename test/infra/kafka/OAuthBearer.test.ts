import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import kafkajs, { type SaslAuthenticateArgs } from "kafkajs"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { oauthBearer } from "../../../infra/kafka/OAuthBearer.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"

const counted = (text: string): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(Buffer.byteLength(text))
  return Buffer.concat([length, Buffer.from(text)])
}

/** Authenticates with the token in the file at a broker that gives these answers; what was sent to it. */
const exchanged = async (tokenFile: string, answers: ReadonlyArray<string>) => {
  const sent: Array<string> = []
  const kafka = new kafkajs.Kafka({ brokers: ["none:1"] })
  const saslAuthenticate = async <A>({ request, response }: SaslAuthenticateArgs<A>): Promise<A | void> => {
    sent.push((await request.encode()).subarray(4).toString())
    const answer = answers[sent.length - 1]
    if (answer === undefined) throw new Error("the broker has closed the connection")
    return response?.parse(await response.decode(counted(answer)))
  }
  const { authenticationProvider } = oauthBearer(tokenFile)
  const authenticator = authenticationProvider({ host: "broker", port: 1, logger: kafka.logger(), saslAuthenticate })
  const outcome = await authenticator.authenticate().then(
    () => "accepted",
    (error: unknown) => String(error)
  )
  return { sent, outcome }
}

describe("the exchange of SASL OAUTHBEARER", () => {
  it.effect("sends the token that stands in the file now, and an answer without words is a yes", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "token")
      for (const token of ["first", "renewed"]) {
        writeFileSync(file, `${token}\n`)
        const { outcome, sent } = yield* Effect.promise(() => exchanged(file, [""]))
        assert.strictEqual(outcome, "accepted")
        assert.deepStrictEqual(sent, [`n,,\u0001auth=Bearer ${token}\u0001\u0001`])
      }
    }).pipe(Effect.scoped)
  )

  it.effect(
    "takes an answer with words for a no, acknowledges it, and says which file it is about but not the token",
    () =>
      Effect.gen(function* () {
        const file = join(yield* temporaryFolder, "token")
        writeFileSync(file, "stale")
        const { outcome, sent } = yield* Effect.promise(() => exchanged(file, ['{"status":"invalid_token"}']))
        assert.include(outcome, `Kafka refuses the token in ${file}: {"status":"invalid_token"}`)
        assert.notInclude(outcome, "stale")
        assert.deepStrictEqual(sent.slice(1), ["\u0001"])
      }).pipe(Effect.scoped)
  )

  it.effect("a connection that breaks, or a file that is not there, is no refusal", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = join(folder, "token")
      const missing = yield* Effect.promise(() => exchanged(file, [""]))
      assert.include(missing.outcome, "ENOENT")
      assert.include(missing.outcome, file)
      writeFileSync(file, "token")
      const broken = yield* Effect.promise(() => exchanged(file, []))
      assert.include(broken.outcome, "the broker has closed the connection")
      assert.notInclude(broken.outcome, "refuses")
    }).pipe(Effect.scoped)
  )
})
