#!/usr/bin/env node
// The command line, `npx fooddata`. Plain JavaScript on purpose, as node.mjs is, which finds a Node.js that is new enough.
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const main = join(dirname(dirname(fileURLToPath(import.meta.url))), "src", "main.ts")
// a command ends soon, and has the machine to share with a service, whose own memory is as V8 sets it
const memory =
  process.argv[2] === "serve" || process.argv[2] === "mcp"
    ? []
    : ["--max-semi-space-size=8", "--max-old-space-size=512"]
process.argv.splice(2, 0, ...memory, main)
await import("./node.mjs")
