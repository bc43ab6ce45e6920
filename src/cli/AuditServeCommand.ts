import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { inFolder } from "../audit/TreeUnusable.ts"
import { NothingSigned } from "../audit/VerifyTree.ts"
import { TreeServer } from "../http/server/TreeServer.ts"
import { json } from "./Output.ts"

export const auditServeCommand = Command.make(
  "serve",
  {
    folder: Argument.String("folder").pipe(Argument.withDescription("where the tree is, or a copy of it")),
    host: Flag.String("host").pipe(
      Flag.withDescription("the address to listen on; default: this machine alone"),
      Flag.withDefault("127.0.0.1")
    ),
    port: Flag.Int("port").pipe(
      Flag.withDescription("0 to 65535; 0: any that is free"),
      Flag.filter(
        (port) => port >= 0 && port <= 65_535,
        () => "0 to 65535"
      ),
      Flag.withDefault(8087)
    ),
    json
  },
  Effect.fn(function* ({ folder: root, host, port, ...flags }) {
    const checkpoint = yield* inFolder(root, () => new TreeFolder(root).checkpoint())
    if (Option.isNone(checkpoint)) return yield* new NothingSigned({ folder: root })
    const listening = Effect.gen(function* () {
      const { address } = yield* TreeServer
      const shown = address._tag === "UnixPathAddress" ? address.path : `http://${host}:${address.port}`
      const url = `${shown}/audit/checkpoint`
      yield* Console.log(flags.json ? JSON.stringify({ checkpoint: url }) : url)
      return yield* Effect.never
    })
    return yield* Effect.provide(listening, TreeServer.layer({ root, host, port }))
  })
).pipe(Command.withDescription("Serve the files of a tree as C2SP tlog-tiles has them, read-only, until interrupted"))
