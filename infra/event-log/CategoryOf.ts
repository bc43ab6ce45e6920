import { type Category, Category as Categories, type EventEnvelope } from "../../domain/EventEnvelope.ts"

/** The category of an event that was read, by its stream. */
export const categoryOf = ({ streamId }: EventEnvelope): Category => {
  const name = streamId.slice(0, streamId.indexOf("-"))
  const category = Categories.literals.find((literal) => literal === name)
  if (category === undefined) throw new Error(`${streamId} is a stream of no category`)
  return category
}
