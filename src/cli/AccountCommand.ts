import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import type { AccountRecord } from "../../domain/account/AccountRecord.ts"
import { readEmailAddress } from "../../domain/account/EmailAddress.ts"
import { PlanName } from "../../domain/key/Plan.ts"
import { AccountSecrets } from "../../domain/ports/AccountSecrets.ts"
import { accountsAtOnceMax, AccountStore } from "../../domain/ports/AccountStore.ts"
import { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import { AccountLifecycle, shownAccount } from "../commands/accounts/AccountLifecycle.ts"
import { Passwords } from "../commands/accounts/Passwords.ts"
import { CurrentOperator } from "../commands/CurrentOperator.ts"
import { json, table } from "./Output.ts"
import { planRequests } from "./PlanRequestsCommand.ts"
import { withAccountCommands, withStores } from "./Stores.ts"

/** No account has this id or address. */
export class NoSuchAccount extends Schema.TaggedError<NoSuchAccount>()("NoSuchAccount", { named: Schema.String }) {
  override get message(): string {
    return `there is no account ${this.named}: \`fooddata account list\` shows all`
  }
}

export const accountId = Argument.String("id").pipe(
  Argument.withDescription("the account's id, acc_…, as `account list` shows it"),
  Argument.filterMap(Schema.decodeUnknownOption(AccountId), () => "an id, acc_…, as fooddata account list shows it")
)

const named = Argument.String("account").pipe(
  Argument.withDescription("an account's id, acc_…, or an e-mail address, which may have several")
)

const isAccountId = Schema.is(AccountId)

/** The account of the id, or the accounts of the address: at least one. */
const find = Effect.fnUntraced(function* (text: string) {
  const store = yield* AccountStore
  if (isAccountId(text)) {
    const found = yield* store.findById(text)
    return Option.isSome(found) ? [found.value] : yield* new NoSuchAccount({ named: text })
  }
  const email = readEmailAddress(text)
  const digest = Option.map(email, (yield* AccountSecrets).address)
  const accounts = Option.isNone(digest) ? [] : yield* store.findByAddress(digest.value, accountsAtOnceMax)
  return accounts.length > 0 ? accounts : yield* new NoSuchAccount({ named: text })
})

const all = Effect.gen(function* () {
  const store = yield* AccountStore
  const accounts: Array<AccountRecord> = []
  let after: AccountId | null = null
  while (true) {
    const page: ReadonlyArray<AccountRecord> = yield* store.list(after, accountsAtOnceMax)
    accounts.push(...page)
    after = page.at(-1)?.accountId ?? null
    if (page.length < accountsAtOnceMax) return accounts
  }
})

const list = Command.make(
  "list",
  { json },
  Effect.fn(function* (flags) {
    const accounts = (yield* all).map(shownAccount)
    if (flags.json) return yield* Console.log(JSON.stringify(accounts))
    if (accounts.length === 0) return yield* Console.log("No accounts yet.")
    const rows = accounts.map((account) => [
      account.account_id,
      account.email,
      account.email_verified ? "verified" : "not verified",
      account.plan,
      account.is_active ? "active" : "inactive",
      account.registered_at
    ])
    yield* Console.log(table([["ID", "E-MAIL", "ADDRESS", "PLAN", "STATE", "REGISTERED"], ...rows]))
  }, withStores)
).pipe(Command.withDescription("List all accounts, in the order of their ids"))

const show = Command.make(
  "show",
  { account: named, json },
  Effect.fn(function* (flags) {
    const directory = yield* KeyDirectory
    const shown = yield* Effect.forEach(yield* find(flags.account), (account) =>
      Effect.map(directory.listOf(account.accountId), (keys) => ({
        ...shownAccount(account),
        keys: keys.map(({ active, keyId, name, plan, prefix }) => ({
          key_id: keyId,
          name: name === "" ? null : name,
          key_prefix: prefix,
          plan,
          is_active: active
        }))
      }))
    )
    if (flags.json) return yield* Console.log(JSON.stringify(shown))
    for (const { keys, ...account } of shown) {
      const rows = [
        ...Object.entries(account).map(([field, value]) => [field, value === null ? "never" : String(value)]),
        ...keys.map((key) => ["key", `${key.key_id} ${key.is_active ? "active" : "inactive"} ${key.name ?? ""}`])
      ]
      yield* Console.log(`${table(rows)}\n`)
    }
  }, withStores)
).pipe(Command.withDescription("Show an account and its keys, or all accounts of an e-mail address"))

const resetLink = Command.make(
  "reset-link",
  { account: named, json },
  Effect.fn(function* (flags) {
    const passwords = yield* Passwords
    const links = yield* Effect.forEach(yield* find(flags.account), (account) =>
      Effect.map(passwords.resetLink(account.accountId), (link) => ({ ...shownAccount(account), link }))
    )
    if (flags.json) {
      return yield* Console.log(JSON.stringify(links.map(({ account_id, link }) => ({ account_id, link }))))
    }
    for (const { account_id, link, registered_at } of links) {
      yield* Console.log(
        `${link}\n\n${account_id}, registered ${registered_at}. It sets a new password, once, for 30 minutes.`
      )
    }
  }, withAccountCommands)
).pipe(Command.withDescription("Print a link that sets a new password, for each account of an e-mail address"))

const changed = Effect.fnUntraced(function* (id: AccountId, asJson: boolean) {
  const [account] = yield* find(id)
  if (account === undefined) return
  const shown = shownAccount(account)
  yield* Console.log(
    asJson ? JSON.stringify(shown) : `${id}: ${shown.plan}, ${shown.is_active ? "active" : "inactive"}, in force`
  )
})

const plan = Command.make(
  "plan",
  {
    id: accountId,
    plan: Argument.Literals("plan", PlanName.literals).pipe(Argument.withDescription("the new plan")),
    json
  },
  Effect.fn(function* (args) {
    yield* (yield* AccountLifecycle).changePlan(args.id, args.plan)
    yield* changed(args.id, args.json)
  }, withAccountCommands)
).pipe(Command.withDescription("Move an account and all its keys to another plan, from the next request on"))

const deactivate = Command.make(
  "deactivate",
  {
    id: accountId,
    reason: Flag.String("reason").pipe(
      Flag.withDescription("why, for the record"),
      Flag.withDefault("deactivated by the operator")
    ),
    json
  },
  Effect.fn(function* (flags) {
    yield* (yield* AccountLifecycle).deactivate(flags.id, flags.reason)
    yield* changed(flags.id, flags.json)
  }, withAccountCommands)
).pipe(Command.withDescription("Deactivate an account: end its sessions, refuse its keys, prevent sign-in"))

const activate = Command.make(
  "activate",
  { id: accountId, json },
  Effect.fn(function* (flags) {
    yield* (yield* AccountLifecycle).activate(flags.id)
    yield* changed(flags.id, flags.json)
  }, withAccountCommands)
).pipe(Command.withDescription("Let the owner of a deactivated account sign in again; its keys stay deactivated"))

const remove = Command.make(
  "delete",
  { id: accountId, json },
  Effect.fn(function* (flags) {
    yield* (yield* AccountLifecycle).delete(flags.id, yield* CurrentOperator)
    yield* Console.log(
      flags.json
        ? JSON.stringify({ account_id: flags.id, deleted: true })
        : `${flags.id}: its e-mail address and password are erased, its keys are refused.`
    )
  }, withAccountCommands)
).pipe(
  Command.withDescription("Erase the e-mail address and the password of an account, and refuse its keys, for ever")
)

export const accountCommand = Command.make("account").pipe(
  Command.withDescription("Inspect and control the accounts of the developer site"),
  Command.withSubcommands([list, show, planRequests, resetLink, plan, deactivate, activate, remove])
)
