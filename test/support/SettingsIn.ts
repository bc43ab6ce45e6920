import { ConfigProvider, Effect } from "effect"
import { Settings } from "../../src/Config.ts"

/** Runs the effect with the settings of a program that logs nothing, and has this data directory and no other setting. */
export const withSettingsIn =
  (folder: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.provide(Settings.layer),
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromEnv({ env: { DATA_DIR: folder, LOG_LEVEL: "None" } })
      )
    )
