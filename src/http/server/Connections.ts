import { readFileSync } from "node:fs"
import type { Server } from "node:http"
import type { Socket } from "node:net"
import { limitedBy, plain } from "../../api/admission/ClientAddress.ts"
import { OwnerCounts } from "../../api/admission/OwnerCounts.ts"

/** What files, databases, servers of the cluster and the admin port need beside the connections of callers. */
const reservedDescriptors = 128
const connectionsMax = 10_000
/** Where the system does not say: the soft limit of most. */
const usualDescriptors = 1_024

/** File descriptors that this process may have. Node raises its soft limit to the hard one when it starts. */
const descriptorsMax = (): number => {
  try {
    const [, soft] = /^Max open files\s+(\d+)/mu.exec(readFileSync("/proc/self/limits", "utf8")) ?? []
    return soft === undefined ? usualDescriptors : Number(soft)
  } catch {
    // no /proc: not Linux
    return usualDescriptors
  }
}

/** Connections that the public server takes: as many as leave the process room for all else. */
export const connectionsAllowed = (descriptors = descriptorsMax()): number =>
  Math.max(16, Math.min(connectionsMax, descriptors - reservedDescriptors))

/** One address may hold a quarter of them, so that it takes several to keep everybody else out. */
export const connectionsOfOneAllowed = (connections: number): number => Math.max(8, Math.floor(connections / 4))

export interface ConnectionOptions {
  /** connections taken; by default what the limit of file descriptors leaves room for */
  readonly connections?: number
  /** a proxy of ours holds the connections of everybody */
  readonly isProxy?: (address: string) => boolean
  readonly onCount?: (open: number) => void
}

/** Bounds the connections of a server, in all and of one address. Whoever is beyond is closed without an answer. */
export const limitConnections = (server: Server, options: ConnectionOptions): void => {
  const allowed = options.connections ?? connectionsAllowed()
  const allowedOfOne = connectionsOfOneAllowed(allowed)
  const open = new OwnerCounts()
  server.maxConnections = allowed
  // those who keep a connection and ask nothing make room
  server.on("drop", () => server.closeIdleConnections())
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket
    const address = limitedBy(plain(remoteAddress))
    open.add(address)
    options.onCount?.(open.total)
    socket.once("close", () => {
      open.remove(address)
      options.onCount?.(open.total)
    })
    if (open.of(address) > allowedOfOne && options.isProxy?.(remoteAddress) !== true) socket.destroy()
  })
}
