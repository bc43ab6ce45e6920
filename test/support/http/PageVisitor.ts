import { Effect } from "effect"
import { EmbeddedEdge } from "./EmbeddedEdge.ts"
import type { Reply } from "./HttpClient.ts"

const html = "text/html,application/xhtml+xml,*/*;q=0.8"

/** A browser without scripts: it keeps the cookie of a session or of an auditor, and sends the forms of pages with what they carry. */
export class PageVisitor {
  cookie = ""
  readonly headers: Readonly<Record<string, string>>

  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.headers = headers
  }

  /** Loads a page. */
  readonly get = (path: string): Effect.Effect<Reply, never, EmbeddedEdge> => this.#send("GET", path)

  /** Sends these fields and no others. */
  readonly post = (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {}
  ): Effect.Effect<Reply, never, EmbeddedEdge> =>
    this.#send("POST", path, new URLSearchParams(fields).toString(), {
      "content-type": "application/x-www-form-urlencoded",
      ...headers
    })

  /** Loads the page, and sends its form that has these hidden fields, with what is typed. */
  readonly fill = (path: string, typed: Readonly<Record<string, string>>) =>
    Effect.gen({ self: this }, function* () {
      const page = yield* this.get(path)
      return yield* this.post(path, { ...hiddenOf(page.text), ...typed })
    })

  #send(method: string, path: string, body?: string, headers: Readonly<Record<string, string>> = {}) {
    return Effect.gen({ self: this }, function* () {
      const { call } = yield* EmbeddedEdge
      const kept = this.cookie === "" ? {} : { cookie: this.cookie }
      const reply = yield* call(path, "", {
        method,
        headers: { accept: html, ...kept, ...this.headers, ...headers },
        ...(body === undefined ? {} : { body })
      })
      const set = reply.headers["set-cookie"]?.find((each) => /^(?:fooddata_session|audit)=/.test(each))
      if (set !== undefined) this.cookie = /^\w+=;/.test(set) ? "" : (set.split(";")[0] ?? "")
      return reply
    })
  }
}

/** What the forms of a page carry; of a name that several have, the last. */
const hiddenOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value
    ])
  )

/** The key that a page shows, or nothing. */
export const keyOn = ({ text }: Reply): string => /fdb_[0-9A-Za-z]{20,}/.exec(text)?.[0] ?? ""
