import { html } from "hono/html"
import type { ShownRow } from "../../audit/trail/TrailPresentation.ts"
import type { Html } from "../layout/Html.ts"
import { filled, type Speech } from "../texts/Speech.ts"

export const auditViews = ["events", "keys", "failures", "usage"] as const
export type AuditView = (typeof auditViews)[number]

type Word = keyof Speech["words"]

/** A column of a table: what stands above it, and what of a row stands in it. */
interface Column {
  readonly heading: Word
  readonly cell: (row: ShownRow, speech: Speech) => Html
}

const nothing = html`–`

/** A name or a number as it is everywhere, in whatever language the page is. */
const plain = (value: unknown): Html =>
  value === null || value === undefined || value === ""
    ? nothing
    : html`<bdi dir="ltr" translate="no">${typeof value === "string" ? value : JSON.stringify(value)}</bdi>`

const field = (heading: Word, name: string): Column => ({ heading, cell: (row) => plain(row[name]) })

/** A value of a few, each with a word of its own. */
const worded = (heading: Word, name: string, wordOf: Readonly<Record<string, Word>>): Column => ({
  heading,
  cell: (row, { words }) => {
    const word = wordOf[String(row[name])]
    return word === undefined ? plain(row[name]) : html`${words[word]}`
  }
})

const time = (heading: Word, name: string): Column => ({
  heading,
  cell: (row) => {
    const value = row[name]
    return typeof value === "string"
      ? html`<time datetime="${value}" dir="ltr">${value.replace("T", " ").replace(/(?:\.\d+)?Z$/, "")}</time>`
      : plain(value)
  }
})

const dormant: Column = {
  heading: "auditDormant",
  cell: (row, { number, words }) => {
    const days = row["dormant_days"]
    return typeof days === "number" ? html`${filled(words.auditDormantDays, { n: number(days) })}` : nothing
  }
}

const role: Column = {
  heading: "auditRole",
  cell: (row, { words }) => (row["role"] === "auditor" ? html`${words.auditRoleAuditor}` : plain(row["plan"]))
}

const differences: Column = {
  heading: "auditDifferences",
  cell: (row, { words }) => {
    const found = row["differences"]
    return Array.isArray(found) && found.length > 0 ? plain(found.join("; ")) : html`${words.auditSame}`
  }
}

export const columnsOf: Readonly<Record<AuditView, ReadonlyArray<Column>>> = {
  events: [
    time("auditTime", "time"),
    field("auditType", "type"),
    field("auditTarget", "target"),
    field("auditActor", "actor"),
    field("auditAddress", "address"),
    worded("auditOutcome", "outcome", { done: "auditDone", refused: "auditRefused" }),
    field("auditLeaf", "leaf")
  ],
  keys: [
    field("auditKey", "key_id"),
    field("auditName", "name"),
    role,
    worded("auditActive", "is_active", { true: "auditYes", false: "auditNo" }),
    field("auditIssuedBy", "issued_by"),
    field("auditAge", "age_days"),
    field("auditRotations", "rotations"),
    field("auditLastUsed", "last_used"),
    dormant
  ],
  failures: [
    time("auditHour", "hour"),
    worded("auditKind", "kind", {
      "malformed-key": "auditMalformed",
      "invalid-key": "auditInvalid",
      password: "auditPassword"
    }),
    field("auditPrefix", "key_prefix"),
    field("auditAddress", "address"),
    field("auditCount", "count")
  ],
  usage: [
    field("auditDay", "day"),
    field("auditByEvents", "events"),
    field("auditByLedger", "ledger"),
    field("auditByReport", "report"),
    field("auditByMe", "me"),
    differences
  ]
}

/** A parameter that the form of a view has. */
interface Field {
  readonly name: string
  readonly label: Word
  readonly type: "date" | "text"
}

const days: ReadonlyArray<Field> = [
  { name: "from", label: "auditFrom", type: "date" },
  { name: "to", label: "auditTo", type: "date" }
]

/** `type` of events is chosen from a list beside these. */
export const fieldsOf: Readonly<Record<AuditView, ReadonlyArray<Field>>> = {
  events: [
    ...days,
    { name: "actor", label: "auditActor", type: "text" },
    { name: "key", label: "auditKey", type: "text" },
    { name: "account", label: "auditAccount", type: "text" }
  ],
  keys: [],
  failures: [
    ...days,
    { name: "key_prefix", label: "auditPrefix", type: "text" },
    { name: "address", label: "auditAddress", type: "text" }
  ],
  usage: [{ name: "key", label: "auditKey", type: "text" }, ...days]
}

export const nameOfView: Readonly<Record<AuditView, Word>> = {
  events: "auditEvents",
  keys: "auditKeys",
  failures: "auditFailures",
  usage: "auditUsage"
}
