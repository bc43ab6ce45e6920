import { html } from "hono/html"
import type { ShownRow } from "../../audit/trail/TrailPresentation.ts"
import type { Html } from "../layout/Html.ts"
import { filled, type Speech } from "../texts/Speech.ts"
import { actorLink, auditAddress, idLink, plain } from "./AuditLinks.ts"

export const auditViews = ["events", "keys", "failures", "usage"] as const
export type AuditView = (typeof auditViews)[number]

type Word = keyof Speech["words"]

/** A column of a table: what stands above it, and what of a row stands in it. */
interface Column {
  readonly heading: Word
  readonly cell: (row: ShownRow, speech: Speech) => Html
}

const field = (heading: Word, name: string): Column => ({ heading, cell: (row) => plain(row[name]) })

/** A key or an account: leads to what happened to it. */
const id = (heading: Word, name: string): Column => ({ heading, cell: (row, speech) => idLink(speech, row[name]) })

/** Who did it: leads to what else they did. */
const actor = (heading: Word, name: string): Column => ({
  heading,
  cell: (row, speech) => actorLink(speech, row[name])
})

/** What the owner of a key calls it, in whatever language and direction. */
const name = (field: string): Column => ({
  heading: "auditName",
  cell: (row) => (typeof row[field] === "string" ? html`<bdi translate="no">${row[field]}</bdi>` : plain(null))
})

/** Leads to the calls of that day; calls of auditors are not counted. */
const lastUsed: Column = {
  heading: "auditLastUsed",
  cell: ({ key_id: key, last_used: day, role: kind }, speech) => {
    if (typeof key !== "string" || typeof day !== "string") return plain(null)
    const shown = html`<time dir="ltr">${day}</time>`
    if (kind !== "client") return shown
    return html`<a href="${auditAddress(speech, "/audit", { view: "usage", key, from: day, to: day })}">${shown}</a>`
  }
}

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
    return typeof days === "number" ? html`${filled(words.auditDormantDays, { n: number(days) })}` : plain(null)
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
    id("auditTarget", "target"),
    name("key_name"),
    actor("auditActor", "actor"),
    field("auditAddress", "address"),
    worded("auditOutcome", "outcome", { done: "auditDone", refused: "auditRefused" }),
    field("auditLeaf", "leaf")
  ],
  keys: [
    id("auditKey", "key_id"),
    name("name"),
    id("auditAccount", "account_id"),
    role,
    worded("auditActive", "is_active", { true: "auditYes", false: "auditNo" }),
    actor("auditIssuedBy", "issued_by"),
    field("auditAge", "age_days"),
    field("auditRotations", "rotations"),
    lastUsed,
    dormant
  ],
  failures: [
    time("auditHour", "hour"),
    worded("auditKind", "kind", {
      "malformed-key": "auditMalformed",
      "invalid-key": "auditInvalid",
      password: "auditPassword"
    }),
    id("auditPrefix", "key_prefix"),
    field("auditAddress", "address"),
    id("auditAccount", "account_id"),
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
export interface Field {
  readonly name: string
  readonly label: Word
  readonly type: "date" | "text"
}

const days: ReadonlyArray<Field> = [
  { name: "from", label: "auditFrom", type: "date" },
  { name: "to", label: "auditTo", type: "date" }
]

/** `type` and `order` of events are chosen from lists beside these. */
export const fieldsOf: Readonly<Record<AuditView, ReadonlyArray<Field>>> = {
  events: [
    ...days,
    { name: "actor", label: "auditActor", type: "text" },
    { name: "key", label: "auditKey", type: "text" },
    { name: "account", label: "auditAccount", type: "text" }
  ],
  keys: [{ name: "account", label: "auditAccount", type: "text" }],
  failures: [
    ...days,
    { name: "key_prefix", label: "auditPrefix", type: "text" },
    { name: "address", label: "auditAddress", type: "text" },
    { name: "account", label: "auditAccount", type: "text" }
  ],
  usage: [{ name: "key", label: "auditKey", type: "text" }, ...days]
}

export const nameOfView: Readonly<Record<AuditView, Word>> = {
  events: "auditEvents",
  keys: "auditKeys",
  failures: "auditFailures",
  usage: "auditUsage"
}
