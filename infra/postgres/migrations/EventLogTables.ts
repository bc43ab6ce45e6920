/** The first half of the two-part keys of every advisory lock that this program takes; the letters `food`. */
export const lockClass = 1_718_579_044

/** The second half: locks on streams are 0 and up, these are below. */
export const locks = { epoch: -1, keyChanges: -2, partitions: -3, migrations: -4 } as const

/**
 * Streams share this many locks. It bounds the lock table: however many appends of however many streams wait, an
 * exclusive lock has one holder, so they hold no more than this between them (the default table has room for 6,400).
 */
const lockCount = 2_048

/**
 * The log. Sequence order is not commit order, so its order is (epoch, tx, position): see the decision on the log.
 * Streams are compared by bytes: it is fastest, and the order is that of every other store.
 * `data` is `json` and not `jsonb`, which refuses U+0000 and lone surrogates, and takes longer to write.
 */
const events = `
  CREATE TABLE events (
    position bigint GENERATED ALWAYS AS IDENTITY,
    epoch smallint NOT NULL,
    tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
    category text NOT NULL,
    stream_id text COLLATE "C" NOT NULL,
    stream_version integer NOT NULL CHECK (stream_version > 0),
    type text NOT NULL,
    data json COMPRESSION lz4 NOT NULL,
    command_id text NOT NULL,
    actor text NOT NULL,
    recorded_at bigint NOT NULL
  ) PARTITION BY RANGE (position)`

/** The version of each stream, and of a product what a decision about it needs. */
const streamHeads = `
  CREATE TABLE stream_heads (
    stream_id text COLLATE "C" PRIMARY KEY,
    version integer NOT NULL CHECK (version > 0),
    status text CHECK (status IN ('listed', 'withdrawn')),
    fingerprint text
  ) WITH (fillfactor = 90)`

const keyDirectory = `
  CREATE TABLE key_directory (
    key_id text PRIMARY KEY,
    digest text NOT NULL UNIQUE,
    prefix text NOT NULL,
    plan text NOT NULL,
    active boolean NOT NULL,
    account_id text,
    version integer NOT NULL,
    issued_at bigint NOT NULL,
    changed_tx bigint NOT NULL,
    changed_position bigint NOT NULL
  )`

/**
 * Adds partitions until `ahead` empty ones follow the newest position; returns how many. A partition is made as a table
 * of its own and then attached, because CREATE … PARTITION OF would lock out every reader and writer. What is unique
 * over all partitions must contain the partition key, so (stream_id, stream_version) is unique in each partition only;
 * over all of them the heads and the locks see to it.
 */
const ensureEventPartitions = `
  CREATE FUNCTION ensure_event_partitions(size bigint, ahead integer) RETURNS integer LANGUAGE plpgsql AS $body$
  DECLARE
    needed bigint;
    lower bigint;
    made integer := 0;
    name text;
  BEGIN
    SELECT last_value + size * ahead INTO needed FROM events_position_seq;
    IF (SELECT max(to_position) FROM event_partitions) >= needed THEN RETURN 0; END IF;
    PERFORM pg_advisory_xact_lock(${lockClass}, ${locks.partitions});
    LOOP
      SELECT coalesce(max(to_position), 1) INTO lower FROM event_partitions;
      EXIT WHEN lower >= needed;
      name := 'events_from_' || lower;
      EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMPRESSION)', name);
      EXECUTE format('CREATE UNIQUE INDEX %I ON %I (stream_id, stream_version)', name || '_stream', name);
      EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', name, lower, lower + size);
      INSERT INTO event_partitions (from_position, to_position) VALUES (lower, lower + size);
      made := made + 1;
    END LOOP;
    RETURN made;
  END $body$`

/** A cursor's `tx`: the epoch above 47 bits of transaction id, together below 2^53, so that a number holds it. */
const cursorTx = `
  CREATE FUNCTION cursor_tx(epoch smallint, tx xid8) RETURNS bigint LANGUAGE sql IMMUTABLE
    RETURN epoch::bigint * 140737488355328 + tx::text::bigint`

const databaseClock = `
  CREATE FUNCTION database_ms() RETURNS bigint LANGUAGE sql VOLATILE
    RETURN floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

/** Usage streams of one key share a lock, whatever their day (11 characters at the end): a sync may touch several. */
const streamLock = `
  CREATE FUNCTION stream_lock(stream_id text) RETURNS integer LANGUAGE sql IMMUTABLE
    RETURN hashtext(CASE WHEN stream_id LIKE 'usage-%' THEN left(stream_id, -11) ELSE stream_id END) & ${lockCount - 1}`

/**
 * Locks the streams until the transaction ends, in one order for everybody. Must be the first thing that a writing
 * transaction does: it allocates no transaction id, so the writer that gets the lock later also gets the later id.
 */
const lockStreams = `
  CREATE FUNCTION lock_streams(stream_ids text[]) RETURNS void LANGUAGE plpgsql AS $body$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(${lockClass}, ${locks.epoch});
    PERFORM pg_advisory_xact_lock(${lockClass}, wanted.id)
      FROM (SELECT DISTINCT stream_lock(stream_id) AS id FROM unnest(stream_ids) AS stream_id ORDER BY 1) AS wanted;
  END $body$`

export const eventLogTables: ReadonlyArray<string> = [
  `CREATE TABLE log_epoch (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    epoch smallint NOT NULL DEFAULT 0 CHECK (epoch BETWEEN 0 AND 63)
  )`,
  "INSERT INTO log_epoch DEFAULT VALUES",
  events,
  "CREATE INDEX events_order ON events (category, epoch, tx, position)",
  "CREATE TABLE event_partitions (from_position bigint PRIMARY KEY, to_position bigint NOT NULL)",
  ensureEventPartitions,
  streamHeads,
  keyDirectory,
  "CREATE INDEX key_directory_changes ON key_directory (changed_tx, changed_position)",
  `CREATE TABLE installed_bundles (file text PRIMARY KEY, digest text NOT NULL, installed_at bigint NOT NULL)`,
  `CREATE TABLE checkpoints (projection text PRIMARY KEY, tx bigint NOT NULL, position bigint NOT NULL)`,
  cursorTx,
  databaseClock,
  streamLock,
  lockStreams
]
