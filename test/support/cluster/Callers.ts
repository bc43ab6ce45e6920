import { Predicate } from "effect"

/**
 * What became of a request: its status; nobody listened, so that it never went out; or it went out and no answer came,
 * so that nobody but the ledger knows whether it was counted.
 */
export type Outcome = number | "not sent" | "no answer"

/** A metered call that any API node can answer, whatever the read side knows: the id has no known form, so it is 404. */
const countedPath = "/v1/product/none"

/** The status of a request that was admitted and counted. */
export const admittedStatus = 404

const isRefusedConnection = (error: unknown): boolean =>
  Predicate.hasProperty(error, "cause") &&
  Predicate.hasProperty(error.cause, "code") &&
  error.cause.code === "ECONNREFUSED"

const call = async (url: string, key: string, method: string, path: string): Promise<Outcome> => {
  try {
    const response = await fetch(`${url}${path}`, { method, headers: { "x-api-key": key } })
    await response.arrayBuffer()
    return response.status
  } catch (error) {
    return isRefusedConnection(error) ? "not sent" : "no answer"
  }
}

/** A call that counts. */
export const countedCall = (url: string, key: string): Promise<Outcome> => call(url, key, "GET", countedPath)

/** A call that only shows the account. */
export const accountCall = (url: string, key: string): Promise<Outcome> => call(url, key, "GET", "/v1/me")

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The key replaced: the answer with the new one. */
export const rotateCall = async (url: string, key: string): Promise<Answer> => {
  const response = await fetch(`${url}/v1/dashboard/keys/rotate`, { method: "POST", headers: { "x-api-key": key } })
  return { status: response.status, body: await response.json() }
}

export const readAccount = async (url: string, key: string): Promise<Answer> => {
  const response = await fetch(`${url}/v1/me`, { headers: { "x-api-key": key } })
  return { status: response.status, body: await response.json() }
}
