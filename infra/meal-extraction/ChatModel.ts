import { Effect, Option, Redacted, Schema } from "effect"
import type { ModelFailure } from "../../domain/ports/MealExtractor.ts"
import { retryAfterMs } from "../model-endpoint/RetryAfter.ts"
import { answerFormat, instructions, question } from "./ModelAnswer.ts"

/** An endpoint that speaks the chat protocol of OpenAI with structured outputs: `POST <baseUrl>/chat/completions`. */
export interface ModelEndpoint {
  readonly baseUrl: string
  /** a server of one's own may need none */
  readonly apiKey: Option.Option<Redacted.Redacted>
  readonly model: string
}

/** One attempt came to nothing. */
export class ModelFailed extends Schema.TaggedError<ModelFailed>()("ModelFailed", {
  failure: Schema.Literals(["refused", "unusable", "timed_out", "rate_limited", "unavailable", "busy"]),
  /** for the operator: never what was asked, never the key */
  reason: Schema.String,
  /** trying again may help */
  isTransient: Schema.Boolean,
  /** how long the endpoint wants to be left alone; 0 when it does not say */
  waitMs: Schema.Finite
}) {}

export const failed = (
  failure: ModelFailure,
  reason: string,
  { isTransient = false, waitMs = 0 }: { readonly isTransient?: boolean; readonly waitMs?: number } = {}
) => new ModelFailed({ failure, reason, isTransient, waitMs })

/** Far more than the longest list of items takes. */
const answerTokensMax = 4_096
const reasonLengthMax = 300

/** Asks the model once; what it says, as it says it. The client is loaded only by who has a model. */
export const chatModel = ({ apiKey, baseUrl, model }: ModelEndpoint, timeoutMs: number) =>
  Effect.map(
    Effect.promise(() => import("openai")),
    ({ APIConnectionError, APIConnectionTimeoutError, APIError, OpenAI }) => {
      const key = Option.match(apiKey, { onNone: () => "none", onSome: Redacted.value })
      // what is not said here the client would take from the environment
      const nothing = { organization: null, project: null, adminAPIKey: null, webhookSecret: null }
      const client = new OpenAI({ ...nothing, baseURL: baseUrl, apiKey: key, logLevel: "off", maxRetries: 0 })

      const request = (text: string, signal: AbortSignal) =>
        client.chat.completions.create(
          {
            model,
            messages: [
              { role: "system", content: instructions },
              { role: "user", content: question(text) }
            ],
            response_format: answerFormat,
            max_completion_tokens: answerTokensMax
          },
          { signal, timeout: timeoutMs }
        )

      // some endpoints repeat the key in their errors
      const inWords = (error: unknown) =>
        (error instanceof Error ? error.message : String(error)).replaceAll(key, "***").slice(0, reasonLengthMax)

      const toFailure = (error: unknown): ModelFailed => {
        const reason = inWords(error)
        if (error instanceof APIConnectionTimeoutError) return failed("timed_out", reason, { isTransient: true })
        if (error instanceof APIConnectionError) return failed("unavailable", reason, { isTransient: true })
        if (!(error instanceof APIError)) return failed("unusable", reason)
        const waitMs = retryAfterMs(error.headers, Date.now()) ?? 0
        const more = { isTransient: error.status === 429 || Number(error.status) >= 500, waitMs }
        return failed(error.status === 429 ? "rate_limited" : "unavailable", reason, more)
      }

      return (text: string): Effect.Effect<string, ModelFailed> =>
        Effect.tryPromise({ try: (signal) => request(text, signal), catch: toFailure }).pipe(
          Effect.flatMap((completion: unknown) => contentOf(completion))
        )
    }
  )

const Completion = Schema.Struct({
  choices: Schema.NonEmptyArray(
    Schema.Struct({
      finish_reason: Schema.String,
      message: Schema.Struct({
        content: Schema.optionalKey(Schema.NullOr(Schema.String)),
        refusal: Schema.optionalKey(Schema.NullOr(Schema.String))
      })
    })
  )
})
const decodeCompletion = Schema.decodeUnknownOption(Completion)

/** The client believes whatever it is sent. */
const contentOf = (completion: unknown): Effect.Effect<string, ModelFailed> => {
  const decoded = decodeCompletion(completion)
  if (Option.isNone(decoded)) return Effect.fail(failed("unusable", "the answer is no chat completion"))
  const { finish_reason: reason, message } = decoded.value.choices[0]
  if ((message.refusal ?? "") !== "" || reason === "content_filter") return Effect.fail(failed("refused", reason))
  if (reason !== "stop") return Effect.fail(failed("unusable", `the answer ended for another reason: ${reason}`))
  return Effect.succeed(message.content ?? "")
}
