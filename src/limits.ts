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
  /** The assumption it belongs to; absent for what only protects the process. */
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
  // Bodies (A-limit-3), read only on routes that take one and after the guard.
  bodyBytes: limit(
    1.5 * MIB,
    'bytes',
    'JSON body of an operation or of the control plane',
    'A-limit-3',
    'SANDBOX_MAX_BODY_BYTES',
  ),
  memberBodyBytes: limit(12 * MIB, 'bytes', 'JSON body of E7', 'A-limit-3'),
  seedBodyBytes: limit(16 * MIB, 'bytes', 'JSON body of a seed', 'A-limit-3'),
  smallBodyBytes: limit(16 * KIB, 'bytes', 'JSON body about tokens or uploads', 'A-limit-3'),
  bodyDepth: limit(64, 'levels', 'objects and lists inside each other in a JSON body', 'A-limit-3'),
  bodyValues: limit(50_000, 'values', 'keys and values in a JSON body', 'A-limit-3'),
  memberBodyValues: limit(320_000, 'values', 'keys and values in the body of E7', 'A-limit-3'),
  partBodyValues: limit(60_000, 'values', 'keys and values in the body of E13', 'A-limit-3'),
  seedBodyValues: limit(320_000, 'values', 'keys and values in the body of a seed', 'A-limit-3'),
  uncountedBodyBytes: limit(4 * KIB, 'bytes', 'body that is not counted as under way', 'A-limit-3'),
  bodyMs: limit(60_000, 'ms', 'time in which a body that is no file must arrive', 'A-limit-3'),
  silentBodyMs: limit(60_000, 'ms', 'idle time in the middle of an upload', 'A-limit-3'),

  // Lists of operations (A-limit-3).
  pageSize: limit(1_000, 'items', 'rows of a page', 'A-page-1'),
  userIds: limit(100, 'items', 'user ids of E8, as the document says', 'A-8-1'),
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

  // Texts (A-limit-3).
  filePathCharacters: limit(1_000, 'characters', 'path of a file in E16', 'A-limit-3'),
  fileNameCharacters: limit(1_000, 'characters', 'name of a file in E16', 'A-limit-3'),
  mediaTypeCharacters: limit(255, 'characters', 'media type of a file in E16', 'A-limit-3'),
  text: limit(1_000, 'characters', 'name, code, path or other short text', 'A-limit-3'),
  longText: limit(8_000, 'characters', 'URL, remark, or text of a tracking record', 'A-limit-3'),
  html: limit(100_000, 'characters', 'HTML of E12', 'A-limit-3'),
  notificationBytes: limit(
    32 * MIB,
    'bytes',
    'HTML of a call of E12, once for every recipient',
    'A-limit-3',
  ),
  searchWord: limit(100, 'characters', 'word of E1, and tag or value of E6', 'A-limit-3'),
  memberSign: limit(200, 'characters', 'sign of a crowd member', 'A-limit-3'),

  // Maps (A-limit-3).
  approvalSteps: limit(50, 'properties', 'steps in the assignees of E9', 'A-limit-3'),
  freeKeys: limit(1_000, 'properties', 'object with free keys', 'A-limit-3'),
  key: limit(1_000, 'characters', 'key of an object with free keys', 'A-limit-3'),

  // Connections and what waits on them.
  connections: limit(
    1_024,
    'connections',
    'open connections',
    undefined,
    'SANDBOX_MAX_CONNECTIONS',
  ),
  unansweredRequests: limit(
    16,
    'calls',
    'requests of one connection that are answered at once; further ones wait',
  ),
  keepAliveMs: limit(72_000, 'ms', 'time for which an idle connection is kept'),
  waiters: limit(
    1_000,
    'calls',
    'calls that wait for a journal, or read it as a stream',
    undefined,
    'SANDBOX_MAX_WAITERS',
  ),
  pauses: limit(1_000, 'calls', 'calls that faults delay at once'),
  workspacePauses: limit(100, 'calls', 'calls that faults delay at once, by workspace'),
  lastAnswersMs: limit(
    10_000,
    'ms',
    'wait for pending answers before a malformed request is refused',
  ),
  deletedMembers: limit(
    10_000,
    'items',
    'members that E18 removes in the call; those of a larger pack are removed after it',
  ),
  removedMembers: limit(
    1_000,
    'items',
    'members of a deleted pack that are removed at once, before other calls go on',
  ),
  judgedAnswerBytes: limit(
    32 * MIB,
    'bytes',
    'answer that `SANDBOX_CHECK_REPLIES` judges; longer ones are sent as they are',
  ),
  loopHoldMs: limit(
    100,
    'ms',
    'time for which a call may hold the event loop before it is reported',
  ),

  // Control plane, seeds and archives.
  waitMs: limit(60_000, 'ms', 'time of one wait for calls in a journal'),
  waitCount: limit(1_000, 'items', 'calls that one wait is for'),
  bodyPart: limit(2_000, 'characters', 'part of a body to match, as JSON'),
  faultComparisons: limit(1_000_000, 'values', 'comparisons of one body with all fault rules'),
  journalComparisons: limit(
    200_000,
    'values',
    'comparisons of one body in the journal with the part to match',
  ),
  searchComparisons: limit(
    5_000_000,
    'values',
    'comparisons of all bodies in one wait or `expect-none`',
  ),
  listedCalls: limit(1_000, 'items', 'calls in one list of a journal'),
  journalMarks: limit(1_000, 'items', 'marks between the calls of a journal'),
  judgedUsers: limit(100, 'items', 'users whose access to an asset is shown at once'),
  listedRecords: limit(10_000, 'items', 'rows in one list of records'),
  delayMs: limit(60_000, 'ms', 'delay of a fault'),
  workspaceMs: limit(315_360_000_000, 'ms', 'lifetime of a workspace that ends by itself'),
  snapshots: limit(100, 'items', 'snapshots of a workspace'),
  snapshotName: limit(200, 'characters', 'name of a snapshot'),
  workspaceName: limit(100, 'characters', 'name of a workspace'),
  workspaces: limit(20_000, 'items', 'workspaces of a server'),
  faultRules: limit(1_000, 'items', 'fault rules of a workspace'),
  clockMs: limit(
    8_600_000_000_000_000,
    'ms',
    'latest time of a clock, since 1970: in the year 274,493',
  ),
  archiveEntries: limit(100_000, 'items', 'entries of an archive'),
  storedTextBytes: limit(4 * MIB, 'bytes', 'text of the database in an archive'),
  archiveManifestBytes: limit(MIB, 'bytes', 'manifest of an archive'),
  archiveDatabaseBytes: limit(1_024 * MIB, 'bytes', 'database in an archive'),
  archiveFileBytes: limit(51_200 * MIB, 'bytes', 'one file in an archive'),
  archiveOtherBytes: limit(2 * MIB, 'bytes', 'metadata and padding of an archive'),
  databaseJobMs: limit(
    120_000,
    'ms',
    'time for checking an imported database, or for building the database of a seed folder',
  ),
  databaseJobs: limit(
    2,
    'items',
    'checks of imports and builds of seed folders at once; further ones wait',
  ),
  seedRows: limit(5_000, 'items', 'elements of all lists in a seed sent over HTTP'),
  seedChars: limit(8_000_000, 'characters', 'all texts in a seed sent over HTTP'),
  seedLevels: limit(
    20_000,
    'items',
    'collections of a seed sent over HTTP, each counted once for every level from its root',
  ),
  seedFolderRows: limit(1_000_000, 'items', 'elements of all lists in a seed folder'),
  seedFolderFiles: limit(1_000, 'items', 'JSON files in a seed folder'),
  seedFileBytes: limit(64 * MIB, 'bytes', 'one JSON file of a seed folder'),
  seedMediaBytes: limit(5_120 * MIB, 'bytes', 'one file in `files` of a seed folder'),
  seedArchiveEntries: limit(10_000, 'items', 'entries of a seed sent as an archive'),
  seedUploads: limit(100, 'items', 'uploads of a seed'),
  seedDepth: limit(64, 'levels', 'collections below each other'),
  seedShortText: limit(10_000, 'characters', 'names, codes and other short texts of a seed'),
  seedText: limit(1_000_000, 'characters', 'contents and descriptions in a seed'),
  carriedValues: limit(
    50,
    'items',
    'values of metadata fields that an asset or a content of a seed carries',
  ),
  carriers: limit(
    100,
    'items',
    'ids of assets, and of contents, with one row of the records of `metadata`',
  ),
  seedFixtures: limit(1_000, 'properties', 'fixtures of a seed'),
  chosenId: limit(
    9_000_000_000_000_000,
    'number',
    'highest id that a seed or an archive may choose; those above are left to operations',
  ),
  seedName: limit(10_000, 'characters', 'name or path of a seed'),
  stateNames: limit(100, 'items', 'named states of one request'),
  resetParts: limit(100, 'items', 'parts of one reset'),
  failedAtoms: limit(1_000, 'items', 'atoms that a fault rule names'),
  recordsAnswerBytes: limit(
    4 * MIB,
    'bytes',
    'records in one answer; fewer rows are answered then',
  ),

  // What the server keeps in memory.
  tokens: limit(10_000, 'items', 'access tokens, and refresh tokens, of a client'),
  quickDatabaseBytes: limit(
    16 * MIB,
    'bytes',
    'database that is copied at once; a larger one while other calls run',
  ),
  underWayBytes: limit(
    128 * MIB,
    'bytes',
    'bodies with their values, requests that wait and answers that are not read, of all calls; beyond it a body is refused, beyond half of it a connection that is not read is ended',
  ),
  templates: limit(32, 'items', 'databases of seeds that are kept ready, as files'),
  journalBytes: limit(256 * MIB, 'bytes', 'journals of all workspaces, together'),
  keptBytes: limit(
    128 * MIB,
    'bytes',
    'fault rules, coverage, calls that findings name, nonces and counted expiry times of all workspaces, together; beyond it rules are refused, calls count for the whole server only, and the most nonces or times lose their oldest',
  ),
  listings: limit(100, 'calls', 'lists of journals with bodies and HTTP archives being sent'),
  nonces: limit(10_000, 'items', 'nonces that a workspace remembers'),
  addressEnds: limit(10_000, 'items', 'counted expiry times of signed URLs of a workspace'),
  allTokens: limit(400_000, 'items', 'tokens of all workspaces, together'),
  coveredCodes: limit(200, 'items', 'codes of one operation that coverage tells apart'),
  coveredElements: limit(
    4,
    'items',
    'elements of a list that coverage looks into for optional fields',
  ),
  unusedFaults: limit(20, 'items', 'unused fault rules that a report names'),
  unusedFaultCharacters: limit(200, 'characters', 'description of an unused fault rule'),
  findings: limit(20, 'items', 'findings of one call'),
  findingExamples: limit(
    4,
    'items',
    'first calls, and as many last calls, that the findings of one code name',
  ),
  openUploads: limit(
    100,
    'items',
    'uploads of a workspace that findings remember until they are used',
  ),
  findingCharacters: limit(200, 'characters', 'field of a finding'),
  messageCharacters: limit(1_000, 'characters', 'message of a refusal'),

  // When traffic is a finding (docs/check-your-client.md).
  retryPauseMs: limit(50, 'ms', 'pause before a retry, below which the retry is a finding'),
  singleUseTokens: limit(
    3,
    'items',
    'tokens in a row with one use each, after which the next token is a finding',
  ),

  // Files (A-limit-3).
  partBytes: limit(5_120 * MIB, 'bytes', 'one part, or a file in one request', 'A-limit-3'),
  parts: limit(10_000, 'items', 'parts of an upload', 'A-limit-3'),
  filesAtOnce: limit(8, 'items', 'shipped files that are copied at once', 'A-limit-3'),
  filesOfCall: limit(100, 'items', 'files of E16', 'A-limit-3'),
  fileMs: limit(5_000, 'ms', 'time for reading a file, or making a picture of it', 'A-limit-3'),
  waitingFiles: limit(2_000, 'calls', 'calls that wait for a file', 'A-limit-3'),
  fileMemoryBytes: limit(
    512 * MIB,
    'bytes',
    'resident memory of a process that reads a file or makes a picture, on Linux',
    'A-limit-3',
  ),
  failedFiles: limit(
    10_000,
    'items',
    'files remembered as too slow or too large in memory, or as crashing their reader',
    'A-limit-3',
  ),
  readFiles: limit(1_000, 'items', 'files whose measures are remembered', 'A-limit-3'),
  textFileBytes: limit(32 * MIB, 'bytes', 'text or page whose words are counted', 'A-limit-3'),
  pageDepth: limit(
    512,
    'items',
    'elements inside each other in a page whose words are counted',
    'A-limit-3',
  ),
  pdfFileBytes: limit(64 * MIB, 'bytes', 'PDF whose words are counted', 'A-limit-3'),
  pdfPages: limit(1_000, 'items', 'pages of a PDF whose words are counted', 'A-limit-3'),
  drawingBytes: limit(5_000_000, 'bytes', 'drawing (SVG) that is measured or shown', 'A-limit-3'),
  drawingText: limit(
    10_000,
    'characters',
    'one text in a drawing that is measured or shown',
    'A-limit-3',
  ),
} as const satisfies Readonly<Record<string, Limit>>
