/** One bound of the server. */
export interface Limit {
  readonly max: number
  /** What it counts, such as `bytes`. */
  readonly unit: string
  /** What is bounded, as a noun phrase. */
  readonly of: string
  /** The setting that changes it, for the few that can be changed. */
  readonly setting?: string
}

const limitIn =
  (unit: string) =>
  (max: number, of: string, setting?: `SANDBOX_${string}`): Limit => ({
    max,
    unit,
    of,
    ...(setting && { setting }),
  })

const bytes = limitIn('bytes')
const items = limitIn('items')
const characters = limitIn('characters')
const properties = limitIn('properties')
const values = limitIn('values')
const connections = limitIn('connections')
const calls = limitIn('calls')
const ms = limitIn('ms')
const levels = limitIn('levels')
const numbers = limitIn('number')

const KIB = 1_024
const MIB = 1_048_576

/** Bounds that a client can meet (A-limit-3; the size of a page is A-page-1). */
export const REQUEST_LIMITS = {
  // Bodies, read only on routes that take one and after the guard.
  bodyBytes: bytes(1.5 * MIB, 'JSON body of any other route', 'SANDBOX_MAX_BODY_BYTES'),
  memberBodyBytes: bytes(12 * MIB, 'JSON body of E7'),
  seedBodyBytes: bytes(16 * MIB, 'JSON body of a seed'),
  smallBodyBytes: bytes(16 * KIB, 'JSON body about tokens or uploads'),
  bodyDepth: levels(64, 'objects and lists inside each other in a JSON body'),
  bodyValues: values(50_000, 'keys and values in a JSON body'),
  memberBodyValues: values(320_000, 'keys and values in the body of E7'),
  partBodyValues: values(60_000, 'keys and values in the body of E13'),
  seedBodyValues: values(320_000, 'keys and values in the body of a seed'),
  uncountedBodyBytes: bytes(4 * KIB, 'body that is not counted as under way'),
  bodyMs: ms(60_000, 'time in which a body that is not a file must arrive'),
  silentBodyMs: ms(60_000, 'idle time in the middle of an upload'),

  // Lists of operations.
  pageSize: items(1_000, 'rows of a page'),
  userIds: items(100, 'user ids of E8, as the document says'),
  assetIds: items(
    1_000,
    'asset ids of E4, objects of an approval, and user ids of E8 by a variant',
  ),
  assetCollections: items(50, 'collections of one asset in E4'),
  collectionAssets: items(10_000, 'asset ids of E22'),
  atomIds: items(1_000, 'atom ids of E21'),
  crowdMembers: items(100_000, 'members of E7'),
  trackingRecords: items(1_000, 'records of E3'),
  searchWords: items(1_000, 'words of E1, and tags or values of one filter of E6'),
  searchFilters: items(100, 'filters of E6'),
  stepAssignees: items(100, 'assignees of one step of E9'),
  notifiedUsers: items(1_000, 'recipients of E12'),
  listedParts: items(10_000, 'parts of E13'),
  collaborators: items(1_000, 'ids in one list of E14'),
  groupPaths: items(1_000, 'paths of E17'),
  metadataValues: items(1_000, 'values of E20'),

  // Texts.
  filePathCharacters: characters(1_000, 'path of a file in E16'),
  fileNameCharacters: characters(1_000, 'name of a file in E16'),
  mediaTypeCharacters: characters(255, 'media type of a file in E16'),
  text: characters(1_000, 'name, code, path or other short text'),
  longText: characters(8_000, 'URL, remark, or text of a tracking record'),
  html: characters(100_000, 'HTML of E12'),
  notificationBytes: bytes(32 * MIB, 'HTML of a call of E12, once for every recipient'),
  searchWord: characters(100, 'word of E1, and tag or value of E6'),
  memberSign: characters(200, 'sign of a crowd member'),

  // Maps.
  approvalSteps: properties(50, 'steps in the assignees of E9'),
  freeKeys: properties(1_000, 'object with free keys'),
  key: characters(1_000, 'key of an object with free keys'),

  // Files.
  partBytes: bytes(5_120 * MIB, 'one part, or a file in one request'),
  parts: items(10_000, 'parts of an upload'),
  workspaceUploads: items(10_000, 'open uploads of a workspace'),
  filesAtOnce: items(8, 'shipped files that are copied at once'),
  temporaryFileBytes: bytes(
    65_536 * MIB,
    'upload data in progress, whole server; at most 90% of the disk',
  ),
  filesOfCall: items(100, 'files of E16'),
  fileMs: ms(5_000, 'time for reading a file, or making a picture of it'),
  waitingFiles: calls(2_000, 'calls that wait for a file'),
  fileMemoryBytes: bytes(512 * MIB, 'resident memory of a process that reads files, on Linux'),
  failedFiles: items(10_000, 'files remembered as too slow, too large or crashing their reader'),
  readFiles: items(1_000, 'files with remembered measurements'),
  textFileBytes: bytes(32 * MIB, 'text for counting its words'),
  drawingBytes: bytes(5_000_000, 'drawing (SVG) that is measured or shown'),
  drawingDepth: items(512, 'elements inside each other in a drawing that is measured or shown'),
  drawingText: characters(10_000, 'one text in a drawing that is measured or shown'),
}

/** Bounds that protect the process. */
export const SERVER_LIMITS = {
  // Connections and what waits on them.
  connections: connections(1_024, 'open connections', 'SANDBOX_MAX_CONNECTIONS'),
  backlog: connections(4_096, 'connections that wait to be accepted'),
  idleConnectionMs: ms(5_000, 'age from which an idle connection makes room for another'),
  keyBytes: bytes(1_023, 'object key in UTF-8'),
  pathCharacters: characters(
    3_200,
    'path of a URL; a bucket and a fully escaped object key fit in',
  ),
  requestIdCharacters: characters(128, 'request id of a caller; ours replaces a longer one'),
  waitingBytes: bytes(
    64 * KIB,
    'pipelined requests of a connection that wait in memory; beyond that it is not read',
  ),
  turnMs: ms(10, 'work in one turn of the event loop after which more requests wait'),
  healthConnections: connections(16, 'connections above the maximum, for health checks only'),
  metricsConnections: connections(16, 'connections of the metrics listener'),
  healthConnectionMs: ms(1_000, 'wait for the health check of such a connection'),
  keepAliveMs: ms(72_000, 'time for which an idle connection stays open'),
  waiters: calls(1_000, 'calls that wait for a journal or stream it', 'SANDBOX_MAX_WAITERS'),
  pauses: calls(1_000, 'calls that faults delay at once'),
  workspacePauses: calls(100, 'calls that faults delay at once, by workspace'),
  lastAnswersMs: ms(10_000, 'wait for pending answers before a malformed request is refused'),
  deletedMembers: items(10_000, 'members that E18 removes at once; others go after the call'),
  removedMembers: items(1_000, 'members of a deleted pack that are removed at once'),
  loopHoldMs: ms(100, 'time for which a call may hold the event loop before it is reported'),

  // Control plane, seeds and archives.
  waitMs: ms(60_000, 'time of one wait for calls in a journal'),
  waitCount: items(1_000, 'calls that one wait is for'),
  bodyPart: characters(2_000, 'part of a body to match, as JSON'),
  faultComparisons: values(1_000_000, 'comparisons of one body with all fault rules'),
  journalComparisons: values(200_000, 'comparisons of one body in the journal with a part'),
  searchComparisons: values(5_000_000, 'comparisons of all bodies in one wait or `expect-none`'),
  listedCalls: items(1_000, 'calls in one list of a journal'),
  journalMarks: items(1_000, 'marks between the calls of a journal'),
  judgedUsers: items(100, 'users in one list of access to an asset'),
  listedWorkspaces: items(1_000, 'workspaces in one list'),
  listedRecords: items(10_000, 'rows in one list of records'),
  delayMs: ms(60_000, 'delay of a fault'),
  workspaceMs: ms(315_360_000_000, 'lifetime of a workspace that ends by itself'),
  snapshots: items(100, 'snapshots of a workspace'),
  snapshotName: characters(200, 'name of a snapshot'),
  workspaceName: characters(100, 'name of a workspace'),
  workspaces: items(20_000, 'workspaces of a server'),
  keys: items(1_000, 'keys of the control plane'),
  auditEntries: items(100_000, 'entries of the audit'),
  refusedAuditEntries: items(10_000, 'entries of the audit about refused attempts'),
  auditCharacters: characters(200, 'one text in an entry of the audit'),
  auditDays: items(400, 'days for which the audit keeps an entry'),
  listedAudit: items(1_000, 'entries in one list of the audit'),
  credentialSets: items(2, 'sets of credentials of a workspace at once'),
  labels: items(20, 'labels of a workspace'),
  labelCharacters: characters(100, 'value of a label'),
  faultRules: items(1_000, 'fault rules of a workspace'),
  clockMs: ms(8_600_000_000_000_000, 'latest time of a clock, since 1970: in the year 274,493'),
  archiveEntries: items(100_000, 'entries of an archive'),
  storedTextBytes: bytes(4 * MIB, 'text of the database in an archive'),
  archiveManifestBytes: bytes(MIB, 'manifest of an archive'),
  archiveDatabaseBytes: bytes(1_024 * MIB, 'database in an archive'),
  archiveFileBytes: bytes(51_200 * MIB, 'one file in an archive'),
  archiveOtherBytes: bytes(2 * MIB, 'metadata and padding of an archive'),
  backupBaseBytes: bytes(32 * MIB, 'list of what a backup has already'),
  databaseJobMs: ms(120_000, 'time for checking an import, or building the database of a seed'),
  databaseJobs: items(2, 'checks of imports and builds of seed folders at once; others wait'),
  seedRows: items(5_000, 'elements of all lists in a seed sent over HTTP'),
  seedChars: characters(8_000_000, 'all texts in a seed sent over HTTP'),
  seedLevels: items(20_000, 'levels of all collections of a seed sent over HTTP, from their roots'),
  seedFolderRows: items(1_000_000, 'elements of all lists in a seed folder'),
  seedFolderFiles: items(1_000, 'JSON files in a seed folder'),
  seedFileBytes: bytes(64 * MIB, 'one JSON file of a seed folder'),
  seedMediaBytes: bytes(5_120 * MIB, 'one file in `files` of a seed folder'),
  seedArchiveEntries: items(10_000, 'entries of a seed sent as an archive'),
  seedUploads: items(100, 'uploads of a seed'),
  seedDepth: levels(64, 'collections below each other'),
  seedShortText: characters(10_000, 'names, codes and other short texts of a seed'),
  seedText: characters(1_000_000, 'contents and descriptions in a seed'),
  carriedValues: items(50, 'values of metadata fields of one asset or content of a seed'),
  carriers: items(100, 'ids of assets, and of contents, with one row of the records of `metadata`'),
  seedFixtures: properties(1_000, 'fixtures of a seed'),
  chosenId: numbers(9_000_000_000_000_000, 'highest id that a seed or an archive may choose'),
  seedName: characters(10_000, 'name or path of a seed'),
  resetParts: items(100, 'parts of one reset'),
  failedAtoms: items(1_000, 'atoms that a fault rule names'),
  recordsAnswerBytes: bytes(
    4 * MIB,
    'records in one response; beyond it, the response has fewer rows',
  ),

  // What the server keeps in memory.
  tokens: items(10_000, 'access tokens, and refresh tokens, of a client'),
  quickDatabaseBytes: bytes(
    16 * MIB,
    'database that is copied in one step, while other calls wait',
  ),
  underWayBytes: bytes(128 * MIB, 'bodies, waiting requests and unread answers of all calls'),
  expiredWorkspaces: items(1_000, 'ids and names of expired workspaces that refusals tell apart'),
  templates: items(32, 'databases of seeds that are kept ready as files'),
  journalBytes: bytes(256 * MIB, 'journals of all workspaces, together'),
  keptBytes: bytes(128 * MIB, 'fault rules, coverage, findings and nonces of all workspaces'),
  pictureBytes: bytes(32 * MIB, 'thumbnails and placeholder cards in memory'),
  listings: calls(100, 'lists of journals with bodies and HTTP archives being sent'),
  nonces: items(10_000, 'nonces that a workspace remembers'),
  allTokens: items(400_000, 'tokens of all workspaces, together'),
  coveredCodes: items(200, 'codes of one operation that coverage tells apart'),
  coveredElements: items(4, 'elements of a list that coverage looks into for optional fields'),
  unusedFaults: items(20, 'unused fault rules that a report names'),
  unusedFaultCharacters: characters(200, 'description of an unused fault rule'),
  findings: items(20, 'findings of one call'),
  findingPlaces: items(100, 'places of one finding that are counted each for itself'),
  findingExamples: items(4, 'first calls, and last calls, that the findings of one code name'),
  openUploads: items(100, 'uploads of a workspace that findings remember until they are used'),
  findingCharacters: characters(200, 'field of a finding'),
  messageCharacters: characters(1_000, 'message of a refusal'),

  // When traffic is a finding (docs/check-your-client.md).
  retryPauseMs: ms(50, 'pause before a retry, below which it is a finding'),
  singleUseTokens: items(3, 'tokens in a row with one use each, after which the next is a finding'),
}

/**
 * Every bound of the server, in one place; `docs/limits.md` is printed from it. Each number is one that an
 * honest client never reaches, and that the machine can handle no matter how often it is used at the same time.
 */
export const LIMITS = { ...REQUEST_LIMITS, ...SERVER_LIMITS }
