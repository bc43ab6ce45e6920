import { Effect } from "effect"
import type { ISocketFactory } from "kafkajs"
import { connect, createServer, type Server, type Socket } from "node:net"
import { type ConnectionOptions, connect as connectTls } from "node:tls"

/** https://kafka.apache.org/protocol.html#protocol_api_keys */
const produceApiKey = 0

/** Shares of the produce requests */
export interface FaultRates {
  /** never reach the broker */
  readonly requests: number
  /** are written by the broker, and their acknowledgement never reaches the client */
  readonly acknowledgements: number
}

/** Where a broker is, and how its connection is encrypted; `null`, which the types of kafkajs do not know: not at all. */
interface Target {
  readonly host: string
  readonly port: number
  readonly tls: ConnectionOptions | null
}

const connectTo = ({ host, port, tls }: Target): Socket =>
  tls === null ? connect(port, host) : connectTls({ ...tls, host, port })

/**
 * A proxy to a broker that loses produce requests and acknowledgements, and breaks their connection with them. It sees what
 * is said: the client speaks plain text to it, and it speaks TLS to the broker where the client would.
 */
export const faultProxy = Effect.fnUntraced(function* (rates: FaultRates, random: () => number) {
  const dropped = { requests: 0, acknowledgements: 0 }
  const server = createServer()
  const targets = new Map<number, Target>()
  server.on("connection", (client: Socket) => {
    client.once("data", (first: Buffer) => {
      // the socket factory says first which broker is meant
      const target = targets.get(first.readUInt32BE(0))
      if (target === undefined) {
        client.destroy()
        return
      }
      relayFrames(client, connectTo(target), first.subarray(4), (kind) => {
        if (random() >= rates[kind]) return false
        dropped[kind]++
        return true
      })
    })
  })
  yield* Effect.acquireRelease(listening(server), () => Effect.sync(() => server.close()))
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  let connections = 0
  const socketFactory: ISocketFactory = ({ host, onConnect, port: brokerPort, ssl }) => {
    const id = connections++
    targets.set(id, { host, port: brokerPort, tls: ssl })
    const socket = connect(port, "127.0.0.1", () => {
      const hello = Buffer.alloc(4)
      hello.writeUInt32BE(id)
      socket.write(hello)
      onConnect()
    })
    socket.setNoDelay(true)
    return socket
  }
  return { socketFactory, dropped }
})

const listening = (server: Server) =>
  Effect.callback<void>((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.void))
  })

const relayFrames = (
  client: Socket,
  broker: Socket,
  first: Buffer,
  drops: (kind: keyof FaultRates) => boolean
): void => {
  const produced = new Set<number>()
  let isLost = false
  const requests = frames((frame) => {
    const isProduce = frame.readInt16BE(4) === produceApiKey
    if (isLost || (isProduce && drops("requests"))) {
      // what was sent before it is written, what comes after it is lost with the connection
      isLost = true
      end()
      return
    }
    if (isProduce) produced.add(frame.readInt32BE(8))
    broker.write(frame)
  })
  const responses = frames((frame) => {
    if (produced.delete(frame.readInt32BE(4)) && drops("acknowledgements")) end()
    else if (!client.destroyed) client.write(frame)
  })
  const end = () => {
    client.destroy()
    broker.destroy()
  }
  requests(first)
  client.on("data", requests)
  broker.on("data", responses)
  for (const socket of [client, broker]) socket.on("error", end).on("close", end)
}

/** Cuts what arrives into frames of Kafka's protocol: a length of four bytes, and so many bytes. */
const frames = (onFrame: (frame: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): void => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= 4) {
      const length = 4 + rest.readInt32BE(0)
      if (rest.length < length) return
      onFrame(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}
