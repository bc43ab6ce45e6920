import type { html } from "hono/html"
import { Effect } from "effect"

/** A piece of a page. Whatever text is put into one is escaped. */
export type Html = ReturnType<typeof html>

/** The text of a page. */
export const rendered = (page: Html): Effect.Effect<string> =>
  page instanceof Promise ? Effect.promise(() => page.then(String)) : Effect.sync(() => String(page))
