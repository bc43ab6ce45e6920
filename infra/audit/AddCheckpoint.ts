import { Effect } from "effect"

/** Of an answer: a size, or some signature lines. */
const answerBytesMax = 16_384
const timeout = "10 seconds"

export interface WitnessAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

const textOf = async (response: Response): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // leaving the loop cancels the rest
    if (bytes > answerBytesMax) throw new Error(`its answer has more than ${answerBytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message
}

/**
 * Sends a checkpoint to a witness (C2SP tlog-witness, add-checkpoint). Redirects are not followed; an answer that is too long or
 * takes more than 10 s is none, and the failure says so.
 */
export const addCheckpoint = (prefix: string, body: string): Effect.Effect<WitnessAnswer, string> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(`${prefix.replace(/\/+$/, "")}/add-checkpoint`, {
        method: "POST",
        body,
        headers: { "content-type": "text/plain; charset=utf-8", "user-agent": "fooddata-audit" },
        redirect: "manual",
        signal
      })
      const contentType = response.headers.get("content-type") ?? ""
      return { status: response.status, contentType, body: await textOf(response) }
    },
    catch: reasonOf
  }).pipe(Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail("it gave no answer within 10 seconds") }))
