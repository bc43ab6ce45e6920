import { Context, Effect, Layer } from "effect"
import { lookup } from "node:dns/promises"
import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { isIP } from "node:net"
import { type WebhookRequest, WebhookSender } from "../../domain/ports/WebhookSender.ts"
import type { WebhookProblem } from "../../domain/webhook/WebhookProblem.ts"
import type { TryOutcome } from "../../domain/webhook/WebhookRetry.ts"
import { webhookHeaders } from "./WebhookSignature.ts"
import { isLoopbackAddress, isPublicAddress } from "./PublicAddress.ts"

/** A try that takes longer has failed: name, connection, answer and all. */
const timeoutMs = 5_000
/** What is read of an answer: its status is what counts. */
const answerBytesMax = 4_096
const urlLengthMax = 2_048

/** Every address of a host. */
export class HostResolver extends Context.Reference<(host: string) => Promise<ReadonlyArray<string>>>(
  "fooddata/infra/webhook/HostResolver",
  {
    defaultValue: () => async (host) =>
      (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)
  }
) {}

export interface WebhookSenderOptions {
  /** for tests: this machine, also over plain HTTP */
  readonly allowLoopback: boolean
  /** certificates in PEM that vouch for receivers, instead of those of the runtime */
  readonly ca?: string
}

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1")

/** Names that no host on the public internet has: RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`; and a name without a dot. */
const notPublicName = /^[^.]+$|(?:^|\.)(?:localhost|local|internal|home\.arpa|test|invalid)$/

const isIp = (host: string): boolean => isIP(host) !== 0

/** Why the URL is never sent to; by the text alone. */
const refusalOf = (text: string, { allowLoopback }: WebhookSenderOptions): WebhookProblem | null => {
  if (text.length > urlLengthMax) return "long"
  if (!URL.canParse(text)) return "noUrl"
  const url = new URL(text)
  const host = hostOf(url).replace(/\.$/, "")
  const isOwn = allowLoopback && (host === "localhost" || isLoopbackAddress(host))
  if (url.protocol !== "https:" && !(isOwn && url.protocol === "http:")) return "notHttps"
  if (url.username !== "" || url.password !== "") return "credentials"
  const isPublic = isIp(host) ? isPublicAddress(host) : !notPublicName.test(host)
  return isPublic || isOwn ? null : "notPublic"
}

const problem = (problem: WebhookProblem): TryOutcome => ({ problem })

/** The address to connect to; every one that the host has must be public, whichever would be taken. */
const addressFor = async (
  host: string,
  resolve: (host: string) => Promise<ReadonlyArray<string>>,
  { allowLoopback }: WebhookSenderOptions
): Promise<{ readonly address: string } | { readonly problem: WebhookProblem }> => {
  const addresses = isIp(host) ? [host] : await resolve(host).catch(() => [])
  const [address] = addresses
  if (address === undefined) return { problem: "noHost" }
  const mayBe = (each: string) => isPublicAddress(each) || (allowLoopback && isLoopbackAddress(each))
  return addresses.every(mayBe) ? { address } : { problem: "inside" }
}

/** One request to this very address: the host's name is only for the certificate and the header. */
const post = (
  url: URL,
  address: string,
  { secret, ...message }: WebhookRequest,
  { ca }: WebhookSenderOptions,
  signal: AbortSignal
): Promise<TryOutcome> =>
  new Promise((resolve) => {
    const { body } = message
    const headers = webhookHeaders(secret, message)
    const host = hostOf(url)
    const isPlain = url.protocol === "http:"
    const options = {
      host: address,
      port: url.port === "" ? (isPlain ? 80 : 443) : Number(url.port),
      path: url.pathname + url.search,
      method: "POST",
      agent: false,
      signal,
      headers: {
        ...headers,
        host: url.host,
        "content-length": Buffer.byteLength(body),
        "user-agent": "fooddata-webhooks"
      }
    } as const
    const tls = { ...(isIp(host) ? {} : { servername: host }), ...(ca === undefined ? {} : { ca }) }
    const sent = isPlain ? requestHttp(options) : requestHttps({ ...options, ...tls })
    sent.on("response", (answer) => {
      const status = answer.statusCode ?? 0
      let bytes = 0
      const end = () => {
        resolve({ status })
        sent.destroy()
      }
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerBytesMax) end()
      })
      answer.on("end", end)
      answer.on("error", end)
    })
    sent.on("error", () => resolve(problem(signal.aborted ? "late" : "failed")))
    sent.end(body)
  })

const attempt = async (
  request: WebhookRequest,
  resolve: (host: string) => Promise<ReadonlyArray<string>>,
  options: WebhookSenderOptions
): Promise<TryOutcome> => {
  const refusal = refusalOf(request.url, options)
  if (refusal !== null) return problem(refusal)
  const url = new URL(request.url)
  // a timer of its own: that of AbortSignal.timeout does not keep the process up, which here is the point of it
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  const isLate = new Promise<TryOutcome>((done) => {
    late.signal.addEventListener("abort", () => done(problem("late")))
  })
  const tried = addressFor(hostOf(url), resolve, options).then((found) =>
    "problem" in found ? found : post(url, found.address, request, options, late.signal)
  )
  return Promise.race([tried, isLate]).finally(() => clearTimeout(timer))
}

/** The same with what the host is now. Who answers for names may be slow: that is no reason to refuse. */
const refusalNow = async (
  text: string,
  resolve: (host: string) => Promise<ReadonlyArray<string>>,
  options: WebhookSenderOptions
): Promise<WebhookProblem | null> => {
  const refusal = refusalOf(text, options)
  if (refusal !== null) return refusal
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), timeoutMs)
  const isLate = new Promise<null>((done) => {
    waiting.signal.addEventListener("abort", () => done(null))
  })
  const found = await Promise.race([addressFor(hostOf(new URL(text)), resolve, options), isLate])
  clearTimeout(timer)
  return found !== null && "problem" in found && found.problem === "inside" ? "inside" : null
}

/**
 * Sends over HTTPS to public addresses alone. A host is asked for once, and the connection goes to that answer: between
 * a check and a second question the name could come to mean an address of ours. Redirects are not followed.
 */
export const layer = (options: WebhookSenderOptions): Layer.Layer<WebhookSender> =>
  Layer.effect(
    WebhookSender,
    Effect.map(HostResolver, (resolve) =>
      WebhookSender.of({
        send: (request) => Effect.promise(() => attempt(request, resolve, options)),
        refusalOf: (url) => Effect.promise(() => refusalNow(url, resolve, options))
      })
    )
  )
