import { type NoteVerifier, readVerifier } from "../crypto/SignedNote.ts"
import { readCosigner } from "../crypto/Cosignature.ts"

/** Somebody who cosigns checkpoints that continue those it has seen. */
export interface Witness {
  /** as the policy calls it */
  readonly name: string
  readonly cosigner: NoteVerifier
  /** its submission prefix; none: it is not asked, its cosignatures are checked all the same */
  readonly url: string | null
}

type Member = Witness | Group

interface Group {
  readonly name: string
  /** so many of the members must have cosigned */
  readonly threshold: number
  readonly members: ReadonlyArray<Member>
}

/** Whose cosignatures make a checkpoint one to believe. */
export interface WitnessPolicy {
  /** logs that it is about; none: any */
  readonly logs: ReadonlyArray<NoteVerifier>
  readonly witnesses: ReadonlyArray<Witness>
  /** Are these, as the policy calls them, enough? */
  readonly isQuorum: (cosigned: ReadonlySet<string>) => boolean
}

/** Of lines, so of logs, witnesses and groups together. */
const linesMax = 256
const lineLengthMax = 2_048

/** A line of the policy is not what C2SP tlog-policy has. */
class PolicyError extends Error {}

const isCosigned = (member: Member, cosigned: ReadonlySet<string>): boolean =>
  "cosigner" in member
    ? cosigned.has(member.name)
    : member.members.filter((each) => isCosigned(each, cosigned)).length >= member.threshold

const keyOf = ({ publicKey }: NoteVerifier): string => publicKey.export({ format: "der", type: "spki" }).toString("hex")

const isUrl = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/[?#]/.test(text)

/** Reads a policy line by line. */
class PolicyReader {
  readonly #logs: Array<NoteVerifier> = []
  readonly #witnesses: Array<Witness> = []
  readonly #members = new Map<string, Member>()
  readonly #grouped = new Set<string>()
  #quorum: Member | "none" | undefined

  line(words: ReadonlyArray<string>): void {
    const [kind, ...rest] = words
    if (kind === "log") this.#log(rest)
    else if (kind === "witness") this.#witness(rest)
    else if (kind === "group") this.#group(rest)
    else if (kind === "quorum") this.#setQuorum(rest)
    else throw new PolicyError("begins with none of log, witness, group, quorum")
  }

  policy(): WitnessPolicy {
    const quorum = this.#quorum
    if (quorum === undefined) throw new PolicyError("there is no quorum line")
    return {
      logs: this.#logs,
      witnesses: this.#witnesses,
      isQuorum: (cosigned) => quorum === "none" || isCosigned(quorum, cosigned)
    }
  }

  #log([key = "", , ...more]: ReadonlyArray<string>): void {
    const log = readVerifier(key)
    if (log === undefined || more.length > 0) throw new PolicyError("is not: log KEY [URL], with an Ed25519 key")
    if (this.#logs.some((each) => keyOf(each) === keyOf(log))) throw new PolicyError("has the key of another log line")
    this.#logs.push(log)
  }

  #witness([name = "", key = "", url, ...more]: ReadonlyArray<string>): void {
    const cosigner = readCosigner(key)
    if (cosigner === undefined || more.length > 0)
      throw new PolicyError("is not: witness NAME KEY [URL], with a key for Ed25519 cosignatures")
    if (url !== undefined && !isUrl(url)) throw new PolicyError("has an address that is not http:// or https://")
    if (this.#witnesses.some((each) => keyOf(each.cosigner) === keyOf(cosigner)))
      throw new PolicyError("has the key of another witness")
    const witness = { name, cosigner, url: url ?? null }
    this.#define(witness)
    this.#witnesses.push(witness)
  }

  #group([name = "", count = "", ...names]: ReadonlyArray<string>): void {
    const members = names.map((each) => this.#member(each))
    for (const each of names) {
      if (this.#grouped.has(each)) throw new PolicyError(`has ${each}, which is in a group already`)
      this.#grouped.add(each)
    }
    const threshold = count === "all" ? members.length : count === "any" ? 1 : /^[1-9]\d{0,2}$/.test(count) ? +count : 0
    if (threshold < 1 || threshold > members.length)
      throw new PolicyError("is not: group NAME all|any|K MEMBER..., with at least K members")
    this.#define({ name, threshold, members })
  }

  #setQuorum([name = "", ...more]: ReadonlyArray<string>): void {
    if (this.#quorum !== undefined) throw new PolicyError("is a second quorum line")
    if (name === "" || more.length > 0) throw new PolicyError("is not: quorum NAME")
    this.#quorum = name === "none" ? "none" : this.#member(name)
  }

  #member(name: string): Member {
    const member = this.#members.get(name)
    if (member === undefined) throw new PolicyError(`names ${name}, which no line before it defines`)
    return member
  }

  #define(member: Member): void {
    const { name } = member
    if (name === "none" || this.#members.has(name)) throw new PolicyError(`defines ${name}, which is taken`)
    this.#members.set(name, member)
  }
}

/**
 * A policy as C2SP tlog-policy writes it: logs, witnesses, groups of them, and the quorum. A message where the text is none, with
 * the number of its line.
 */
export const readWitnessPolicy = (text: string): WitnessPolicy | string => {
  const reader = new PolicyReader()
  const lines = text.split("\n")
  if (lines.length > linesMax) return `has more than ${linesMax} lines`
  for (const [i, line] of lines.entries()) {
    // control characters are what the format forbids
    // oxlint-disable-next-line no-control-regex
    if (line.length > lineLengthMax || /[\u0000-\u0008\u000a-\u001f\u007f]/.test(line))
      return `line ${i + 1} is longer than ${lineLengthMax} characters, or has control characters`
    const words = line.split(/[ \t]+/).filter((word) => word !== "")
    if (words.length === 0 || words[0]?.startsWith("#") === true) continue
    const problem = problemOf(() => reader.line(words))
    if (typeof problem === "string") return `line ${i + 1} ${problem}`
  }
  return problemOf(() => reader.policy())
}

const problemOf = <A>(work: () => A): A | string => {
  try {
    return work()
  } catch (error) {
    if (error instanceof PolicyError) return error.message
    throw error
  }
}
