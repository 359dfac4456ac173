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
  seedBodyBytes: limit(16 * MIB, 'bytes', 'JSON body of a seed', 'A-limit-1'),
  smallBodyBytes: limit(16 * KIB, 'bytes', 'JSON body about tokens or uploads', 'A-limit-1'),
  bodyDepth: limit(
    64,
    'levels',
    'objects and lists inside each other in a JSON body',
    'A-request-3',
  ),
  bodyValues: limit(50_000, 'values', 'keys and values in a JSON body', 'A-limit-2'),
  memberBodyValues: limit(320_000, 'values', 'keys and values in the body of E7', 'A-limit-2'),
  partBodyValues: limit(60_000, 'values', 'keys and values in the body of E13', 'A-limit-2'),
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
  slowBodyMs: limit(
    5_000,
    'ms',
    'grace period of a body that keeps others waiting, before its rate counts',
    'A-limit-1',
  ),
  slowBodyBytes: limit(128 * KIB, 'bytes', 'minimum rate of such a body, per second', 'A-limit-1'),
  silentBodyMs: limit(60_000, 'ms', 'idle time in the middle of an upload', 'A-limit-1'),

  // Lists of operations (A-limit-3).
  pageSize: limit(1_000, 'items', 'rows of a page', 'A-page-1'),
  userIds: limit(100, 'items', 'user ids of E8'),
  assetIds: limit(1_000, 'items', 'asset ids of E4, and objects of an approval', 'A-limit-3'),
  assetCollections: limit(50, 'items', 'collections of one asset in E4', 'A-4-3'),
  collectionAssets: limit(10_000, 'items', 'asset ids of E22', 'A-limit-3'),
  atomIds: limit(1_000, 'items', 'atom ids of E21', 'A-limit-3'),
  crowdMembers: limit(100_000, 'items', 'members of E7', 'A-limit-3'),
  trackingRecords: limit(1_000, 'items', 'records of E3', 'A-limit-3'),
  searchWords: limit(
    1_000,
    'items',
    'words of E1, and tags or values of one filter of E6',
    'A-limit-3',
  ),
  searchFilters: limit(100, 'items', 'filters of E6', 'A-limit-3'),
  stepAssignees: limit(100, 'items', 'assignees of one step of E9', 'A-limit-3'),
  notifiedUsers: limit(1_000, 'items', 'recipients of E12', 'A-limit-3'),
  listedParts: limit(10_000, 'items', 'parts of E13', 'A-limit-3'),
  collaborators: limit(1_000, 'items', 'ids in one list of E14', 'A-limit-3'),
  groupPaths: limit(1_000, 'items', 'paths of E17', 'A-limit-3'),
  metadataValues: limit(1_000, 'items', 'values of E20', 'A-limit-3'),

  // Texts (A-limit-4).
  filePathCharacters: limit(1_000, 'characters', 'path of a file in E16', 'A-limit-4'),
  fileNameCharacters: limit(1_000, 'characters', 'name of a file in E16', 'A-limit-4'),
  mediaTypeCharacters: limit(255, 'characters', 'media type of a file in E16', 'A-limit-4'),
  text: limit(1_000, 'characters', 'name, code, path or other short text', 'A-limit-4'),
  longText: limit(8_000, 'characters', 'URL, remark, or text of a tracking record', 'A-limit-4'),
  html: limit(100_000, 'characters', 'HTML of E12', 'A-limit-4'),
  notificationBytes: limit(
    32 * MIB,
    'bytes',
    'HTML of a call of E12, once for every recipient',
    'A-limit-4',
  ),
  searchWord: limit(100, 'characters', 'word of E1, and tag or value of E6', 'A-limit-4'),
  memberSign: limit(200, 'characters', 'sign of a crowd member', 'A-limit-4'),

  // Maps (A-limit-5).
  approvalSteps: limit(50, 'properties', 'steps in the assignees of E9', 'A-limit-5'),
  freeKeys: limit(1_000, 'properties', 'object with free keys', 'A-limit-5'),
  key: limit(1_000, 'characters', 'key of an object with free keys', 'A-limit-5'),

  // Connections and what waits on them (A-limit-6).
  connections: limit(
    1_024,
    'connections',
    'open connections',
    'A-limit-6',
    'SANDBOX_MAX_CONNECTIONS',
  ),
  idleConnectionMs: limit(
    5_000,
    'ms',
    'age from which a connection without a call makes room for another, where there are too many',
    'A-limit-6',
  ),
  unansweredRequests: limit(
    16,
    'calls',
    'requests of one connection that are answered at once; further ones wait',
    'A-limit-6',
  ),
  keepAliveMs: limit(72_000, 'ms', 'time for which an idle connection is kept', 'A-limit-6'),
  waiters: limit(
    1_000,
    'calls',
    'calls that wait for a journal, or read it as a stream',
    'A-limit-6',
    'SANDBOX_MAX_WAITERS',
  ),
  pauses: limit(1_000, 'calls', 'calls that faults delay at once', 'A-limit-6'),
  workspacePauses: limit(
    100,
    'calls',
    'calls that faults delay at once, by workspace',
    'A-limit-6',
  ),
  lastAnswersMs: limit(
    10_000,
    'ms',
    'wait for pending answers before a malformed request is refused',
    'A-limit-6',
  ),
  deletedMembers: limit(
    10_000,
    'items',
    'members that E18 removes in the call; those of a larger pack are removed after it',
    'A-limit-6',
  ),
  removedMembers: limit(
    1_000,
    'items',
    'members of a deleted pack that are removed at once, before other calls go on',
    'A-limit-6',
  ),
  judgedAnswerBytes: limit(
    32 * MIB,
    'bytes',
    'answer that `SANDBOX_CHECK_REPLIES` judges; longer ones are sent as they are',
    'A-limit-6',
  ),
  loopHoldMs: limit(
    100,
    'ms',
    'time for which a call may hold the event loop before it is reported',
    'A-limit-6',
  ),

  // Control plane, seeds and archives (A-limit-7).
  waitMs: limit(60_000, 'ms', 'time of one wait for calls in a journal', 'A-limit-7'),
  waitCount: limit(1_000, 'items', 'calls that one wait is for', 'A-limit-7'),
  bodyPart: limit(2_000, 'characters', 'part of a body to match, as JSON', 'A-limit-7'),
  faultComparisons: limit(
    1_000_000,
    'values',
    'comparisons of one body with all fault rules',
    'A-limit-7',
  ),
  journalComparisons: limit(
    200_000,
    'values',
    'comparisons of one body in the journal with the part to match',
    'A-limit-7',
  ),
  searchComparisons: limit(
    5_000_000,
    'values',
    'comparisons of all bodies in one wait or `expect-none`',
    'A-limit-7',
  ),
  listedCalls: limit(1_000, 'items', 'calls in one list of a journal', 'A-limit-7'),
  journalMarks: limit(1_000, 'items', 'marks between the calls of a journal', 'A-limit-7'),
  judgedUsers: limit(100, 'items', 'users whose access to an asset is shown at once', 'A-limit-7'),
  listedRecords: limit(10_000, 'items', 'rows in one list of records', 'A-limit-7'),
  delayMs: limit(60_000, 'ms', 'delay of a fault', 'A-limit-7'),
  workspaceMs: limit(
    315_360_000_000,
    'ms',
    'lifetime of a workspace that ends by itself',
    'A-limit-7',
  ),
  snapshots: limit(100, 'items', 'snapshots of a workspace', 'A-limit-7'),
  snapshotName: limit(200, 'characters', 'name of a snapshot', 'A-limit-7'),
  workspaceName: limit(100, 'characters', 'name of a workspace', 'A-limit-7'),
  workspaces: limit(20_000, 'items', 'workspaces of a server', 'A-limit-7'),
  faultRules: limit(1_000, 'items', 'fault rules of a workspace', 'A-limit-7'),
  clockMs: limit(
    8_600_000_000_000_000,
    'ms',
    'latest time of a clock, since 1970: in the year 274,493',
    'A-limit-7',
  ),
  archiveEntries: limit(100_000, 'items', 'entries of an archive', 'A-limit-7'),
  storedTextBytes: limit(4 * MIB, 'bytes', 'text of the database in an archive', 'A-limit-7'),
  archiveManifestBytes: limit(MIB, 'bytes', 'manifest of an archive', 'A-limit-7'),
  archiveDatabaseBytes: limit(1_024 * MIB, 'bytes', 'database in an archive', 'A-limit-7'),
  archiveFileBytes: limit(51_200 * MIB, 'bytes', 'one file in an archive', 'A-limit-7'),
  archiveOtherBytes: limit(2 * MIB, 'bytes', 'metadata and padding of an archive', 'A-limit-7'),
  databaseJobMs: limit(
    120_000,
    'ms',
    'time for checking an imported database, or for building the database of a seed folder',
    'A-limit-7',
  ),
  databaseJobs: limit(
    2,
    'items',
    'checks of imports and builds of seed folders at once; further ones wait',
    'A-limit-7',
  ),
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
  seedArchiveEntries: limit(10_000, 'items', 'entries of a seed sent as an archive', 'A-limit-7'),
  seedUploads: limit(100, 'items', 'uploads of a seed', 'A-limit-7'),
  seedDepth: limit(64, 'levels', 'collections or archive groups below each other', 'A-limit-7'),
  seedShortText: limit(
    10_000,
    'characters',
    'names, codes and other short texts of a seed',
    'A-limit-7',
  ),
  seedText: limit(1_000_000, 'characters', 'contents and descriptions in a seed', 'A-limit-7'),
  carriedValues: limit(
    50,
    'items',
    'values of metadata fields that an asset or a content of a seed carries',
    'A-limit-7',
  ),
  carriers: limit(
    100,
    'items',
    'ids of assets, and of contents, with one row of the records of `metadata`',
    'A-limit-7',
  ),
  seedFixtures: limit(1_000, 'properties', 'fixtures of a seed', 'A-limit-7'),
  chosenId: limit(
    9_000_000_000_000_000,
    'number',
    'highest id that a seed or an archive may choose; those above are left to operations',
    'A-limit-7',
  ),
  seedName: limit(10_000, 'characters', 'name or path of a seed', 'A-limit-7'),
  stateNames: limit(100, 'items', 'named states of one request', 'A-limit-7'),
  resetParts: limit(100, 'items', 'parts of one reset', 'A-limit-7'),
  failedAtoms: limit(1_000, 'items', 'atoms that a fault rule names', 'A-limit-7'),
  recordsAnswerBytes: limit(
    4 * MIB,
    'bytes',
    'records in one answer; fewer rows are answered then',
    'A-limit-7',
  ),

  // What the server keeps in memory (A-limit-8).
  tokens: limit(10_000, 'items', 'access tokens, and refresh tokens, of a client', 'A-limit-8'),
  quickDatabaseBytes: limit(
    16 * MIB,
    'bytes',
    'database that is copied or stored at once; a larger one in steps, and in memory never closed',
    'A-limit-8',
  ),
  reserveBytes: limit(
    4 * MIB,
    'bytes',
    'file in the data folder that a start on a full disk gives up',
    'A-limit-8',
  ),
  answerBytes: limit(
    48 * MIB,
    'bytes',
    'requests that wait and answers that are not read, of all connections; beyond it the connection that holds the most is ended, beyond half of it one that is not read',
    'A-limit-8',
  ),
  templates: limit(32, 'items', 'databases of seeds that are kept ready', 'A-limit-8'),
  journalBytes: limit(256 * MIB, 'bytes', 'journals of all workspaces, together', 'A-limit-8'),
  searchBytes: limit(
    64 * MIB,
    'bytes',
    'calls that searches of journals hold, together',
    'A-limit-8',
  ),
  listings: limit(
    100,
    'calls',
    'lists of journals with bodies and HTTP archives being sent',
    'A-limit-8',
  ),
  nonces: limit(10_000, 'items', 'nonces that a workspace remembers', 'A-limit-8'),
  nonceBytes: limit(32 * MIB, 'bytes', 'nonces of all workspaces, together', 'A-limit-8'),
  addressEnds: limit(
    10_000,
    'items',
    'counted expiry times of signed URLs of a workspace',
    'A-limit-8',
  ),
  addressBytes: limit(
    32 * MIB,
    'bytes',
    'counted expiry times of signed URLs of all workspaces, together',
    'A-limit-8',
  ),
  templateBytes: limit(256 * MIB, 'bytes', 'templates of seeds, together', 'A-limit-8'),
  snapshotBytes: limit(
    64 * MIB,
    'bytes',
    'snapshots in memory of all workspaces; further ones are files in the temporary folder',
    'A-limit-8',
  ),
  tokenBytes: limit(128 * MIB, 'bytes', 'tokens of all workspaces, together', 'A-limit-8'),
  coverageBytes: limit(
    64 * MIB,
    'bytes',
    'coverage of all workspaces, together; further calls count for the whole server only',
    'A-limit-8',
  ),
  coveredCodes: limit(
    200,
    'items',
    'codes of one operation that coverage tells apart',
    'A-limit-8',
  ),
  coveredElements: limit(
    4,
    'items',
    'elements of a list that coverage looks into for optional fields',
    'A-limit-8',
  ),
  faultBytes: limit(16 * MIB, 'bytes', 'fault rules of all workspaces, together', 'A-limit-8'),
  unusedFaults: limit(20, 'items', 'unused fault rules that a report names', 'A-limit-8'),
  unusedFaultCharacters: limit(
    200,
    'characters',
    'description of an unused fault rule',
    'A-limit-8',
  ),
  findings: limit(20, 'items', 'findings of one call', 'A-limit-8'),
  findingExamples: limit(
    4,
    'items',
    'first calls, and as many last calls, that the findings of one code name',
    'A-limit-8',
  ),
  findingBytes: limit(
    32 * MIB,
    'bytes',
    'calls that findings name, of all workspaces',
    'A-limit-8',
  ),
  openUploads: limit(
    100,
    'items',
    'uploads of a workspace that findings remember until they are used',
    'A-limit-8',
  ),
  refusedPaths: limit(
    20,
    'items',
    'paths refused by E13 that findings remember, by workspace',
    'A-limit-8',
  ),
  findingCharacters: limit(200, 'characters', 'field of a finding', 'A-limit-8'),
  messageCharacters: limit(1_000, 'characters', 'message of a refusal', 'A-limit-8'),

  // When traffic is a finding (docs/findings.md).
  retryPauseMs: limit(
    50,
    'ms',
    'pause before a retry, below which the retry is a finding',
    'A-limit-8',
  ),
  singleUseTokens: limit(
    3,
    'items',
    'tokens in a row with one use each, after which the next token is a finding',
    'A-limit-8',
  ),
  singleLookups: limit(
    5,
    'items',
    'calls of E8 in a row for one user each, of which the last is a finding',
    'A-limit-8',
  ),
  singleLookupsMs: limit(
    60_000,
    'ms',
    'time in which such calls of E8 count together',
    'A-limit-8',
  ),

  // Files (A-limit-9).
  partBytes: limit(5_120 * MIB, 'bytes', 'one part, or a file in one request', 'A-upload-2'),
  parts: limit(10_000, 'items', 'parts of an upload', 'A-upload-2'),
  filesAtOnce: limit(8, 'items', 'shipped files that are copied at once', 'A-limit-9'),
  filesOfCall: limit(100, 'items', 'files of E16', 'A-limit-9'),
  fileMs: limit(5_000, 'ms', 'time for reading a file, or making a picture of it', 'A-limit-9'),
  abandonedFileMs: limit(
    500,
    'ms',
    'time for reading a file after its caller has gone',
    'A-limit-9',
  ),
  waitingFiles: limit(500, 'calls', 'calls of a workspace that wait for a file', 'A-limit-9'),
  waitingFilesInAll: limit(2_000, 'calls', 'calls that wait for a file', 'A-limit-9'),
  fileMemoryBytes: limit(
    512 * MIB,
    'bytes',
    'resident memory of a process that reads a file or makes a picture, on Linux',
    'A-limit-9',
  ),
  failedFiles: limit(
    10_000,
    'items',
    'files remembered as too slow or too large in memory, or as crashing their reader',
    'A-limit-9',
  ),
  readFiles: limit(1_000, 'items', 'files whose measures are remembered', 'A-limit-9'),
  textFileBytes: limit(32 * MIB, 'bytes', 'text or page whose words are counted', 'A-limit-9'),
  pageDepth: limit(
    512,
    'items',
    'elements inside each other in a page whose words are counted',
    'A-limit-9',
  ),
  pdfFileBytes: limit(64 * MIB, 'bytes', 'PDF whose words are counted', 'A-limit-9'),
  pdfPages: limit(1_000, 'items', 'pages of a PDF whose words are counted', 'A-limit-9'),
  drawingBytes: limit(5_000_000, 'bytes', 'drawing (SVG) that is measured or shown', 'A-limit-9'),
  drawingText: limit(
    10_000,
    'characters',
    'one text in a drawing that is measured or shown',
    'A-limit-9',
  ),
} as const satisfies Readonly<Record<string, Limit>>
