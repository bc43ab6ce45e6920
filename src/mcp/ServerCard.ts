import { Effect, Layer } from "effect"
import { documentRoute } from "../api/FixedDocument.ts"
import { HttpOptions } from "../api/HttpOptions.ts"
import { mcpPath, serverCardPath } from "../api/KnownPaths.ts"
import { serverInfo } from "./ServerInfo.ts"

/** A name below the host's own, as cards and the registry have them: `example.food/fooddata` of `food.example`. */
const nameAt = (publicUrl: string | null): string => {
  const host = publicUrl === null ? "localhost" : new URL(publicUrl).hostname
  return `${host.split(".").toReversed().join(".")}/${serverInfo.name}`
}

/** Where the endpoint is, and what it asks for. A service that does not know its address states none. */
const remotesAt = (publicUrl: string) => ({
  remotes: [
    {
      type: "streamable-http",
      url: `${publicUrl}${mcpPath}`,
      supportedProtocolVersions: ["2026-07-28", "2025-11-25", "2025-06-18"],
      headers: [{ name: "X-API-Key", description: "An API key of this service", isRequired: true, isSecret: true }]
    }
  ],
  websiteUrl: publicUrl
})

type Remotes = ReturnType<typeof remotesAt>

interface ServerCard extends Partial<Remotes> {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly description: string
  readonly icons: typeof serverInfo.icons
}

/** The server card of SEP-2127 (a draft), by which clients and crawlers learn of the endpoint before they connect. */
export const serverCard = (publicUrl: string | null): ServerCard => ({
  name: nameAt(publicUrl),
  title: serverInfo.title,
  version: serverInfo.version,
  description: "Foods by name, barcode and need, with nutrition per 100 g or 100 ml, and of whole meals.",
  icons: serverInfo.icons,
  ...(publicUrl === null ? {} : remotesAt(publicUrl))
})

/**
 * `server.json` of the MCP registry for a service that people reach at the address. Who publishes it must own the domain. Icons
 * stay out: there they must be files on the web.
 */
export const registryEntry = (publicUrl: string) => {
  const { icons: _icons, remotes = [], ...card } = serverCard(publicUrl)
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    ...card,
    remotes: remotes.map(({ headers, type, url }) => ({ type, url, headers }))
  }
}

export const ServerCardRoute = Layer.unwrap(
  Effect.map(HttpOptions, ({ publicUrl }) =>
    documentRoute({
      path: serverCardPath,
      contentType: "application/json",
      content: new TextEncoder().encode(JSON.stringify(serverCard(publicUrl))),
      headers: { "access-control-allow-origin": "*" }
    })
  )
)
