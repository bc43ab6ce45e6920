import kafkajs, { type Mechanism } from "kafkajs"
import { readFile } from "node:fs/promises"

/**
 * SASL OAUTHBEARER (RFC 7628) with the token that stands in the file when a connection is made. Kafka says no in an answer
 * that the client's own implementation takes for a yes; its user then reads "No brokers in the broker pool".
 */
export const oauthBearer = (tokenFile: string): Mechanism => ({
  mechanism: "OAUTHBEARER",
  authenticationProvider: ({ saslAuthenticate }) => ({
    authenticate: async () => {
      const exchange = (message: string) =>
        saslAuthenticate({ request: { encode: () => withLength(message) }, response: textResponse })
      const token = (await readFile(tokenFile, "utf8")).trim()
      const refused = (why: string) =>
        new kafkajs.KafkaJSNonRetriableError(`Kafka refuses the token in ${tokenFile}: ${why}`)
      const refusal = await exchange(`n,,${separator}auth=Bearer ${token}${separator}${separator}`).catch(
        // of what does not even have the form of a token
        (error: unknown) => Promise.reject(isRefusal(error) ? refused(error.message) : error)
      )
      if (refusal === undefined || refusal === "") return
      // section 3.2.3: the refusal is acknowledged, and then the server fails the exchange and closes the connection
      await exchange(separator).catch(() => Promise.reject(refused(refusal)))
      throw refused(refusal)
    }
  })
})

const isRefusal = (error: unknown): error is Error =>
  error instanceof kafkajs.KafkaJSProtocolError && error.type === "SASL_AUTHENTICATION_FAILED"

const separator = "\u0001"

/** The client sends and gives bytes behind their count. */
const lengthBytes = 4

const withLength = (message: string): Buffer => {
  const bytes = Buffer.from(message)
  const length = Buffer.alloc(lengthBytes)
  length.writeInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const textResponse = {
  decode: (raw: Buffer) => raw.subarray(lengthBytes),
  parse: (bytes: Buffer) => bytes.toString("utf8")
}
