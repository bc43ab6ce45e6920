import type { Readable, Writable } from "node:stream"
import { messageLines, tooLong } from "./MessageLines.ts"

// Nothing but Node.js is used here: the bundle for desktop applications is these files alone (bin/mcp-bundle.mjs)

/** Where messages come from and go to. */
export interface BridgeParts {
  /** the endpoint for tools of a running service */
  readonly endpoint: URL
  /** none: only what needs no key works */
  readonly key: string | undefined
  readonly input: Readable
  readonly output: Writable
  /** what a person should know; never on `output` */
  readonly log: (line: string) => void
}

type Json = Readonly<Record<string, unknown>>
type MessageId = string | number

/** As the endpoint has it. */
const messageLengthMax = 256 * 1024
/** Calls that are under way; the next waits. */
const underWayMax = 16
/** Longer than the service takes for anything. */
const answerMsMax = 60_000

/** From the range that JSON-RPC leaves to servers, beside what the service refuses by. */
const unreachableCode = -32_051
const parseErrorCode = -32_700

const versionKey = "io.modelcontextprotocol/protocolVersion"

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)
const idOf = (message: Json): MessageId | undefined =>
  typeof message["id"] === "string" || typeof message["id"] === "number" ? message["id"] : undefined

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The name or address that a message is about, as a header of the revision 2026-07-28 may carry it. */
const headerText = (text: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`

/**
 * Passes the messages of a client that speaks on standard input and output on to a running service, and its answers back,
 * until the input ends and every call has its answer.
 */
export const bridge = async ({ endpoint, input, key, log, output }: BridgeParts): Promise<void> => {
  const underWay = new Set<Promise<void>>()
  const cancels = new Map<MessageId, AbortController>()
  /** what `initialize` agreed on; messages of 2026-07-28 carry their version themselves */
  let agreedVersion: string | undefined

  const write = (message: Json): void => void output.write(`${JSON.stringify(message)}\n`)
  const fail = (id: MessageId | null, code: number, message: string) =>
    write({ jsonrpc: "2.0", id, error: { code, message } })

  const headersOf = ({ method, params }: Json): Record<string, string> => {
    const fields = isObject(params) ? params : {}
    const meta = isObject(fields["_meta"]) ? fields["_meta"] : {}
    const ownVersion = textOf(meta[versionKey])
    const version = ownVersion ?? agreedVersion
    const about = textOf(fields["name"]) ?? textOf(fields["uri"])
    return {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(key === undefined ? {} : { "x-api-key": key }),
      ...(version === undefined ? {} : { "mcp-protocol-version": version }),
      ...(ownVersion === undefined ? {} : { "mcp-method": headerText(String(method)) }),
      ...(ownVersion === undefined || about === undefined ? {} : { "mcp-name": headerText(about) })
    }
  }

  /** The answer of the service. A key goes nowhere else: no redirect is followed. */
  const post = async (message: Json, signal: AbortSignal): Promise<{ status: number; body: unknown }> => {
    const request = { method: "POST", headers: headersOf(message), body: JSON.stringify(message), signal }
    const response = await fetch(endpoint, { ...request, redirect: "manual" })
    return { status: response.status, body: parsed(await response.text()) }
  }

  const answer = (message: Json, id: MessageId, { body, status }: { status: number; body: unknown }) => {
    if (!isObject(body) || !("result" in body || "error" in body))
      return fail(id, unreachableCode, `${endpoint.href} answered ${status} without a message of the protocol`)
    const result = body["result"]
    if (message["method"] === "initialize" && isObject(result)) agreedVersion = textOf(result["protocolVersion"])
    return write({ jsonrpc: "2.0", id, ...("result" in body ? { result } : { error: body["error"] }) })
  }

  const pass = async (message: Json): Promise<void> => {
    const id = idOf(message)
    const cancel = new AbortController()
    if (id !== undefined) cancels.set(id, cancel)
    try {
      const answered = await post(message, AbortSignal.any([cancel.signal, AbortSignal.timeout(answerMsMax)]))
      if (id !== undefined) answer(message, id, answered)
      else if (answered.status >= 400) log(`a notification was refused with ${answered.status}`)
    } catch (error) {
      // who cancelled a call waits for no answer to it
      if (cancel.signal.aborted) return
      const reason = `${endpoint.href} does not answer: ${reasonOf(error)}`
      if (id === undefined) log(reason)
      else fail(id, unreachableCode, reason)
    } finally {
      if (id !== undefined) cancels.delete(id)
    }
  }

  const take = async (line: string | typeof tooLong): Promise<void> => {
    if (line === tooLong) return fail(null, parseErrorCode, `A message may have ${messageLengthMax} characters`)
    const message = parsed(line)
    if (!isObject(message)) return fail(null, parseErrorCode, "Parse error: a line is not one message as JSON")
    if (message["method"] === "notifications/cancelled") return cancelCall(message)
    if (underWay.size >= underWayMax) await Promise.race(underWay)
    const passing = pass(message).finally(() => underWay.delete(passing))
    underWay.add(passing)
  }

  const cancelCall = ({ params }: Json): void => {
    const id = isObject(params) ? params["requestId"] : undefined
    if (typeof id === "string" || typeof id === "number") cancels.get(id)?.abort()
  }

  for await (const line of messageLines(input, messageLengthMax)) await take(line)
  await Promise.all(underWay)
}

/** What `fetch` says is in the cause of its error. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message
}
