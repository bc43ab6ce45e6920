import { assert, describe, it } from "@effect/vitest"
import { readWitnessPolicy } from "../../../infra/audit/WitnessPolicy.ts"
import { signer } from "../../support/audit/AuditedLog.ts"
import { cosignerFrom, policyFrom } from "../../support/audit/WitnessServer.ts"

const keys = Array.from({ length: 5 }, (_, i) => cosignerFrom(`witness.example/${i}`, i + 1).text)
const witness = (i: number, url = "") => `witness w${i} ${keys[i]} ${url}`
const all = [0, 1, 2, 3, 4].map((i) => witness(i))

describe("A policy of witnesses", () => {
  it("names witnesses and logs, with comments, tabs and addresses", () => {
    const { logs, witnesses } = policyFrom(
      "# ours",
      `log ${signer.text} https://food.example/audit`,
      "",
      `\twitness  w0\t${keys[0]} https://witness.example/w0/ `,
      witness(1),
      "quorum w0"
    )
    assert.deepStrictEqual(
      logs.map(({ text }) => text),
      [signer.text]
    )
    assert.deepStrictEqual(
      witnesses.map(({ cosigner, name, url }) => [name, cosigner.text, url]),
      [
        ["w0", keys[0], "https://witness.example/w0/"],
        ["w1", keys[1], null]
      ]
    )
  })

  it("has a quorum of one, of some, of any, of all, of groups, or none", () => {
    const isQuorum = (lines: ReadonlyArray<string>, ...names: ReadonlyArray<string>) =>
      policyFrom(...all, ...lines).isQuorum(new Set(names))
    assert.isTrue(isQuorum(["quorum none"]))
    assert.isTrue(isQuorum(["quorum w1"], "w1"))
    assert.isFalse(isQuorum(["quorum w1"], "w0", "w2"))
    const two = ["group g 2 w0 w1 w2", "quorum g"]
    assert.isTrue(isQuorum(two, "w0", "w2"))
    assert.isFalse(isQuorum(two, "w0", "w3", "w4"))
    assert.isTrue(isQuorum(["group g any w0 w1", "quorum g"], "w1"))
    assert.isFalse(isQuorum(["group g all w0 w1", "quorum g"], "w1"))
    const nested = ["group x 2 w0 w1 w2", "group y any w3 w4", "group both all x y", "quorum both"]
    assert.isTrue(isQuorum(nested, "w0", "w1", "w4"))
    assert.isFalse(isQuorum(nested, "w0", "w1", "w2"))
    assert.isFalse(isQuorum(nested, "w0", "w3", "w4"))
  })

  it("that is none is refused, with the line that is wrong and why", () => {
    const problem = (...lines: ReadonlyArray<string>) => {
      const read = readWitnessPolicy(lines.join("\n"))
      return typeof read === "string" ? read : "a policy"
    }
    const wrong: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
      [[], "there is no quorum line"],
      [[witness(0)], "there is no quorum line"],
      [["quorum none", "quorum none"], "line 2 is a second quorum line"],
      [["quorum w0"], "line 1 names w0, which no line before it defines"],
      [["witnes w0"], "line 1 begins with none of log, witness, group, quorum"],
      [[`witness w0 ${signer.text}`], "line 1 is not: witness NAME KEY"],
      [[`log ${keys[0]}`], "line 1 is not: log KEY"],
      [[`log ${signer.text}`, `log ${signer.text}`], "line 2 has the key of another log line"],
      [[witness(0, "ftp://w.example")], "line 1 has an address that is not http"],
      [[witness(0, "https://w.example/?a=b")], "line 1 has an address that is not http"],
      [[witness(0), `witness other ${keys[0]}`], "line 2 has the key of another witness"],
      [[witness(0), `witness w0 ${keys[1]}`], "line 2 defines w0, which is taken"],
      [[`witness none ${keys[1]}`], "line 1 defines none, which is taken"],
      [[...all, "group g 3 w0 w1"], "line 6 is not: group NAME"],
      [[...all, "group g 0 w0 w1"], "line 6 is not: group NAME"],
      [[...all, "group g all"], "line 6 is not: group NAME"],
      [[...all, "group g any w0", "group h any w0"], "line 7 has w0, which is in a group already"],
      [[...all, "group g any w0 w0"], "line 6 has w0, which is in a group already"],
      [[...all, "group g any g"], "line 6 names g, which no line before it defines"],
      [["quorum none\r"], "line 1 is longer than 2048 characters, or has control characters"],
      [[`# ${"x".repeat(3_000)}`], "line 1 is longer than 2048 characters"],
      [Array.from({ length: 300 }, () => ""), "has more than 256 lines"]
    ]
    for (const [lines, said] of wrong) assert.include(problem(...lines), said)
  })
})
