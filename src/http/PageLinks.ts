import { pageOffsetMax } from "../api/contract/Parameters.ts"
import { linkHeaderLengthMax } from "../api/contract/Responses.ts"
import { parameterName, pathOf } from "../api/request/RequestTarget.ts"

/** Where a page of results is. */
export interface ResultPlace {
  readonly offset: number
  /** results of a whole page */
  readonly size: number
  /** results of this one */
  readonly found: number
  readonly total: number
}

type Relation = "next" | "prev" | "first"

const offsetsOf = ({ found, offset, size, total }: ResultPlace): ReadonlyArray<readonly [Relation, number]> => {
  const next = offset + found
  const isMore = found > 0 && next < total && next <= pageOffsetMax
  return [
    ...(isMore ? [["next", next] as const] : []),
    ...(offset > 0
      ? ([
          ["prev", Math.max(0, offset - size)],
          ["first", 0]
        ] as const)
      : [])
  ]
}

const isOffset = (pair: string): boolean => parameterName(pair) === "offset"

/** As it was sent; what no address may hold, and what would end it in a header, is escaped. */
const escaped = (text: string): string => text.replaceAll(/[^\w.~!$&'()*+,;:@/?=%-]/gu, encodeURIComponent)

/**
 * `Link` (RFC 8288) to the pages around this one, the next first: references that keep every parameter of the request but
 * its offset. Those that the header has no room for are left out; `null` where there is none.
 */
export const pageLinks = (target: string, place: ResultPlace): string | null => {
  const offsets = offsetsOf(place)
  if (offsets.length === 0) return null
  const path = pathOf(target)
  const [query = ""] = target.slice(path.length + 1).split("#")
  const kept = query.split("&").filter((pair) => pair !== "" && !isOffset(pair))
  const links = offsets.map(([relation, offset]) => {
    const parameters = offset === 0 ? kept : [...kept, `offset=${offset}`]
    return `<${escaped(`${path}?${parameters.join("&")}`)}>; rel="${relation}"`
  })
  let header = ""
  for (const link of links) {
    const longer = header === "" ? link : `${header}, ${link}`
    if (longer.length <= linkHeaderLengthMax) header = longer
  }
  return header === "" ? null : header
}
