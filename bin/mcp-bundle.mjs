import { zipSync } from "fflate"
import { readFileSync, writeFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import process from "node:process"

// Writes fooddata.mcpb, or the file that is named: `fooddata mcp` for desktop applications, which bring their own Node.js
const [, , path = "fooddata.mcpb"] = process.argv

/** @param {string} name */
const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url))

/**
 * A source as JavaScript, beside what it imports.
 * @param {string} name
 */
const script = (name) =>
  Buffer.from(stripTypeScriptTypes(read(name).toString()).replace(/(from ")\..*?(\w+)\.ts"/g, '$1./$2.js"'))

const { description, license, version } = JSON.parse(read("package.json").toString())

const manifest = {
  manifest_version: "0.3",
  name: "fooddata",
  display_name: "Food and nutrition data",
  version,
  description,
  author: { name: "fooddata" },
  license,
  icon: "icon.png",
  server: {
    type: "node",
    entry_point: "server/main.js",
    mcp_config: {
      command: "node",
      args: ["${__dirname}/server/main.js"],
      env: { FOODDATA_URL: "${user_config.url}", FOODDATA_API_KEY: "${user_config.api_key}" }
    }
  },
  // the service says which tools and prompts it has
  tools_generated: true,
  prompts_generated: true,
  compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: ">=20.3.0" } },
  user_config: {
    url: {
      type: "string",
      title: "Address of the service",
      description: "Where fooddata answers, without /mcp at the end",
      default: "http://127.0.0.1:8080",
      required: true
    },
    api_key: {
      type: "string",
      title: "API key",
      description: "A key of that service; it starts with fdb_",
      sensitive: true,
      required: true
    }
  }
}

const files = {
  "manifest.json": Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
  "icon.png": read("bin/mcp-bundle-icon.png"),
  LICENSE: read("LICENSE"),
  "package.json": Buffer.from('{ "type": "module" }\n'),
  "server/main.js": script("src/mcp/stdio/BundleMain.ts"),
  "server/StdioBridge.js": script("src/mcp/stdio/StdioBridge.ts"),
  "server/MessageLines.js": script("src/mcp/stdio/MessageLines.ts")
}

// the same bytes from the same sources
writeFileSync(path, zipSync(files, { mtime: new Date("1980-01-01T12:00:00") }))
process.stdout.write(`${path}\n`)
