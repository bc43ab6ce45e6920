import type { Category, DomainEvent } from "../../domain/EventEnvelope.ts"
import type { AccountCommand } from "../../domain/account/Account.ts"
import type { ApiKeyCommand } from "../../domain/key/ApiKey.ts"
import type { ProductCommand } from "../../domain/product/Product.ts"
import type { LedgerCommand } from "../../domain/usage/UsageLedger.ts"

type CommandName = (ProductCommand | ApiKeyCommand | AccountCommand | LedgerCommand)["_tag"]

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
  KeyRenamed: {
    meaning: "Its owner calls the key by another name, which is beside the log, where it can be erased.",
    commands: ["RenameKey"]
  },
  KeyPlanChanged: { meaning: "The key is on another plan, with its quotas.", commands: ["ChangePlan"] },
  KeyDeactivated: { meaning: "The key is refused until it is activated again.", commands: ["DeactivateKey"] },
  KeyActivated: { meaning: "A deactivated key is accepted again.", commands: ["ActivateKey"] },
  AccountRegistered: {
    meaning:
      "Somebody signed up; nobody has proved yet that the e-mail address is theirs. The first event of its stream.",
    commands: ["RegisterAccount"]
  },
  EmailVerified: {
    meaning: "A link that was sent to the e-mail address was followed: the address is this account's alone.",
    commands: ["VerifyEmail"]
  },
  PasswordChanged: {
    meaning: "Another password is in force. Every session but the one that changed it is over.",
    commands: ["ChangePassword"]
  },
  SignInFailed: {
    meaning: "Wrong passwords were tried. Counted, and told with the next sign-in, not one by one.",
    commands: ["SignIn"]
  },
  SignedIn: { meaning: "A session was opened with the password.", commands: ["SignIn"] },
  SignedOut: { meaning: "A session was ended by who had it.", commands: ["SignOut"] },
  SessionsRevoked: {
    meaning: "Sessions were ended from another one, or with the password that they were opened with.",
    commands: ["RevokeSessions"]
  },
  AccountKeyAdded: { meaning: "A key was issued for the account.", commands: ["AddKey"] },
  PlanRequested: {
    meaning: "The owner of the account asks for another plan. An operator answers by changing it.",
    commands: ["RequestPlan"]
  },
  AccountPlanChanged: {
    meaning: "The account is on another plan: new keys get it. Its keys have events of their own.",
    commands: ["ChangeAccountPlan"]
  },
  AccountDeactivated: {
    meaning: "Nobody can sign in until the account is activated again. Its sessions are over.",
    commands: ["DeactivateAccount"]
  },
  AccountActivated: { meaning: "A deactivated account can be used again.", commands: ["ActivateAccount"] },
  AccountDeleted: {
    meaning: "The e-mail address and the password's hash were erased, and sessions and the webhook with them.",
    commands: ["DeleteAccount"]
  },
  WebhookSet: {
    meaning: "Quota warnings of the account go to this address from then on, signed with a new secret.",
    commands: ["SetWebhook"]
  },
  WebhookRemoved: { meaning: "The account is sent no quota warnings any more.", commands: ["RemoveWebhook"] },
  PersonalDataErased: {
    meaning:
      "What else was personal of the deleted account is gone: where its commands came from, the names of its keys, failed authentications that named it. Erased in the transaction of this event, the last of its stream.",
    commands: ["RecordErasure"]
  },
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
  },
  TrailRead: {
    meaning: "Somebody read a part of the audit trail: one event for each page or export.",
    commands: []
  },
  OriginsErased: {
    meaning:
      "The addresses and clients of commands are gone that were older than the retention. Events of old say so of deleted accounts, too; since then `PersonalDataErased` does.",
    commands: []
  }
}

/** Who gives each command. */
export const commandNotes: { readonly [Name in CommandName]: string } = {
  ListProduct: "`fooddata import`, and the first start for the bundled catalogue (`src/commands/ListProducts.ts`)",
  WithdrawProduct: "`fooddata import off`, for rows that say `obsolete` and with `--reconcile`",
  IssueKey:
    "`fooddata key issue`, the first start (`src/commands/KeyCommands.ts`), `POST /v1/auth/signup`, and accounts",
  RotateKey: "`POST /v1/dashboard/keys/rotate`, and the account of the key",
  RenameKey: "`fooddata key rename`, and the account of the key (`src/commands/accounts/AccountKeys.ts`)",
  ChangePlan: "`fooddata key plan`, and `fooddata account plan` for each key of the account",
  DeactivateKey: "`fooddata key deactivate`, the account of the key, and the end of an account",
  ActivateKey: "`fooddata key activate`",
  RegisterAccount: "`POST /v1/auth/signup` (`src/commands/accounts/SignUp.ts`)",
  VerifyEmail: "the link that sign-up sends (`src/commands/accounts/Verification.ts`)",
  ChangePassword:
    "the account, with the present password or the link of a reset (`src/commands/accounts/Passwords.ts`)",
  SignIn: "`POST /v1/auth/login` (`src/commands/accounts/Sessions.ts`)",
  SignOut: "`POST /v1/auth/logout`",
  RevokeSessions: "the account, from one of its sessions; every change of the password",
  AddKey: "sign-up, and the account (`src/commands/accounts/AccountKeys.ts`)",
  RequestPlan: "the account (`src/commands/accounts/AccountPlans.ts`); `fooddata account requests` lists what is open",
  ChangeAccountPlan: "`fooddata account plan`",
  DeactivateAccount: "`fooddata account deactivate`",
  ActivateAccount: "`fooddata account activate`",
  DeleteAccount: "the account, with its password, and `fooddata account delete`",
  SetWebhook: "the account (`src/commands/accounts/AccountWebhook.ts`), and `fooddata webhook set`",
  RemoveWebhook: "the account, and `fooddata webhook remove`",
  RecordErasure: "the deletion of an account, when its keys are refused; after a cut-off the next start",
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
      "product heads, true the instant an append returns: what an import compares a row with",
      "the projector (`src/roles/Projector.ts`): search index, lookups, vectors (`projections/product-search`)",
      "`fooddata product show`: the history of one product",
      ...everywhere
    ]
  },
  key: {
    title: "Keys",
    stream: "key-<key id>",
    holds:
      "What happened to one API key. Never the key itself, only its keyed digest; what its owner calls it is beside the log since.",
    consumers: [
      "the key directory, in the append's own transaction: who may ask, and what",
      "each node's cache of keys, which every sync brings up to date (`src/metering/KeyCache.ts`)",
      ...everywhere
    ]
  },
  account: {
    title: "Accounts",
    stream: "account-<account id>",
    holds:
      "What happened to one account. Never an e-mail address, a password or its hash, nor the URL of a webhook: those can be erased.",
    consumers: [
      "the commands on accounts (`src/commands/accounts`), which decide on them",
      "the account itself, in the export of all that is held of it",
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
  },
  audit: {
    title: "Audit",
    stream: "audit-<key id, operator or retention>-<day in UTC>",
    holds: "Who read the audit trail, and what was erased of it, so that reading and erasing leave a trace themselves.",
    consumers: ["the audit trail (`src/audit/trail`)", ...everywhere]
  }
}
