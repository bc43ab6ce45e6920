import { Result, Schema } from "effect"
import { emptyLedger, evolve, type UsageLedgerState } from "../../../domain/usage/LedgerState.ts"
import { type LedgerCommand, UsageLedger } from "../../../domain/usage/UsageLedger.ts"
import { LeaseId, type UsageEntry, type UsageEvent } from "../../../domain/usage/UsageEvent.ts"

const Node = Schema.Literals([0, 1, 2])
const Index = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 99 }))
const Quota = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))

/** One thing that can happen to a service of three nodes; messages are late, lost, repeated and out of order. */
export const Step = Schema.TaggedUnion({
  Want: { node: Node, size: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 })) },
  Deliver: { message: Index, answerLost: Schema.Boolean },
  Admit: { node: Node, times: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 })) },
  Report: { node: Node, settle: Schema.Boolean },
  Crash: { node: Node },
  LoseDisk: { node: Node },
  FindDisk: { disk: Index },
  TurnHour: {},
  ChangePlan: { day: Schema.NullOr(Quota), hour: Quota }
})
export type Step = typeof Step.Type

/** What a node knows of a lease, in memory and in its journal alike: a use is journaled before it counts as admitted. */
interface HeldLease {
  readonly id: LeaseId
  readonly hour: number
  readonly size: number
  readonly entries: Array<UsageEntry>
  retired: boolean
}

interface Node {
  readonly name: string
  life: number
  held: Map<LeaseId, HeldLease>
  requested: Set<string>
}

interface Want {
  readonly node: Node
  readonly life: number
  readonly request: string
  readonly lease: LeaseId
  readonly size: number
}

/** A ledger, its nodes and everything ever sent between them. Every message can be delivered again at any time. */
export class LedgerWorld {
  state: UsageLedgerState = emptyLedger
  readonly events: Array<UsageEvent> = []
  readonly rejections: Array<string> = []
  readonly nodes: ReadonlyArray<Node> = [0, 1, 2].map((n) => ({
    name: `node${n}`,
    life: 0,
    held: new Map(),
    requested: new Set()
  }))
  admitted = 0
  /** admitted by nodes whose disk is lost and not found again */
  lostDisks: Array<ReadonlyArray<HeldLease>> = []
  hour = 0
  quota: { readonly day: number | null; readonly hour: number }
  readonly #messages: Array<LedgerCommand> = []
  readonly #wants: Array<Want> = []

  constructor(quota: { readonly day: number | null; readonly hour: number }) {
    this.quota = quota
  }

  step(step: Step): void {
    Step.match(step, {
      Want: ({ node, size }) => this.#want(this.#node(node), size),
      Deliver: ({ answerLost, message }) => this.#deliver(message, answerLost),
      Admit: ({ node, times }) => this.#admit(this.#node(node), times),
      Report: ({ node, settle }) => this.#report(this.#node(node), settle),
      Crash: ({ node }) => this.#restart(this.#node(node), true),
      LoseDisk: ({ node }) => this.#restart(this.#node(node), false),
      FindDisk: ({ disk }) => this.#findDisk(disk),
      TurnHour: () => void (this.hour = Math.min(23, this.hour + 1)),
      ChangePlan: (quota) => void (this.quota = quota)
    })
  }

  /** Every node restarts with its journal and every disk is found: the end of all doubt. */
  recoverAll(): void {
    for (const node of this.nodes) this.#restart(node, true)
    while (this.lostDisks.length > 0) this.#findDisk(0)
  }

  #node(index: number): Node {
    const node = this.nodes[index]
    if (node === undefined) throw new Error(`no node ${index}`)
    return node
  }

  #decide(command: LedgerCommand): void {
    const decision = UsageLedger.decide(this.state, command)
    if (Result.isFailure(decision)) return void this.rejections.push(decision.failure.reason)
    for (const event of decision.success) {
      this.events.push(event)
      this.state = evolve(this.state, event)
    }
  }

  #want(node: Node, size: number): void {
    const request = `${node.name}:${node.life}:${this.#wants.length}`
    node.requested.add(request)
    this.#wants.push({ node, life: node.life, request, lease: LeaseId.make(request), size })
  }

  #deliver(index: number, answerLost: boolean): void {
    const count = this.#wants.length + this.#messages.length
    if (count === 0) return
    const at = index % count
    const want = this.#wants[at]
    if (want !== undefined) return this.#grant(want, answerLost)
    const message = this.#messages[at - this.#wants.length]
    if (message !== undefined) this.#decide(message)
  }

  #grant({ lease, life, node, request, size }: Want, answerLost: boolean): void {
    const { day, hour: hourQuota } = this.quota
    const command = { _tag: "GrantLease", request, lease, node: node.name, size, dayQuota: day, hourQuota } as const
    this.#decide({ ...command, hour: this.hour })
    const granted = this.events.find((event) => event._tag === "LeaseGranted" && event.request === request)
    if (granted?._tag !== "LeaseGranted" || answerLost || node.life !== life) return
    if (!node.requested.delete(request)) return
    node.held.set(lease, { id: lease, hour: granted.hour, size: granted.size, entries: [], retired: false })
  }

  #admit(node: Node, times: number): void {
    for (let i = 0; i < times; i++) {
      const lease = [...node.held.values()].find(
        (held) => !held.retired && held.hour === this.hour && held.entries.length < held.size
      )
      if (lease === undefined) return
      lease.entries.push({ n: lease.entries.length + 1, at: this.admitted, operation: "search" })
      this.admitted++
    }
  }

  #report(node: Node, settle: boolean): void {
    for (const lease of node.held.values()) {
      const commands: Array<LedgerCommand> = [{ _tag: "RecordUsage", lease: lease.id, entries: [...lease.entries] }]
      if (settle || lease.hour !== this.hour) {
        lease.retired = true
        commands.push({ _tag: "SettleLease", lease: lease.id, used: lease.entries.length })
      }
      for (const command of commands) {
        this.#messages.push(command)
        this.#decide(command)
      }
    }
  }

  #restart(node: Node, withDisk: boolean): void {
    node.life++
    if (withDisk) {
      this.#report(node, true)
      for (const request of node.requested) this.#decide({ _tag: "CancelRequest", request, node: node.name })
    } else {
      this.lostDisks.push([...node.held.values()])
      for (const event of this.events) {
        if (event._tag === "LeaseGranted" && event.node === node.name) {
          this.#decide({ _tag: "BurnLease", lease: event.lease })
        }
      }
    }
    node.held = new Map()
    node.requested = new Set()
  }

  #findDisk(index: number): void {
    const [disk] = this.lostDisks.splice(this.lostDisks.length === 0 ? 0 : index % this.lostDisks.length, 1)
    for (const lease of disk ?? []) {
      this.#decide({ _tag: "RecordUsage", lease: lease.id, entries: lease.entries })
      this.#decide({ _tag: "SettleLease", lease: lease.id, used: lease.entries.length })
    }
  }
}
