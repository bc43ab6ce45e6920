import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { type IncomingMessage, request as plainRequest } from "node:http"
import { request } from "node:https"
import { TLSSocket } from "node:tls"

interface Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  /** of the certificate that the server showed */
  readonly serial: string
}

/** Asks over a connection of its own, and believes the certificate in the file alone; without one in plain text. */
export const ask = (url: string, certificate?: string) =>
  Effect.callback<Answer, Error>((resume) => {
    const take = (answer: IncomingMessage) => {
      const { socket } = answer
      const serial = socket instanceof TLSSocket ? socket.getPeerCertificate().serialNumber : ""
      answer
        .resume()
        .once("end", () => resume(Effect.succeed({ status: answer.statusCode, headers: answer.headers, serial })))
    }
    const asked =
      certificate === undefined
        ? plainRequest(url, { agent: false }, take)
        : request(url, { ca: readFileSync(certificate), agent: false }, take)
    asked.on("error", (error) => resume(Effect.fail(error))).end()
  })
