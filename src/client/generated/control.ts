// Printed from the sources; `npm run docs` prints it again.
import type { OperationName } from './operations.ts'

/** Options of a new workspace */
export interface WorkspaceOptions {
  /** a name of 1 to 100 characters of any script, without control or invisible characters or space at its ends, neither . nor .. */
  name?: string
  /** `demo`, `minimal` or the path of a folder of seed files on the server; without it the default seed */
  seed?: string
  /** Lifetime, ms; without it the workspace stays until it is deleted */
  ttlMs?: number
  clock?: ClockSetting
  /** Variants by the numbers of assumptions, such as `{ 'A-20-1': 'envelope' }` */
  assume?: {
    [k: string]: string
  }
  variation?: VariationSetting
  quota?: Quota
}

/** Mode and time that a clock is set to */
export interface ClockSetting {
  mode: ClockMode
  /** Time to start from, epoch ms; without it the present time */
  now?: number
}

/** How the time of a workspace runs: `real` with the machine, `offset` on from an instant, `frozen` not at all */
export type ClockMode = 'real' | 'offset' | 'frozen'

/** A variation as it is set */
export interface VariationSetting {
  /** Number that repeats the variation */
  seed: number
  /**
   * Kinds of variation; without them all
   *
   * @minItems 1
   * @maxItems 6
   */
  kinds?: VariationKind[]
}

/** What a variation changes of answers, where the document leaves it open */
export type VariationKind =
  'list-order' | 'optional-values' | 'extra-fields' | 'error-codes' | 'id-gaps' | 'success-message'

/** Maximum storage of a workspace, bytes; without a bound that of the server holds */
export interface Quota {
  /** Maximum size of its database, bytes */
  databaseBytes?: number
  /** Maximum size of its files together, bytes */
  fileBytes?: number
  /** Maximum size of its snapshots together, bytes */
  snapshotBytes?: number
}

/** A new workspace with all that is needed to call it */
export interface CreatedWorkspace {
  /** Eight hexadecimal digits, with which all credentials of the workspace begin */
  id: string
  /** Unique name */
  name: string
  /** URL under which every path means this workspace */
  baseUrl: string
  /** Access token that never expires */
  accessToken: string
  /** Client id, with which tokens are asked for */
  clientId: string
  /** Secret of the client */
  clientKey: string
  /** Credentials and ready-made ids */
  fixtures: Fixtures
}

/** A workspace as it is listed */
export interface WorkspaceSummary {
  /** Eight hexadecimal digits, with which all credentials of the workspace begin */
  id: string
  /** Unique name */
  name: string
  /** URL under which every path means this workspace */
  baseUrl: string
  /** Seed that it was created from and is reset to: `demo`, `minimal` or a folder */
  seed: string
  /** When it was created, epoch ms by the clock of the machine */
  createdAtMs: number
  /** When it was last called, epoch ms by the clock of the machine */
  lastUsedAtMs: number
  /** When it is deleted, epoch ms by the clock of the machine; null for never */
  expiresAtMs: number | null
  /** Whether its database is open; a call opens it */
  isAwake: boolean
  clock: ClockMode
  /** Chosen variants by the numbers of assumptions */
  variants: {
    [k: string]: string
  }
  /** Variation of the answers; null for none */
  variation: Variation | null
  quota: Quota
}

/** A variation in force */
export interface Variation {
  /** Number that repeats the variation */
  seed: number
  /** Kinds of variation in force */
  kinds: VariationKind[]
}

/** A workspace with sizes and counts */
export interface WorkspaceDetail {
  /** Eight hexadecimal digits, with which all credentials of the workspace begin */
  id: string
  /** Unique name */
  name: string
  /** URL under which every path means this workspace */
  baseUrl: string
  /** Seed that it was created from and is reset to: `demo`, `minimal` or a folder */
  seed: string
  /** When it was created, epoch ms by the clock of the machine */
  createdAtMs: number
  /** When it was last called, epoch ms by the clock of the machine */
  lastUsedAtMs: number
  /** When it is deleted, epoch ms by the clock of the machine; null for never */
  expiresAtMs: number | null
  /** Whether its database is open; a call opens it */
  isAwake: boolean
  clock: ClockMode
  /** Chosen variants by the numbers of assumptions */
  variants: {
    [k: string]: string
  }
  /** Variation of the answers; null for none */
  variation: Variation | null
  quota: Quota
  /** Size of its database, bytes */
  sizeBytes: number
  /** Size of all files that its data names, bytes */
  fileBytes: number
  /** Number of rows of the main tables of its database */
  counts: {
    [k: string]: number
  }
}

/** Credentials and ready-made ids of the seeds demo and minimal; fragments that are added can bring further ones */
export interface Fixtures {
  app?: AppCredentials
  portalApp?: PortalCredentials
  /** Users with different roles */
  users: {
    /** The application's owner, who acts where no user is named */
    owner: {
      /** Id */
      id: number
      /** E-mail address */
      email: string
    }
    /** An editor */
    editor: {
      /** Id */
      id: number
      /** E-mail address */
      email: string
    }
    /** A viewer */
    viewer: {
      /** Id */
      id: number
      /** E-mail address */
      email: string
    }
  }
  /** Asset collections */
  collections: {
    /** One that everybody may add to */
    editable: {
      /** Its id */
      id: number
    }
    /** One that the viewer may not add to */
    forbidden: {
      /** Its id */
      id: number
    }
  }
  /** Assets that every user sees */
  assets: {
    /** Their ids */
    ids: number[]
  }
  /** Atoms that are not ingested */
  atoms: {
    /** Their ids */
    ids: number[]
  }
  /** An open upload whose parts have all arrived */
  upload: {
    /** Its path */
    filePath: string
    /** Its id */
    uploadId: string
    /** Its parts */
    partETags: {
      /** Number of the part, from 1 */
      partNumber: number
      /** MD5 of its bytes */
      etag: string
    }[]
  }
  /** A crowd pack with members */
  crowdPack: {
    /** Id of its corporation */
    corpId: string
    /** Its id */
    id: number
    /** Its source */
    source: string
  }
  /** A portal with published contents */
  portal: {
    /** Its id */
    id: number
    /** 32 upper-case hexadecimal digits */
    code: string
    /** Id of a block */
    blockId: number
    /** Id of a published content of the block */
    contentId: number
    /** A tag of its contents */
    tag: string
    /** A type of collaborators */
    authType: number
  }
  /** Departments */
  departments: {
    /** Their ids */
    ids: number[]
  }
  /** Dimension items */
  dimensions: {
    /** Their ids */
    ids: number[]
  }
  /** A marketing task */
  creative: {
    /** Its id */
    creativeId: number
    /** Id of its plan */
    planId: number
    /** Id of its content group */
    contentGroupId: number
  }
  /** A metadata field */
  metadata: {
    /** Its code */
    attrCode: string
    /** Some of its values */
    values: {
      /** Code */
      attrValueCode: string
      /** Name */
      attrValueName: string
    }[]
  }
  /** The archive */
  archive: {
    /** Paths of groups below the roots */
    groupPaths: string[]
  }
  /** Approvals */
  approval: {
    /** Id of a process definition that E9 takes */
    processDefinitionId: number
  }
  /** Social media */
  social: {
    /** A year with posts */
    createDate: string
  }
  /** Image search */
  imageSearch: {
    /** A type of library */
    libraryType: string
    /** Id of an asset that was found */
    contentId: number
  }
  /** Notifications */
  notification: {
    /** Code of a template */
    templateCode: string
    /** Code of a model */
    modelCode: string
  }
  [k: string]: unknown
}

/** Credentials of server-side calls */
export interface AppCredentials {
  /** Client id of the workspace */
  clientId: string
  /** Secret of the client */
  clientKey: string
  /** Access token that never expires; null in the profile staging */
  accessToken: string | null
}

/** Credentials of portal calls */
export interface PortalCredentials {
  /** Key of the portal application */
  appKey: string
  /** Secret that signs portal calls */
  appSecret: string
}

/** Mode and present time of a workspace */
export interface ClockState {
  mode: ClockMode
  /** Present time, epoch ms by the clock of the workspace */
  now: number
}

/** The time of a workspace after it was moved */
export interface ClockChange {
  mode: ClockMode
  /** Present time, epoch ms by the clock of the workspace */
  now: number
  due: Due
}

/** Number of things that became due when time moved */
export interface Due {
  /** Access and refresh tokens that expired */
  tokens: number
  /** Issued signed URLs that expired */
  addresses: number
  /** Open uploads that expired */
  uploads: number
  /** Notifications that became visible */
  notifications: number
}

/** A decision about something that the document does not show, of which a workspace can choose a variant */
export interface ChangeableAssumption {
  /** Number of the assumption, such as A-20-1 */
  number: string
  /** What the document says, or that it is silent */
  shown: string
  /** What each variant does, by its name; the first is the default */
  variants: {
    [k: string]: string
  }
  /** Variant by the settings of the server and the options of the workspace */
  default: string
  /** Variant that counts now */
  chosen: string
  /** Whether a call has consulted it since the server started */
  isTouched: boolean
}

/** The variation of a workspace */
export interface VariationState {
  /** Variation of the answers; null for none */
  variation: Variation | null
}

/** A fault rule as it is added */
export interface FaultRule {
  match: FaultMatch
  phase?: FaultPhase
  effect: FaultEffect
  /** Probability that it acts on a matching call; 1 without it */
  probability?: number
  /** Number of calls that it acts on, or `always`; 1 without it */
  times?: number | 'always'
}

/** The calls that a fault rule applies to */
export interface FaultMatch {
  /** Number of an operation, name of a supporting route, or `*` for every operation */
  operation: OperationName | '*'
  /** Outcome: `0`, or the code of a refusal */
  code?: string
  /** E-mail address of the acting user */
  actor?: string
  /** First matching call that the rule acts on, from 1 */
  nth?: number
  /** Part of the body: keys and values that it must have. A key that begins with `/` is a JSON Pointer into the body, such as `{ '/param/assetIds/0': 100001 }` */
  body?: {
    [k: string]: unknown
  }
}

/** When a fault acts: on arrival, before the operation, after its commit, or during the bytes of the answer; by default during for truncate and malformed, after for a match of an outcome, else before */
export type FaultPhase = 'arrival' | 'before' | 'after' | 'during'

/** The effect of a fault: a delay, one other effect, or a delay followed by one other effect */
export interface FaultEffect {
  /** Fixed delay, ms */
  delayMs?: number
  distribution?: Distribution
  /** Code of a refusal, answered in the reply shape of the operation */
  code?: string
  /** HTTP status of the answer */
  status?: number
  /** Resets the connection */
  reset?: boolean
  /** Cuts the answer off */
  truncate?: boolean
  /** Makes the answer invalid JSON */
  malformed?: boolean
  /** Atoms that E21 does not ingest: these ids, the first n, or `all` */
  failed?: number[] | number | 'all'
}

/** A random delay for each call */
export interface Distribution {
  /** Kind of distribution */
  kind: 'uniform'
  /** Minimum delay, ms */
  minMs: number
  /** Maximum delay, ms */
  maxMs: number
}

/** A fault rule with its id and use */
export interface Fault {
  /** Id, such as `f-1` */
  id: string
  match: FaultMatch
  phase: FaultPhase
  effect: FaultEffect
  /** Probability that it acts on a matching call; 1 without it */
  probability?: number
  /** Number of calls that it acts on, or `always` */
  times: number | 'always'
  /** Number of calls that matched */
  seen: number
  /** Number of calls that it acted on */
  used: number
}

/** Fault rules of the whole server that have never acted, also those that a reset or the end of their workspace removed */
export interface UnusedFaultsReport {
  /** Number of rules */
  count: number
  /** The first of them, removed ones first */
  rules: UnusedFault[]
}

/** A fault rule that has never acted */
export interface UnusedFault {
  /** Name of its workspace */
  workspace: string
  /** Id, such as `f-1` */
  id: string
  /** Effect and calls, such as `{"reset":true} for {"operation":"E9"}` */
  rule: string
}

/** The entries to list */
export interface JournalFilter {
  /** Number of an operation, such as E9, or name of a supporting route */
  operation?: OperationName
  /** `0` or the code of a refusal */
  code?: string
  /** E-mail address or id of the acting user */
  actor?: string
  /** Code of a finding of the call */
  finding?: FindingCode
  /** Minimum level of a finding of the call */
  level?: FindingLevel
  /** Only entries from this instant on, epoch ms by the clock of the workspace */
  sinceMs?: number
  /** Only entries after the one with this number */
  after?: number
  /** Maximum number of entries, from the oldest; 100 without it */
  limit?: number
  /** Maximum number of entries, from the newest; excludes `limit` and `after` */
  last?: number
}

/** Entries of a journal, oldest first */
export interface JournalPage {
  /** The entries */
  entries: JournalEntry[]
  /** Number of kept entries that match */
  total: number
  /** Number of entries that are no longer kept */
  dropped: number
}

/** A call as the journal lists it */
export interface JournalEntry {
  /** Number of the entry in its journal, from 1 */
  seq: number
  /** Id of the workspace that was called */
  workspace: string
  /** Whether the call named its workspace; all others are kept in `default` */
  isAttributed: boolean
  /** When the answer was complete, epoch ms by the clock of the workspace */
  atMs: number
  /** Time from the first byte to the answer, ms */
  durationMs: number
  /** Longest time that the call blocked the event loop, ms; null up to 100 ms */
  heldMs: number | null
  /** Kind of the call; `companion` is a supporting route */
  kind: 'operation' | 'companion' | 'upload' | 'download' | 'unknown'
  /** Number of the operation, such as E8, or name of the supporting route */
  operation: OperationName | null
  /** HTTP method */
  method: string
  /** Path with the query */
  path: string
  /** E-mail address of the acting user */
  actor: string | null
  /** Id of the acting user */
  actorId: number | null
  /** HTTP status; null where no answer was sent */
  status: number | null
  /** `0` or the code of the refusal; null where the answer has none */
  code: string | null
  /** Message of the refusal */
  message: string | null
  /** What was odd about the call */
  findings: Finding[]
  /**
   * Assumptions that the answer rests on
   *
   * Items: Number of an assumption
   */
  assumptions: string[]
  /**
   * Variations of the answer
   *
   * Items: Kind of variation that was in force
   */
  variations: string[]
  /** Faults that acted, such as `f-3 after reset` */
  fault: string | null
  /** Whether the answer went out completely, the caller aborted it, or a fault reset it */
  transport: 'complete' | 'aborted' | 'reset'
}

/** Something odd about a call that was answered */
export interface Finding {
  code: FindingCode
  level: FindingLevel
  /** Path of the field in the request */
  field?: string
}

/** Code of a finding */
export type FindingCode =
  | 'null-as-absent'
  | 'unknown-field'
  | 'corrected-name'
  | 'foreign-name'
  | 'wrong-case-name'
  | 'timestamp-in-seconds'
  | 'byte-order-mark'
  | 'second-access-token'
  | 'token-in-authorization'
  | 'bearer-in-access-token'
  | 'token-of-another-workspace'
  | 'missing-acting-user'
  | 'server-call-from-page'
  | 'too-many-ids'
  | 'not-recommended-operation'
  | 'unusual-form'
  | 'stale-timestamp'
  | 'used-nonce'
  | 'unknown-filter-code'
  | 'unknown-filter-value'
  | 'path-never-uploaded'
  | 'upload-not-completed'
  | 'upload-ended'
  | 'unknown-sort'
  | 'unknown-scope'
  | 'page-size-clamped'
  | 'unknown-passed-over'
  | 'release-in-the-past'
  | 'type-differs-from-file'
  | 'size-differs-from-declared'
  | 'bytes-missing'
  | 'unreadable-file'
  | 'file-id-for-asset'
  | 'atom-id-for-asset'
  | 'asset-id-for-atom'
  | 'file-id-for-atom'
  | 'result-of-refusal-used'
  | 'repeated-write'
  | 'retry-without-pause'
  | 'token-per-call'
  | 'queries-not-batched'
  | 'upload-never-completed'
  | 'upload-never-used'

/** How serious a finding is: with an `error` the client would fail, or lose something, against the service; with a `warning` it may; a `note` is good to know */
export type FindingLevel = 'error' | 'warning' | 'note'

/** A call with its headers and bodies */
export interface JournalDetail {
  /** Number of the entry in its journal, from 1 */
  seq: number
  /** Id of the workspace that was called */
  workspace: string
  /** Whether the call named its workspace; all others are kept in `default` */
  isAttributed: boolean
  /** When the answer was complete, epoch ms by the clock of the workspace */
  atMs: number
  /** Time from the first byte to the answer, ms */
  durationMs: number
  /** Longest time that the call blocked the event loop, ms; null up to 100 ms */
  heldMs: number | null
  /** Kind of the call; `companion` is a supporting route */
  kind: 'operation' | 'companion' | 'upload' | 'download' | 'unknown'
  /** Number of the operation, such as E8, or name of the supporting route */
  operation: OperationName | null
  /** HTTP method */
  method: string
  /** Path with the query */
  path: string
  /** E-mail address of the acting user */
  actor: string | null
  /** Id of the acting user */
  actorId: number | null
  /** HTTP status; null where no answer was sent */
  status: number | null
  /** `0` or the code of the refusal; null where the answer has none */
  code: string | null
  /** Message of the refusal */
  message: string | null
  /** What was odd about the call */
  findings: Finding[]
  /**
   * Assumptions that the answer rests on
   *
   * Items: Number of an assumption
   */
  assumptions: string[]
  /**
   * Variations of the answer
   *
   * Items: Kind of variation that was in force
   */
  variations: string[]
  /** Faults that acted, such as `f-3 after reset` */
  fault: string | null
  /** Whether the answer went out completely, the caller aborted it, or a fault reset it */
  transport: 'complete' | 'aborted' | 'reset'
  /** What was sent */
  request: {
    /** Values by lower-case names; secrets are masked */
    headers: {
      [k: string]: string
    }
    /** Body of the request; null where none is kept */
    body: JournalBody | null
  }
  /** What was answered */
  answer: {
    /** Media type with its parameters; null without an answer */
    mediaType: string | null
    /** Body of the answer; null where none is kept */
    body: JournalBody | null
  }
}

/** A body: `text` where it is UTF-8, else `base64` */
export interface JournalBody {
  /** Size of the whole body, bytes */
  sizeBytes: number
  /** SHA-256 of the whole body before masking; null for files */
  sha256: string | null
  /** Whether only the beginning is kept */
  isTruncated: boolean
  /** Kept part of a UTF-8 body */
  text?: string
  /** Kept part of any other body */
  base64?: string
}

/** A change of the workspace through the control plane, in its place between calls */
export interface JournalMark {
  /** Number of the mark, from 1; it goes on when the journal is cleared */
  number: number
  /** Number of the last entry before the change; 0 for none */
  afterSeq: number
  /** When the change was made, epoch ms by the clock of the workspace */
  atMs: number
  /** What was changed */
  kind:
    | 'clock-set'
    | 'fault-added'
    | 'fault-removed'
    | 'reset'
    | 'snapshot-restored'
    | 'state-set'
    | 'seed-added'
    | 'approval-decided'
    | 'imported'
    | 'variants-switched'
    | 'variation-set'
    | 'journal-cleared'
  /** What it was changed to, such as `E22 before code=10134011`; may be empty */
  detail: string
}

/** Calls to wait for, or not to find */
export interface Expectation {
  match?: CallMatch
  /** Maximum waiting time, ms; by default 5 s, in the library 2 s, and none where no call is expected */
  timeoutMs?: number
  /** Only entries after the one with this number */
  after?: number
  /** Minimum number of calls; 1 without it */
  count?: number
}

/** Calls; what is absent is not compared */
export interface CallMatch {
  /** Number of an operation, such as E9, or name of a supporting route */
  operation?: OperationName
  /** `0` or the code of a refusal */
  code?: string
  /** E-mail address or id of the acting user */
  actor?: string
  /** Code of a finding of the call */
  finding?: FindingCode
  /** Minimum level of a finding of the call */
  level?: FindingLevel
  /** Part that the body of the request must have; elements of lists match in any place. A key that begins with `/` is a JSON Pointer into the body, such as `{ '/param/assetIds/0': 100001 }` */
  body?: unknown
}

/** The outcome of an expectation */
export interface Verdict {
  /** `indeterminate` where an entry that is no longer kept may have matched */
  matched: boolean | 'indeterminate'
  /** Matching calls */
  entries: JournalDetail[]
  /** Number of entries that are no longer kept */
  dropped: number
  /** The call that comes nearest where too few match */
  nearest: Nearest | null
}

/** The call that comes nearest to the expectation */
export interface Nearest {
  /** Number of the entry in its journal, from 1 */
  seq: number
  /** The points in which it differs */
  differs: Difference[]
}

/** A point in which a call differs */
export interface Difference {
  /** `operation`, `code`, `actor`, `finding`, `level`, `body`, or a place in the body, such as `body.param.userIds[0]` or the given JSON Pointer */
  path: string
  /** What was expected there */
  expected: unknown
  /** Absent where the call has nothing there */
  found?: unknown
}

/** Findings, the most serious first */
export interface FindingsReport {
  /** Minimum level of the findings that are listed */
  level: FindingLevel
  /** Number of findings by level, also of those that are not listed */
  totals: {
    /** Number of findings of level `error` */
    error: number
    /** Number of findings of level `warning` */
    warning: number
    /** Number of findings of level `note` */
    note: number
  }
  /** By level, then by count */
  findings: FindingSummary[]
}

/** All findings of one code */
export interface FindingSummary {
  code: FindingCode
  level: FindingLevel
  /** What was odd */
  means: string
  /** What the client should do instead */
  remedy: string
  /** Number of findings; a call can have several, about several fields */
  count: number
  /** Number of findings among them that further calls can still make good, such as an upload without E13 */
  pending: number
  /** When the first was found, epoch ms by the clock of the workspace */
  firstAtMs: number
  /** When the last was found, epoch ms by the clock of the workspace */
  lastAtMs: number
  /** The first and the last calls, oldest first */
  calls: FindingCall[]
}

/** A call that a finding is about */
export interface FindingCall {
  /** Id of the workspace that was called */
  workspace: string
  /** Number of its entry in the journal; null until the call has ended */
  seq: number | null
  /** Number of the operation, such as E8, or name of the supporting route */
  operation: string | null
  /** HTTP method */
  method: string
  /** Path without the query */
  path: string
  /** Path of the field in the request */
  field?: string
  /** When the call was answered, epoch ms by the clock of the workspace */
  atMs: number
  /** Whether the journal still has the entry */
  isKept: boolean
  /** Path of the entry on the control plane; null where it is not kept */
  entry: string | null
}

/** A named copy of the data of a workspace */
export interface Snapshot {
  /** Name, with which it is restored */
  name: string
  /** When it was taken, epoch ms by the clock of the workspace */
  takenAtMs: number
  /** Size of its database, bytes */
  sizeBytes: number
}

/** A part of a workspace that can be reset alone */
export type ResetPart = 'data' | 'journal' | 'faults' | 'clock'

/** A state that a test can start from */
export interface NamedState {
  name: StateName
  /** What it makes true */
  sentence: string
}

/** The name of a named state */
export type StateName =
  | 'empty-library'
  | 'asset-ingested'
  | 'asset-view-only'
  | 'atom-not-ingested'
  | 'composite-asset'
  | 'text-asset'
  | 'collection-editable'
  | 'collection-without-permission'
  | 'collection-empty'
  | 'collection-tree-three-levels'
  | 'collections-two-pages'
  | 'archive-groups'
  | 'approval-in-progress'
  | 'approval-two-tasks'
  | 'approval-approved'
  | 'approval-rejected'
  | 'approval-tasks-fifty'
  | 'crowd-pack-empty'
  | 'crowd-pack-10000'
  | 'crowd-pack-deleted'
  | 'portal-content-published'
  | 'portal-block-empty'
  | 'notification-scheduled'
  | 'marketing-task-planned'
  | 'metadata-field-with-values'
  | 'social-year'
  | 'token-expired'
  | 'user-unknown'
  | 'upload-complete'
  | 'upload-two-of-three-parts'

/** A named state that holds now */
export interface SetState {
  name: StateName
  /** Ids to call with, and other values that a test needs; they depend on the state */
  ids: Record<string, any>
}

/** What a fragment of a seed has added or replaced */
export interface SeedAdded {
  /** Number of added or replaced items by the keys of the fragment */
  added: {
    [k: string]: number
  }
}

/** An approval with all its tasks, also those that have not started */
export interface ApprovalView {
  /** Id of the approval */
  approvalId: number
  /** Name */
  name: string
  /** IN_PROGRESS, APPROVED, REJECTED or WITHDRAWN */
  status: string
  /** Its objects with their assets */
  materials: ApprovalMaterialView[]
  /** All tasks, started or not */
  tasks: ApprovalTaskView[]
}

/** An object of an approval with its asset */
export interface ApprovalMaterialView {
  /** Id as it was sent; the new one where a seed has given the file one */
  objectId: number
  /** Id of the asset that it is or became; null before it is ingested */
  materialId: number | null
}

/** A task of an approval, started or not */
export interface ApprovalTaskView {
  /** Id of the task, as E5 answers it */
  id: string
  /** Step that it belongs to */
  key: string
  /** Id of the user who decides it */
  assignee: number
  /** E-mail address of that user */
  assigneeEmail: string
  /** Name of that user */
  assigneeName: string
  /** PENDING, IN_PROGRESS, APPROVED, REJECTED or WITHDRAWN */
  status: string
  /** When it started, epoch ms by the clock of the workspace */
  createTime: number | null
  /** When it was decided, epoch ms by the clock of the workspace */
  endTime: number | null
  /** Comment of the decision */
  comment: string | null
}

/** The decision of a task of an approval */
export interface Decision {
  /** Id of the approval */
  approvalId: number
  /** Key of the task */
  key: string
  /** What is decided */
  decision: 'approve' | 'reject' | 'withdraw'
  /** id or e-mail address of the user who decides; needed where several could */
  assignee?: number | string
  /** Comment of the decision */
  comment?: string
}

/** Rows that operations write, of one kind */
export type Records =
  | TrackingRecords
  | NotificationRecords
  | CollaboratorRecords
  | MarketingTaskRecords
  | ImageSearchRecords
  | MetadataRecords
  | ApprovalRecords
  | UploadRecords
  | AtomRecords
  | CrowdPackRecords

/** Records of tracking, newest first */
export interface TrackingRecords {
  /** The kind of the records */
  kind: 'tracking'
  /** Number of all records; the answer has fewer where they are large */
  total: number
  /** The records */
  records: TrackingRow[]
}

/** A record of E3 */
export interface TrackingRow {
  /** Id of the row */
  id: number
  /** When it arrived, epoch ms by the clock of the workspace */
  receivedAtMs: number
  /** The record as it was sent */
  record: {
    [k: string]: unknown
  }
}

/** Records of notifications, newest first */
export interface NotificationRecords {
  /** The kind of the records */
  kind: 'notifications'
  /** Number of all records; the answer has fewer where they are large */
  total: number
  /** The records */
  records: NotificationRow[]
}

/** A notification of E12 */
export interface NotificationRow {
  /** Id of the row */
  id: number
  /** E-mail address of the recipient */
  user: string
  /** Id of the recipient */
  userId: number
  /** The code as it was sent */
  templateCode: string
  /** The code as it was sent */
  modelCode: string | null
  /** When it becomes visible, epoch ms by the clock of the workspace */
  sendTime: number
  /** The content as it was sent */
  content: {
    /** HTML as it was sent */
    htmlContent: string
  }
  /** Path as it was sent */
  url: string
  /** When it was created, epoch ms by the clock of the workspace */
  createTime: number
  /** Whether its time has come */
  isVisible: boolean
}

/** Records of collaborators, newest first */
export interface CollaboratorRecords {
  /** The kind of the records */
  kind: 'collaborators'
  /** Number of all records; the answer has fewer where they are large */
  total: number
  /** The records */
  records: CollaboratorRow[]
}

/** A collaborator of E14 */
export interface CollaboratorRow {
  /** Id of the row */
  id: number
  /** Id of the portal */
  portalId: number
  /** The type as it was sent */
  authType: number
  /** What the collaborator is */
  unitType: 'user' | 'department' | 'dimension'
  /** Id of the user, department or dimension */
  unitId: number
  /** Id of a user */
  addedBy: number
  /** When it was last written, epoch ms by the clock of the workspace */
  updateTime: number
}

/** Records of marketing-tasks, newest first */
export interface MarketingTaskRecords {
  /** The kind of the records */
  kind: 'marketing-tasks'
  /** Number of all records; the answer has fewer where they are large */
  total: number
  /** The records */
  records: MarketingTaskRow[]
}

/** A task of E15 */
export interface MarketingTaskRow {
  /** Id of the task */
  creativeId: number
  /** Id of its plan */
  planId: number
  /** Type of its content */
  contentType: string
  /** Remark */
  remark: string
  /** Id of its content group */
  contentGroupId: number
  /** YYYY-MM-DD HH:mm:ss in the zone of A-time-1 */
  releaseTime: string
  /** When it was last written, epoch ms by the clock of the workspace */
  updateTime: number
}

/** Records of image-search, newest first */
export interface ImageSearchRecords {
  /** The kind of the records */
  kind: 'image-search'
  /** Number of all records; the answer has fewer where they are large */
  total: number
  /** The records */
  records: ImageSearchRow[]
}

/** A report of E19 */
export interface ImageSearchRow {
  /** Id of the row */
  id: number
  /** When it arrived, epoch ms by the clock of the workspace */
  receivedAtMs: number
  /** The type as it was sent */
  libraryType: string
  /** The client id as it was sent */
  clientId: string
  /** Id of the search, as it was sent */
  uuid: string
  /** The type as it was sent */
  operateType: string
  /** The id as it was sent */
  contentId: number | null
  /** The number as it was sent */
  likeType: number | null
}

/** Records of metadata, newest first */
export interface MetadataRecords {
  /** The kind of the records */
  kind: 'metadata'
  /** Number of all records; the answer has fewer where they are large */
  total: number
  /** The records */
  records: MetadataRow[]
}

/** A metadata value of E20, and what carries it */
export interface MetadataRow {
  /** Code of the field */
  attrCode: string
  /** Code of the value */
  attrValueCode: string
  /** Name of the value */
  attrValueName: string
  /** Code of the parent value */
  parentCode: string | null
  /** Position */
  sort: number
  /** When it was last written, epoch ms by the clock of the workspace */
  updateTime: number
  /** Number of assets that carry it */
  assetCount: number
  /** The lowest ids of them, at most 100 */
  assetIds: number[]
  /** Number of portal contents that carry it themselves */
  contentCount: number
  /** The lowest ids of them, at most 100 */
  contentIds: number[]
}

/** Records of approvals, newest first */
export interface ApprovalRecords {
  /** The kind of the records */
  kind: 'approvals'
  /** Number of all records; the answer has fewer where they are large */
  total: number
  /** The records */
  records: ApprovalRow[]
}

/** An approval of E9 with its request */
export interface ApprovalRow {
  /** Id of the approval */
  approvalId: number
  /** IN_PROGRESS, APPROVED, REJECTED or WITHDRAWN */
  status: string
  /** When it was created, epoch ms by the clock of the workspace */
  createTime: number
  /** Id of its process definition */
  processDefinitionId: number
  /** Name */
  name: string
  /** Name of what is approved */
  detailName: string
  /** The category as it was sent */
  category: string
  /** Id of a user */
  submitter: number
  /** The variables as they were sent */
  variables: unknown
  /**
   * What is approved
   *
   * Items: Id of an atom or asset, as it was sent
   */
  objects: number[]
  /** The objects with their assets */
  materials: ApprovalMaterialView[]
  /** All tasks, started or not */
  tasks: ApprovalTaskView[]
}

/** Records of uploads, newest first */
export interface UploadRecords {
  /** The kind of the records */
  kind: 'uploads'
  /** Number of all records; the answer has fewer where they are large */
  total: number
  /** The records */
  records: UploadRow[]
}

/** An upload */
export interface UploadRow {
  /** Id of the upload */
  uploadId: string
  /** Path by which E13 and E16 name the file */
  filePath: string
  /** Declared name */
  name: string
  /** Declared media type */
  type: string
  /** Declared size, bytes */
  size: number
  /** State (A-upload-3) */
  status: 'open' | 'completed' | 'aborted' | 'expired'
  /** When it was created, epoch ms by the clock of the workspace */
  createTime: number
  /** When it expires unless it is completed before, epoch ms by the clock of the workspace */
  expireTime: number | null
  /** When it was completed, epoch ms by the clock of the workspace */
  completeTime: number | null
  /** SHA-256 of its bytes; null without bytes */
  sha256: string | null
  /** The parts that have arrived */
  parts: {
    /** Number of the part, from 1 */
    partNumber: number
    /** MD5 of its bytes */
    etag: string
    /** Bytes */
    size: number
  }[]
}

/** Records of atoms, newest first */
export interface AtomRecords {
  /** The kind of the records */
  kind: 'atoms'
  /** Number of all records; the answer has fewer where they are large */
  total: number
  /** The records */
  records: AtomRow[]
}

/** A content atom of E16 */
export interface AtomRow {
  /** Id of the atom */
  id: number
  /** Path of its upload, as it was sent */
  path: string
  /** Name of its file */
  name: string
  /** Extension of that name */
  extension: string
  /** Bytes */
  size: number
  /** Media type */
  type: string
  /** SHA-256 of its bytes; null without bytes */
  sha256: string | null
  /** Id of a user */
  createUser: number
  /** When it was created, epoch ms by the clock of the workspace */
  createTime: number
  /** Id of the asset that it became */
  materialId: number | null
}

/** Records of crowd-packs, newest first */
export interface CrowdPackRecords {
  /** The kind of the records */
  kind: 'crowd-packs'
  /** Number of all records; the answer has fewer where they are large */
  total: number
  /** The records */
  records: CrowdPackRow[]
}

/** A crowd pack of E7 */
export interface CrowdPackRow {
  /** Id of the pack */
  crowdPackId: number
  /** Id of its corporation */
  corpId: string
  /** Its source */
  source: string
  /** Name */
  name: string
  /** The number as it was sent */
  selfAgent: number
  /** Whether all members have arrived */
  completeStatus: boolean
  /** When it was created, epoch ms by the clock of the workspace */
  createTime: number
  /** Number of members */
  memberCount: number
}

/** Collections by their ids */
export interface LibraryCollections {
  /** Number of all collections */
  total: number
  /** The collections of the page */
  collections: LibraryCollection[]
  /** `after` of the next page; null at the end */
  next: number | null
}

/** An asset collection in its tree */
export interface LibraryCollection {
  /** Id of the collection */
  id: number
  /** Name */
  name: string
  /** Id of the collection above it; 0 for a root */
  parentId: number
  /** Id of its root */
  rootId: number
  /** Status, as E1 answers it */
  status: number
  /** Number of its assets */
  itemCount: number
  /** Path of an archive group, as E17 answers it; null outside of archives */
  archivePath: string | null
}

/** Assets from the highest id down */
export interface LibraryAssets {
  /** Number of all assets that are asked for, of all pages */
  total: number
  /** The assets of the page */
  assets: LibraryAsset[]
  /** `after` of the next page; null at the end */
  next: number | null
}

/** An asset of the library */
export interface LibraryAsset {
  /** Id of the asset */
  id: number
  /** Name */
  name: string
  /** Extension, or kind of a text or composite */
  extension: string
  /** Media type of its first part */
  mediaType: string | null
  /** Number of its parts */
  partCount: number
  /** Size of all parts, bytes */
  size: number
  /** Status, as E4 answers it */
  status: number
  /** Status of its approval, as E4 answers it */
  approvalStatus: number
  /** When it was created, epoch ms by the clock of the workspace */
  createTime: number
  /** When it was last written, epoch ms by the clock of the workspace */
  updateTime: number
  /** Signed URL of a picture of its first part, as `thunder` of E4 */
  thumbnail: string | null
}

/** What users may do, by their ids */
export interface LibraryAccess {
  /** Number of all users */
  total: number
  /** The users of the page */
  users: UserAccess[]
  /** `after` of the next page; null at the end */
  next: number | null
}

/** What a user may do with an asset or a collection */
export interface UserAccess {
  /** Id of the user */
  userId: number
  /** E-mail address of the user */
  email: string
  /** Nickname of the user */
  nickname: string
  /** Role of the user */
  role: 'viewer' | 'editor' | 'administrator'
  /** Whether the account may be used (A-auth-12) */
  account: 'active' | 'disabled' | 'logged out'
  /** Whether operations show it to the user */
  sees: boolean
  /** Whether the user may have the original; null for a collection */
  mayDownload: boolean | null
  /** Whether E22 lets the user add assets, by rights and role; null for an asset */
  mayAdd: boolean | null
  /** Why the user sees it; at most 10 of a kind */
  reasons: AccessReason[]
}

/** Why a user sees an asset or a collection */
export interface AccessReason {
  /** The role `administrator`, being the creator, a right of the user, a department or everyone, a collection with the asset, or that everyone sees archive groups */
  kind: 'administrator' | 'creator' | 'user' | 'department' | 'everyone' | 'collection' | 'archive'
  /** Id of the user, department or collection */
  id: number | null
  /** Name of the department or collection */
  name: string | null
  /** Name of the role that a right on an asset gives */
  role: string | null
  /** Id of the collection with the right: this one or one above it */
  rightOf: number | null
}

/** The portals of a workspace */
export interface Portals {
  /** Number of all portals; the answer has fewer where they are very many */
  total: number
  /** Portals by their ids */
  portals: PortalView[]
}

/** A portal with its blocks */
export interface PortalView {
  /** Id of the portal, as E14 takes it */
  id: number
  /** 32 upper-case hexadecimal digits, which contents name as portalId */
  code: string
  /** Name */
  name: string
  /** Its blocks by their ids */
  blocks: PortalBlockView[]
}

/** A block of a portal */
export interface PortalBlockView {
  /** Id of the block, as E6 takes it */
  id: number
  /** Name */
  name: string
  /** Number of its contents, also those that E6 does not show */
  contentCount: number
  /** Tags of its newest 10,000 contents in the order of their characters, at most 100 */
  tags: string[]
}

/** What calls have exercised */
export interface Coverage {
  /** Name and version of the format */
  format: 'dam-sandbox-coverage/1'
  /** Workspaces that were called */
  workspaces: number
  /** Calls of the workspace that count for the whole server only, because no memory was left */
  uncounted: number
  /** Totals of the operations of the document */
  summary: {
    /** Operations of the document; seen once answered with `0` */
    operations: {
      /** Number that was met */
      seen: number
      /** Number that can be met */
      known: number
    }
    /** Outcomes that operations list, with kinds of success */
    outcomes: {
      /** Number that was met */
      seen: number
      /** Number that can be met */
      known: number
    }
    /** Optional fields of operations */
    fields: {
      /** Number that was met */
      seen: number
      /** Number that can be met */
      known: number
    }
    /** Variants of the assumptions that calls of operations have used */
    variants: {
      /** Number that was met */
      seen: number
      /** Number that can be met */
      known: number
    }
  }
  /** The operations of the document, in its order */
  operations: OperationCoverage[]
  /** Tokens, uploads and downloads that were called */
  supportingRoutes: OperationCoverage[]
  /**
   * What was never met, one sentence each
   *
   * Items: Such as `E9 was never called`
   */
  missing: string[]
}

/** What the calls of an operation exercised */
export interface OperationCoverage {
  /** Number of the operation, or name of the supporting route */
  operation: OperationName
  /** Heading in the document */
  summary: string
  /** Calls, the sum of all outcomes */
  calls: number
  /** Every call has one of these outcomes */
  outcomes: OutcomeCoverage[]
  /** Successes that the operation tells apart */
  successes: SuccessCoverage[]
  /** All optional fields, with 0 for unused ones */
  fields: FieldUse[]
  /** All variants of the assumptions that calls have used, with 0 for unused ones */
  variants: VariantUse[]
}

/** Calls with one outcome */
export interface OutcomeCoverage {
  /** `success`, the name of a refusal, `other` for a code without one, `lost` for answers that did not arrive, `no-code` for answers without a code, such as files, or `further-codes` */
  name: string
  /** `0` or the code of the refusal; null where there is none */
  code: string | null
  /** Whether the operation lists it; other outcomes are listed once they are met */
  isExpected: boolean
  /** Calls with this outcome */
  calls: number
  /** Optional fields of these calls */
  fields: FieldUse[]
  /** Variants that these calls used */
  variants: VariantUse[]
}

/** An optional field of a request */
export interface FieldUse {
  /** Name, such as `param.sortBy.field`, or of a header */
  field: string
  /** Calls that had it */
  calls: number
}

/** A variant of an assumption */
export interface VariantUse {
  /** Number of the assumption */
  assumption: string
  /** Name of the variant */
  variant: string
  /** Calls that used it */
  calls: number
}

/** Successes of one kind, among those with `0` */
export interface SuccessCoverage {
  /** Such as `failed-list` */
  name: string
  /** Such as `answered with a failedList` */
  means: string
  /** Calls with such a success */
  calls: number
  /** Optional fields of these calls */
  fields: FieldUse[]
  /** Variants that these calls used */
  variants: VariantUse[]
}

/** How every operation, field, header, rule and code is known */
export interface Provenance {
  /** How many of the listed ones are known how */
  counts: {
    operations: KnownCounts
    fields: KnownCounts
    headers: KnownCounts
    rules: KnownCounts
    codes: KnownCounts
  }
  /** Operations and supporting routes */
  operations: KnownOperation[]
  /** Fields of their requests and answers */
  fields: KnownField[]
  /** Headers of their requests */
  headers: KnownHeader[]
  /** Rules by their numbers */
  rules: KnownRule[]
  /** Codes of answers and of findings */
  codes: KnownCode[]
}

/** How many are known how */
export interface KnownCounts {
  /** Those known from the document */
  document: number
  /** Those published elsewhere */
  'published elsewhere': number
  /** Those invented here */
  invented: number
}

/** An operation and how it is known */
export interface KnownOperation {
  /** Number of the operation, or name of the supporting route */
  operation: string
  /** What it is for */
  summary: string
  /** Methods and paths */
  routes: string[]
  /** Where it comes from: the interface document, other published pages, or this server */
  known: 'document' | 'published elsewhere' | 'invented'
  /** Section of the document that speaks of it; null where the document says nothing */
  section: string | null
  /** Numbers of the assumptions that decide what is left open about it */
  assumptions: string[]
}

/** A field of a request or an answer and how it is known */
export interface KnownField {
  /** Number of the operation, or name of the supporting route */
  operation: string
  /** Where it is: path, query, or the body of a request, of a success or of a refusal */
  in: 'path' | 'query' | 'request' | 'answer' | 'refusal'
  /** Its path in the body, such as `result.list[].id`; `(body)` is the whole body */
  path: string
  /** What it holds */
  description: string
  /** Where it comes from: the interface document, other published pages, or this server */
  known: 'document' | 'published elsewhere' | 'invented'
  /** Section of the document that speaks of it; null where the document says nothing */
  section: string | null
  /** Numbers of the assumptions that decide what is left open about it */
  assumptions: string[]
}

/** A request header of an operation and how it is known */
export interface KnownHeader {
  /** Number of the operation, or name of the supporting route */
  operation: string
  /** Name of the header */
  name: string
  /** Whether a call without it is refused */
  required: boolean
  /** Where it comes from: the interface document, other published pages, or this server */
  known: 'document' | 'published elsewhere' | 'invented'
  /** Section of the document that speaks of it; null where the document says nothing */
  section: string | null
  /** Numbers of the assumptions that decide what is left open about it */
  assumptions: string[]
}

/** A rule of this server, which is an assumption */
export interface KnownRule {
  /** Number of the assumption */
  number: string
  /** What the document says, or that it is silent */
  shown: string
  /** What this server does */
  does: string
  /** Why */
  why: string
  /** Where it comes from: the interface document, other published pages, or this server */
  known: 'document' | 'published elsewhere' | 'invented'
  /** Sections of the document that leave it open */
  sections: string[]
  /** What a workspace can choose, by name; the first is the default */
  variants: {
    [k: string]: string
  }
}

/** A code of an answer or of a finding */
export interface KnownCode {
  /** The code */
  code: string
  /** Its name; of a finding the code itself */
  name: string
  /** What has the code */
  kind: 'success' | 'refusal' | 'finding'
  /** When it is answered or reported */
  when: string
  /** Operations that can answer it; empty for a finding, which any call can have */
  operations: string[]
  /** Where it comes from: the interface document, other published pages, or this server */
  known: 'document' | 'published elsewhere' | 'invented'
  /** Section of the document that speaks of it; null where the document says nothing */
  section: string | null
  /** Numbers of the assumptions that decide what is left open about it */
  assumptions: string[]
}

/** The server: version, paths, storage, bounds */
export interface ServerInfo {
  /** Version of the package */
  version: string
  /** Profile that it was started with: `local`, `ci` or `staging` */
  profile: string
  /** Present time, epoch ms by the clock of the machine */
  nowMs: number
  /** URL that its answers name by its settings; null for that of the caller */
  publicUrl: string | null
  /** Path of the operation that issues tokens */
  tokenPath: string
  /** Base path of uploads and downloads */
  filesPath: string
  /** Where its data is */
  storage: {
    /** Data folder; null where everything is in memory and temporary files */
    folder: string | null
    /** Free space where files are kept, in bytes; null where it is unknown */
    freeBytes: number | null
  }
  /** Open workspaces */
  workspaces: {
    /** Workspaces whose database is open */
    open: number
    /** Maximum number of open databases */
    maxOpen: number
  }
  quota: Quota
}
