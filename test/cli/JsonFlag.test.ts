import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"

const folder = new URL("../../src/cli/", import.meta.url)

/** Commands that print for nobody but people, or nothing but data. */
const without = ["ServeCommand.ts serve", "EventsCommand.ts tail"]

/** The source of each command, from its name to the next command, with what it is called. */
const commands = readdirSync(folder)
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => {
    const source = readFileSync(new URL(file, folder), "utf8")
    return source
      .split(/Command\.make\(\s*"/)
      .slice(1)
      .map((command) => ({ name: `${file} ${command.slice(0, command.indexOf('"'))}`, command }))
  })

describe("the command line", () => {
  it("every command that prints text for people prints JSON with --json", () => {
    const printing = commands.filter(({ command }) => /Console\.log|printReading/.test(command))
    assert.isAbove(printing.length, 30)
    const lacking = printing.filter(({ command }) => !/\bjson\b|\.\.\.output\b/.test(command)).map(({ name }) => name)
    assert.deepStrictEqual(
      lacking.filter((name) => !without.includes(name)),
      []
    )
  })
})
