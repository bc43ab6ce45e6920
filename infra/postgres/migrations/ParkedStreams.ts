/** Beside the checkpoints, and with the same names of projections: what a projection has left behind at an unreadable event. */
export const parkedStreams: ReadonlyArray<string> = [
  `CREATE TABLE parked_streams (
    projection text NOT NULL,
    stream_id text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    tx bigint NOT NULL,
    position bigint NOT NULL,
    reason text NOT NULL,
    since bigint NOT NULL,
    retry_asked boolean NOT NULL DEFAULT false,
    PRIMARY KEY (projection, stream_id)
  )`
]
