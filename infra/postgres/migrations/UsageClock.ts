import { indexedPlans } from "./AppendEvents.ts"
import { lockClass, locks } from "./EventLogTables.ts"

/** How far the ledger's clock has got. Without a row: nothing was granted since the table is there. */
const table = `
  CREATE TABLE usage_clock (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    reached_ms bigint NOT NULL
  )`

const reachedMs = `
  CREATE FUNCTION usage_reached_ms() RETURNS bigint LANGUAGE sql STABLE ${indexedPlans} AS $body$
    SELECT reached_ms FROM usage_clock WHERE only_row
  $body$`

/** What domain/usage/LedgerClock.ts calls `ledgerTime`; least() and greatest() pass over nulls. */
const ledgerTime = `
  CREATE FUNCTION usage_ledger_time(wall_ms bigint, reached_ms bigint, not_after_ms bigint)
  RETURNS bigint LANGUAGE sql IMMUTABLE RETURN greatest(reached_ms, least(wall_ms, not_after_ms))`

/**
 * Notes how far the ledger's clock has got: once an hour, because quotas go by hours and days, and because whoever writes
 * the row holds up all others that would.
 */
const noteReached = `
  CREATE FUNCTION usage_note_reached(now_ms bigint, reached bigint) RETURNS void LANGUAGE plpgsql ${indexedPlans} AS $body$
  BEGIN
    IF reached IS NOT NULL AND now_ms / 3600000 <= reached / 3600000 THEN RETURN; END IF;
    INSERT INTO usage_clock AS c (reached_ms) VALUES (now_ms)
      ON CONFLICT (only_row) DO UPDATE SET reached_ms = greatest(c.reached_ms, excluded.reached_ms);
  END $body$`

/** Waits for the syncs that are under way: one of them could note how far the clock had got before. */
const acceptClock = `
  CREATE FUNCTION usage_accept_clock(clock_ms bigint) RETURNS jsonb LANGUAGE plpgsql ${indexedPlans} AS $body$
  DECLARE
    wall_ms bigint;
    reached bigint;
  BEGIN
    PERFORM pg_advisory_xact_lock(${lockClass}, ${locks.epoch});
    wall_ms := coalesce(clock_ms, database_ms());
    reached := usage_reached_ms();
    INSERT INTO usage_clock (reached_ms) VALUES (wall_ms)
      ON CONFLICT (only_row) DO UPDATE SET reached_ms = excluded.reached_ms;
    RETURN jsonb_build_object('reachedMs', reached, 'wallMs', wall_ms);
  END $body$`

export const usageClock: ReadonlyArray<string> = [table, reachedMs, ledgerTime, noteReached, acceptClock]
