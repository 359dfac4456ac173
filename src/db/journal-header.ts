/** Offset of the two header bytes of a SQLite database that name its journal mode, for writing and for reading. */
export const JOURNAL_POSITION = 18

/** The header bytes of a database with a rollback journal. */
export const ROLLBACK_JOURNAL = Buffer.from([1, 1])

/** The header bytes of a database with a write-ahead log. */
export const WRITE_AHEAD_LOG = Buffer.from([2, 2])
