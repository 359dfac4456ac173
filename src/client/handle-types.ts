import type {
  ApprovalView,
  ChangeableAssumption,
  ClockChange,
  ClockMode,
  ClockState,
  Coverage,
  CreatedWorkspace,
  Decision,
  Expectation,
  Fault,
  FaultRule,
  FindingLevel,
  FindingsReport,
  Fixtures,
  JournalDetail,
  JournalEntry,
  JournalFilter,
  JournalMark,
  JournalPage,
  NamedState,
  Records,
  ResetPart,
  SeedAdded,
  SetState,
  Snapshot,
  StateName,
  Variation,
  VariationKind,
  Verdict,
  WorkspaceDetail,
} from './generated/control.ts'
import type { OperationId, OperationTypes } from './generated/operations.ts'
import type { SeedFragment } from './generated/seed.ts'

declare global {
  // Declared by newer TypeScript libraries; repeated here for programs with an older one.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol
  }
}

/** The parameters of an operation: its `param`, or the whole body where it is the portal's. */
export type OperationParam<Id extends OperationId> = OperationTypes[Id]['param']

/** The payload of an operation's success. */
export type OperationResult<Id extends OperationId> = OperationTypes[Id]['result']

/** The options of a call of an operation. */
export interface CallOptions {
  /** E-mail address of the acting user. */
  as?: string
  /** Access token; that of the workspace without it. */
  accessToken?: string
  /** Further headers. */
  headers?: Record<string, string>
}

/** The clock of a workspace. */
export interface ClockControl {
  get(): Promise<ClockState>
  /** Sets mode and time; without `now` it keeps the present time. */
  set(mode: ClockMode, now?: number): Promise<ClockChange>
  /** Freezes time at an instant, epoch ms; without it at the present time. */
  freeze(now?: number): Promise<ClockChange>
  /** Moves time forward by milliseconds, and returns what became due. */
  advance(ms: number): Promise<ClockChange>
}

/** Variants by the numbers of assumptions; null for the default. */
export type VariantChanges = Readonly<Record<string, string | null>>

/** The variants of a workspace: what it does where the document does not say it. */
export interface VariantControl {
  /** Reads the assumptions with variants, and those that count. */
  get(): Promise<ChangeableAssumption[]>
  /** Switches variants from the next call on, all or none; null goes back to the default. */
  set(changes: VariantChanges): Promise<ChangeableAssumption[]>
  /** Sets all variants to those that the workspace began with. */
  reset(): Promise<ChangeableAssumption[]>
}

/** The variation of a workspace: seeded changes of what the document leaves open. */
export interface VariationControl {
  /** Reads the variation; null for none. */
  get(): Promise<Variation | null>
  /** Varies the answers from the next call on; without kinds in every way. */
  set(seed: number, kinds?: readonly VariationKind[]): Promise<Variation | null>
  /** Ends the variation. */
  off(): Promise<void>
}

/** The fault rules of a workspace. */
export interface FaultControl {
  add(rule: FaultRule): Promise<Fault>
  list(): Promise<Fault[]>
  /** Lists the rules in the workspace that have never acted. */
  unused(): Promise<Fault[]>
  remove(id: string): Promise<void>
  clear(): Promise<void>
}

/** The calls to follow. */
export interface FollowOptions
  extends Pick<JournalFilter, 'operation' | 'code' | 'actor' | 'finding' | 'level' | 'after'> {
  /** Receives the number of calls that the journal dropped before they could be sent. */
  onDropped?: (count: number) => void
  /** Receives what was changed between the calls, such as the clock or a fault rule. */
  onMark?: (mark: JournalMark) => void
}

/** The findings that must not be there. */
export interface FindingExpectation {
  /** Minimum level of the findings; `error` without it. */
  level?: FindingLevel
  /** Only calls after the entry with this number. */
  after?: number
}

/** The journal of a workspace. */
export interface JournalControl {
  list(filter?: JournalFilter): Promise<JournalPage>
  get(seq: number): Promise<JournalDetail>
  /** Yields calls as they end, until the server stops or the loop is left. */
  follow(options?: FollowOptions): AsyncGenerator<JournalEntry>
  /**
   * Waits until enough calls match, at most `timeoutMs` (2 s by default), and returns the verdict either way.
   * `matched` is `'indeterminate'`, which an `if` takes for true, where a call that is no longer kept may have
   * matched. `expect` throws in that case, too.
   */
  wait(expectation: Expectation): Promise<Verdict>
  /**
   * Looks for a call that must not be made, and returns the verdict either way: `matched` is `false` without such a
   * call, `true` with one, `'indeterminate'` where a call that is no longer kept may have matched. `expectNever`
   * throws in the last two cases.
   */
  expectNone(expectation: Expectation): Promise<Verdict>
  /** Waits like `wait`, and returns the matching calls; throws an `ExpectationError` when too few match. */
  expect(expectation: Expectation): Promise<JournalDetail[]>
  /** Looks like `expectNone`; throws an `ExpectationError` unless it is certain that no call matches. */
  expectNever(expectation: Expectation): Promise<void>
  /**
   * Throws an `ExpectationError` when a call in the journal has a finding of a level, by default `error`; its message
   * explains each finding and names its calls. It throws, too, when calls are no longer kept.
   */
  expectNoFindings(expectation?: FindingExpectation): Promise<void>
  clear(): Promise<void>
}

/** The snapshots of a workspace: named copies of its data. */
export interface SnapshotControl {
  take(name: string): Promise<Snapshot>
  restore(name: string): Promise<Snapshot>
  list(): Promise<Snapshot[]>
  delete(name: string): Promise<void>
}

/** A kind of records. */
export type RecordKind = Records['kind']

/** The records of a kind. */
export type RecordsOf<Kind extends RecordKind> = Extract<Records, { kind: Kind }>

/** A folder of JSON files and the folder `files`, on this machine. */
export interface SeedFolder {
  folder: string
}

/** Options of the addition of a seed. */
export interface SeedOptions {
  /** Whether the seed takes the place of what has its ids; without it ids that are taken are refused. */
  replace?: boolean
}

/** The control plane of a workspace. */
export interface WorkspaceControl {
  readonly clock: ClockControl
  readonly faults: FaultControl
  readonly journal: JournalControl
  readonly snapshots: SnapshotControl
  readonly variants: VariantControl
  readonly variation: VariationControl
  /** Reads what was odd in calls, with remedies; a reset keeps it. The level is the minimum, all without it. */
  findings(level?: FindingLevel): Promise<FindingsReport>
  /** Deletes all findings; the journal keeps its entries. */
  clearFindings(): Promise<void>
  /** Reads the credentials and ready-made ids. */
  readFixtures(): Promise<Fixtures>
  /** Reads rows that operations write and none returns, newest first. */
  records<Kind extends RecordKind>(kind: Kind): Promise<RecordsOf<Kind>>
  /** Lists all named states, with the sentence that each makes true. */
  states(): Promise<NamedState[]>
  /** Sets a named state, and returns ids to call with. */
  state(name: StateName): Promise<SetState>
  /**
   * Adds data in the format of seed files, or the files of a seed folder of this machine, all of it or nothing. With
   * `replace` it takes the place of what has its ids.
   */
  seed(seed: SeedFragment | SeedFolder, options?: SeedOptions): Promise<SeedAdded>
  /** Decides a task of an approval, which no operation does. */
  decide(decision: Decision): Promise<ApprovalView>
  /** Reads what the calls have exercised; a reset keeps it. */
  coverage(): Promise<Coverage>
  /** Deletes the counts of calls. */
  clearCoverage(): Promise<void>
  /** Exports data and files as the bytes of an archive. */
  export(): Promise<Uint8Array>
  /** Replaces data and files by those of an archive. */
  import(archive: Uint8Array): Promise<void>
  /** Resets the workspace, or parts of it, to its seed. */
  reset(parts?: readonly ResetPart[]): Promise<void>
}

/** What can be uploaded: the path of a file of this machine, or bytes. */
export type UploadSource = string | Uint8Array

/** What interrupts an upload: an `AbortSignal`, whose type not every program has. */
export interface UploadSignal {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: 'abort', listener: () => void): void
}

/** How much of an upload the server has. */
export interface UploadProgress {
  sentBytes: number
  totalBytes: number
}

/** The options of an upload. */
export interface UploadOptions {
  /** Name of the file with its extension; that of a path without it, bytes need one. */
  name?: string
  /** Media type; the server reads it from the bytes without it. */
  type?: string
  /** E-mail address of the acting user. */
  as?: string
  /** Bytes of each part but the last, from 102,400; the server chooses without it. */
  partSizeBytes?: number
  /** Receives the progress after each part. */
  onProgress?: (progress: UploadProgress) => void
  /** Interrupts the upload, which is then aborted at the server. */
  signal?: UploadSignal
}

/** A file that was uploaded, as an atom, which E21 and E9 take. */
export interface UploadedFile {
  /** Id of the atom. */
  atomId: number
  /** Name of the file. */
  name: string
  /** Path by which E13 and E16 know the file. */
  filePath: string
  /** Id of the upload. */
  uploadId: string
  /** Size in bytes. */
  size: number
}

/** A workspace with its credentials, operations and control plane. */
export interface WorkspaceHandle extends CreatedWorkspace, WorkspaceControl {
  /** Calls an operation and returns the payload of its success; throws an `OperationError` on a refusal. */
  call<Id extends OperationId>(
    operation: Id,
    param: OperationParam<Id>,
    options?: CallOptions,
  ): Promise<OperationResult<Id>>
  /** Uploads a file in parts and makes an atom of it (E13, E16); throws an `OperationError` on a refusal. */
  upload(source: UploadSource, options?: UploadOptions): Promise<UploadedFile>
  /** Reads the workspace with sizes and counts. */
  show(): Promise<WorkspaceDetail>
  /** Deletes the workspace with everything in it. */
  delete(): Promise<void>
  /** Deletes the workspace at the end of a block with `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}
