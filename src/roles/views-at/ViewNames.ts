import { Schema } from "effect"
import type { Cursor } from "../../../domain/EventEnvelope.ts"
import { cursorText } from "../../../domain/CursorText.ts"

/** What the live view is called. */
export const liveView = "live"

/** What the name of a view may be: a part of a file's name, and of an index's. */
export const ViewName = Schema.String.check(
  Schema.isPattern(/^[a-z0-9][a-z0-9-]{0,39}$/),
  Schema.makeFilter((name: string) => name !== liveView, { expected: `not ${liveView}` })
)

/** How a view is called that got no name: by its place. */
export const nameOfPlace = (place: Cursor): string => cursorText(place).replace(":", "-")

export class ViewTaken extends Schema.TaggedError<ViewTaken>()("ViewTaken", { name: Schema.String }) {
  override get message(): string {
    return `there is a view ${this.name} already: fooddata views drop ${this.name}, or give another --name`
  }
}

export class ViewUnknown extends Schema.TaggedError<ViewUnknown>()("ViewUnknown", { name: Schema.String }) {
  override get message(): string {
    return `there is no view ${this.name}: fooddata views list shows those there are`
  }
}
