import type { Category, DomainEvent } from "../../domain/EventEnvelope.ts"
import type { ApiKeyCommand } from "../../domain/key/ApiKey.ts"
import type { ProductCommand } from "../../domain/product/Product.ts"
import type { LedgerCommand } from "../../domain/usage/UsageLedger.ts"

type CommandName = (ProductCommand | ApiKeyCommand | LedgerCommand)["_tag"]

export interface EventNote {
  readonly meaning: string
  /** the commands that are decided with this event */
  readonly commands: ReadonlyArray<CommandName>
}

/** What the schemas cannot say of each type of event. */
export const eventNotes: { readonly [Type in DomainEvent["_tag"]]: EventNote } = {
  ProductListed: {
    meaning: "A product came into the catalogue. The first event of its stream.",
    commands: ["ListProduct"]
  },
  ProductRevised: {
    meaning: "What is known of a listed product changed: its fingerprint is another one.",
    commands: ["ListProduct"]
  },
  ProductWithdrawn: {
    meaning: "The product is no longer shown. Its id stays its own, and its history stays in the log.",
    commands: ["WithdrawProduct"]
  },
  ProductRelisted: { meaning: "A withdrawn product is shown again.", commands: ["ListProduct"] },
  KeyIssued: {
    meaning: "A key was handed out, active from then on. The first event of its stream.",
    commands: ["IssueKey"]
  },
  KeyRotated: { meaning: "Another key took the place of the old one, which is dead.", commands: ["RotateKey"] },
  KeyPlanChanged: { meaning: "The key is on another plan, with its quotas.", commands: ["ChangePlan"] },
  KeyDeactivated: { meaning: "The key is refused until it is activated again.", commands: ["DeactivateKey"] },
  KeyActivated: { meaning: "A deactivated key is accepted again.", commands: ["ActivateKey"] },
  LeaseGranted: {
    meaning: "A node may admit so many calls of the key in one hour; they count against its quotas from now on.",
    commands: ["GrantLease"]
  },
  UsageRecorded: { meaning: "Calls that a node admitted from a lease.", commands: ["RecordUsage"] },
  LeaseSettled: {
    meaning: "Closed by its node: what was not used went back to the quota.",
    commands: ["SettleLease", "CancelRequest"]
  },
  LeaseBurnt: {
    meaning: "Its node and journal are lost: what was not recorded may have been used, so it is gone for the day.",
    commands: ["BurnLease"]
  },
  LeaseRequestCancelled: {
    meaning: "A request of an earlier life of the node will not be granted any more.",
    commands: ["CancelRequest"]
  },
  CallsRefused: {
    meaning:
      "Calls that a node refused, because a window of the plan was used up: once a minute for each key, if there were any. A process that is killed loses those of its last minute.",
    commands: []
  }
}

/** Who gives each command. */
export const commandNotes: { readonly [Name in CommandName]: string } = {
  ListProduct: "`fooddata import`, and the first start for the bundled catalogue (`src/commands/ListProducts.ts`)",
  WithdrawProduct: "`fooddata import off`, for rows that say `obsolete` and with `--reconcile`",
  IssueKey: "`fooddata key issue`, and the first start (`src/commands/KeyCommands.ts`)",
  RotateKey: "`POST /v1/dashboard/keys/rotate`",
  ChangePlan: "`fooddata key plan`",
  DeactivateKey: "`fooddata key deactivate`",
  ActivateKey: "`fooddata key activate`",
  GrantLease: "a node's sync with the ledger, for keys that are asked with (`src/metering/NodeSync.ts`)",
  RecordUsage: "the sync, with what the node admitted since the last one",
  SettleLease: "the sync, for leases that the node uses no more; a clean stop settles all of them",
  BurnLease: "`fooddata nodes burn`",
  CancelRequest: "the first sync after a crash, for what the journal knows to have been asked"
}

export interface CategoryNote {
  readonly title: string
  readonly stream: string
  readonly holds: string
  readonly consumers: ReadonlyArray<string>
}

const everywhere = [
  "the relay (`infra/kafka/Relay.ts`), which carries them into Kafka as CloudEvents: [asyncapi.json](asyncapi.json)",
  "people: `fooddata events export`, `events tail`"
]

/** The streams of each category, and who reads them. */
export const categoryNotes: { readonly [C in Category]: CategoryNote } = {
  product: {
    title: "Products",
    stream: "product-<product id>",
    holds: "What became known about one product. A read model needs the newest event only.",
    consumers: [
      "product heads, in the append's own transaction: what an import compares a row with",
      "the projector (`src/roles/Projector.ts`): search index, lookups, vectors (`projections/product-search`)",
      "`fooddata product show`: the history of one product",
      ...everywhere
    ]
  },
  key: {
    title: "Keys",
    stream: "key-<key id>",
    holds: "What happened to one API key. Never the key itself, only its keyed digest.",
    consumers: [
      "the key directory, in the append's own transaction: who may ask, and what",
      "each node's cache of keys, which every sync brings up to date (`src/metering/KeyCache.ts`)",
      ...everywhere
    ]
  },
  usage: {
    title: "Usage",
    stream: "usage-<key id>-<day in UTC>, of refused calls usage-<key id>-<node>-<day in UTC>",
    holds: "The ledger of one key for one day: what was leased to nodes, and what was called.",
    consumers: [
      "the projector: the usage report (`projections/usage-report`)",
      "the ledger's own tables, in the append's transaction: what is left of the hour and the day, who holds leases",
      ...everywhere
    ]
  }
}
