/**
 * What `infra/crypto/EventChecksum.ts` computes. Declared immutable, which it is where the encoding of the database is
 * UTF-8 and the text of `json` is what was written.
 */
const eventChecksum = `
  CREATE FUNCTION event_checksum(
    stream_id text, stream_version integer, type text, data json, command_id text, actor text, recorded_at bigint
  ) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN left(encode(sha256(convert_to(
    stream_id || E'\\n' || stream_version || E'\\n' || type || E'\\n' || command_id || E'\\n' || actor || E'\\n' ||
    recorded_at || E'\\n' || data::text, 'UTF8')), 'hex'), 32)`

/** Whoever writes an event need not know of it: usage events are written by functions of the database. */
const checksumColumn = `
  ALTER TABLE events ADD COLUMN checksum text NOT NULL GENERATED ALWAYS AS
    (event_checksum(stream_id, stream_version, type, data, command_id, actor, recorded_at)) STORED`

/** A partition is made as a table of its own, which must compute the column as the table does that it is attached to. */
const partitionsWithChecksums = `
  DO $body$
  BEGIN
    EXECUTE replace(pg_get_functiondef('ensure_event_partitions(bigint, integer)'::regprocedure),
      'INCLUDING DEFAULTS INCLUDING', 'INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING');
  END $body$`

export const eventChecksums: ReadonlyArray<string> = [eventChecksum, checksumColumn, partitionsWithChecksums]
