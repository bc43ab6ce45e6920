import { writeFileSync } from "node:fs"
import { eventCatalogue } from "../infra/event-log/EventCatalogue.ts"
import { readEventShapes } from "../infra/event-log/EventShapes.ts"

// Writes docs/event-catalogue.md anew
const shapes = readEventShapes(new URL("../test/fixtures/events/", import.meta.url))
writeFileSync(new URL("../docs/event-catalogue.md", import.meta.url), eventCatalogue(shapes))
