/** What a limit counts. */
export type LimitUnit =
  | 'bytes'
  | 'items'
  | 'characters'
  | 'properties'
  | 'values'
  | 'connections'
  | 'calls'
  | 'ms'
  | 'levels'
  | 'number'

/** One bound of the server. */
export interface Limit {
  readonly max: number
  readonly unit: LimitUnit
  /** What is bounded, as a noun phrase. */
  readonly of: string
  /** The assumption it belongs to; absent where the document shows the number itself. */
  readonly assumption?: `A-${string}`
  /** The setting that changes it, for the few that can be changed. */
  readonly setting?: `SANDBOX_${string}`
}

const limit = (
  max: number,
  unit: LimitUnit,
  of: string,
  assumption?: Limit['assumption'],
  setting?: Limit['setting'],
): Limit => ({
  max,
  unit,
  of,
  ...(assumption && { assumption }),
  ...(setting && { setting }),
})

const KIB = 1_024
const MIB = 1_048_576

/**
 * Every bound of the server, in one place; `docs/limits.md` is printed from it. Each number is one that an
 * honest client never meets, and one that the machine can bear however often it is used at once.
 */
export const LIMITS = {
  // Bodies (A-limit-1), read only on routes that take one and after the guard.
  bodyBytes: limit(
    1.5 * MIB,
    'bytes',
    'JSON body of an operation or of the control plane',
    'A-limit-1',
    'SANDBOX_MAX_BODY_BYTES',
  ),
  memberBodyBytes: limit(12 * MIB, 'bytes', 'JSON body of E7', 'A-limit-1'),
  seedBodyBytes: limit(32 * MIB, 'bytes', 'JSON body of a seed', 'A-limit-1'),
  smallBodyBytes: limit(16 * KIB, 'bytes', 'JSON body about tokens or uploads', 'A-limit-1'),
  bodyValues: limit(50_000, 'values', 'keys and values in a JSON body', 'A-limit-2'),
  memberBodyValues: limit(320_000, 'values', 'keys and values in the body of E7', 'A-limit-2'),
  seedBodyValues: limit(320_000, 'values', 'keys and values in the body of a seed', 'A-limit-2'),
  uncountedBodyBytes: limit(4 * KIB, 'bytes', 'body that is not counted as pending', 'A-limit-1'),
  promptBodyBytes: limit(MIB, 'bytes', 'body that never waits for large ones', 'A-limit-1'),
  pendingBodyBytes: limit(
    64 * MIB,
    'bytes',
    'bodies of calls under way, before larger ones wait',
    'A-limit-1',
  ),
  allPendingBodyBytes: limit(256 * MIB, 'bytes', 'bodies of all calls under way', 'A-limit-1'),
  bodyMs: limit(60_000, 'ms', 'time in which a body that is no file must arrive', 'A-limit-1'),
  silentBodyMs: limit(60_000, 'ms', 'silence in the middle of a file that arrives', 'A-limit-1'),

  // Lists of operations (A-limit-3).
  userIds: limit(100, 'items', 'user ids of E8'),

  // Texts (A-limit-4).

  // Maps (A-limit-5).

  // Connections and what waits on them (A-limit-6).
  connections: limit(
    1_024,
    'connections',
    'open connections',
    'A-limit-6',
    'SANDBOX_MAX_CONNECTIONS',
  ),
  waiters: limit(
    1_000,
    'calls',
    'calls that wait for a journal, or read it as a stream',
    'A-limit-6',
    'SANDBOX_MAX_WAITERS',
  ),

  // Control plane, seeds and archives (A-limit-7).
  archiveEntries: limit(100_000, 'items', 'entries of an archive', 'A-limit-7'),
  archiveManifestBytes: limit(MIB, 'bytes', 'manifest of an archive', 'A-limit-7'),
  archiveDatabaseBytes: limit(1_024 * MIB, 'bytes', 'database in an archive', 'A-limit-7'),
  archiveFileBytes: limit(51_200 * MIB, 'bytes', 'one file in an archive', 'A-limit-7'),
  archiveOtherBytes: limit(
    2 * MIB,
    'bytes',
    'what is neither header nor content in an archive: long names and blanks',
    'A-limit-7',
  ),
  databaseJobMs: limit(
    120_000,
    'ms',
    'time for checking an imported database, or for building the database of a seed folder',
    'A-limit-7',
  ),
  databaseJobs: limit(2, 'items', 'such jobs at once; further ones wait', 'A-limit-7'),
  seedRows: limit(5_000, 'items', 'elements of all lists in a seed sent over HTTP', 'A-limit-7'),
  seedChars: limit(8_000_000, 'characters', 'all texts in a seed sent over HTTP', 'A-limit-7'),
  seedLevels: limit(
    20_000,
    'items',
    'collections of a seed sent over HTTP, each counted once for every level from its root',
    'A-limit-7',
  ),
  seedFolderRows: limit(1_000_000, 'items', 'elements of all lists in a seed folder', 'A-limit-7'),
  seedFolderFiles: limit(1_000, 'items', 'JSON files in a seed folder', 'A-limit-7'),
  seedFileBytes: limit(64 * MIB, 'bytes', 'one JSON file of a seed folder', 'A-limit-7'),
  seedMediaBytes: limit(5_120 * MIB, 'bytes', 'one file in `files` of a seed folder', 'A-limit-7'),
  seedUploads: limit(100, 'items', 'uploads of a seed', 'A-limit-7'),
  seedDepth: limit(64, 'levels', 'collections or archive groups below each other', 'A-limit-7'),
  seedName: limit(
    10_000,
    'characters',
    'names, codes and other short texts of a seed',
    'A-limit-7',
  ),
  seedText: limit(1_000_000, 'characters', 'contents and descriptions in a seed', 'A-limit-7'),
  seedFixtures: limit(1_000, 'properties', 'fixtures of a seed', 'A-limit-7'),
  chosenId: limit(
    9_000_000_000_000_000,
    'number',
    'highest id that a seed or an archive may choose; those above are left to operations',
    'A-limit-7',
  ),
  recordsAnswerBytes: limit(
    4 * MIB,
    'bytes',
    'records in one answer; fewer rows are answered then',
    'A-limit-7',
  ),

  // What the server keeps in memory (A-limit-8).
  templates: limit(32, 'items', 'databases of seeds that are kept ready', 'A-limit-8'),
  templateBytes: limit(256 * MIB, 'bytes', 'databases of seeds that are kept ready', 'A-limit-8'),

  // Files (A-limit-9).
} as const satisfies Readonly<Record<string, Limit>>
