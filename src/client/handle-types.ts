import type { Fault, FaultRule } from './fault-types.ts'
import type { OperationId, OperationTypes } from './generated/operations.ts'
import type { SeedFragment } from './generated/seed.ts'
import type {
  Expectation,
  FollowOptions,
  JournalDetail,
  JournalEntry,
  JournalFilter,
  JournalPage,
  Verdict,
} from './journal-types.ts'
import type { StateName } from './state-names.ts'
import type {
  ClockChange,
  ClockMode,
  ClockState,
  CreatedWorkspace,
  Fixtures,
  ResetPart,
  Snapshot,
  WorkspaceDetail,
} from './workspace-types.ts'

declare global {
  // As in the libraries that know it, for programs whose library does not.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol
  }
}

/** The parameters of an operation: its `param`, or the whole body where it is the portal's. */
export type OperationParam<Id extends OperationId> = OperationTypes[Id]['param']

/** The payload of an operation's success. */
export type OperationResult<Id extends OperationId> = OperationTypes[Id]['result']

/** How a call of an operation differs from the usual one. */
export interface CallOptions {
  /** The e-mail address of the user who acts. */
  as?: string
  /** Another access token than that of the workspace. */
  accessToken?: string
  headers?: Record<string, string>
}

/** The time of a workspace. */
export interface ClockControl {
  get(): Promise<ClockState>
  /** Sets mode and time; without `now` time goes on from where it is. */
  set(mode: ClockMode, now?: number): Promise<ClockChange>
  /** Lets time stand at an instant, epoch ms; without one at the present. */
  freeze(now?: number): Promise<ClockChange>
  /** Lets so many milliseconds pass at once, and tells what became due. */
  advance(ms: number): Promise<ClockChange>
}

/** What goes wrong in a workspace on purpose. */
export interface FaultControl {
  add(rule: FaultRule): Promise<Fault>
  list(): Promise<Fault[]>
  /** The rules that have never acted. */
  unused(): Promise<Fault[]>
  remove(id: string): Promise<void>
  clear(): Promise<void>
}

/** What a workspace was called with and what it answered. */
export interface JournalControl {
  list(filter?: JournalFilter): Promise<JournalPage>
  get(seq: number): Promise<JournalDetail>
  /** Calls as they come, until the server ends or the loop is left. */
  follow(options?: FollowOptions): AsyncGenerator<JournalEntry>
  /**
   * Waits until so many calls match, or the time is up, and answers either way: `matched` says which. It is
   * `'indeterminate'`, which is true to an `if`, where a call that is no longer kept may have matched. `expect`
   * fails in both cases.
   */
  wait(expectation: Expectation): Promise<Verdict>
  /**
   * Looks for a call that was not to be made, and answers either way: `matched` is `false` where there is none,
   * `true` where one was found, `'indeterminate'` where one that is no longer kept may have matched.
   * `expectNever` fails in the last two cases.
   */
  expectNone(expectation: Expectation): Promise<Verdict>
  /** Waits as `wait` does, and answers the calls that match; throws an `ExpectationError` unless so many do. */
  expect(expectation: Expectation): Promise<JournalDetail[]>
  /** Looks as `expectNone` does; throws an `ExpectationError` unless it is sure that no call matches. */
  expectNever(expectation: Expectation): Promise<void>
  clear(): Promise<void>
}

/** Databases that are put aside under a name. */
export interface SnapshotControl {
  take(name: string): Promise<Snapshot>
  restore(name: string): Promise<Snapshot>
  list(): Promise<Snapshot[]>
  delete(name: string): Promise<void>
}

/** A moment that a test can begin with. */
export interface NamedState {
  name: StateName
  /** What it makes true. */
  sentence: string
}

/** A state that holds now. */
export interface SetState {
  name: StateName
  // biome-ignore lint/suspicious/noExplicitAny: which ids there are depends on the state.
  ids: Record<string, any>
}

/** An approval with all its tasks, also those that have not started. */
export interface ApprovalView {
  approvalId: number
  name: string
  status: string
  tasks: {
    id: string
    key: string
    assignee: number
    status: string
    createTime: number | null
    endTime: number | null
    comment: string | null
  }[]
}

/** The decision about one task of an approval. */
export interface Decision {
  approvalId: number
  key: string
  decision: 'approve' | 'reject' | 'withdraw'
  /** Id or e-mail address of the user whose task it is. */
  assignee?: number | string
  comment?: string
}

/** All that a workspace can be told from outside. */
export interface WorkspaceControl {
  readonly clock: ClockControl
  readonly faults: FaultControl
  readonly journal: JournalControl
  readonly snapshots: SnapshotControl
  /** The ready-made ids as they are now. */
  readFixtures(): Promise<Fixtures>
  /** Rows that operations of the document write and none shows. */
  records(kind: string): Promise<{ kind: string; total: number; records: unknown[] }>
  /** All named states, with the sentence that each makes true. */
  states(): Promise<NamedState[]>
  /** Makes a named state hold, and answers the ids to call with. */
  state(name: string): Promise<SetState>
  /** Adds a fragment in the format of seed files, as a whole or not at all. */
  seed(fragment: SeedFragment): Promise<{ added: Record<string, number> }>
  /** Decides a task of an approval, which the document leaves to people. */
  decide(decision: Decision): Promise<ApprovalView>
  /** Its data and files as the bytes of one archive. */
  export(): Promise<Uint8Array>
  /** Gives it the data and files of an archive in place of its own. */
  import(archive: Uint8Array): Promise<void>
  /** Sets the workspace, or parts of it, back to how it was created. */
  reset(parts?: readonly ResetPart[]): Promise<void>
}

/** A workspace of a server, with all that it takes to call it. */
export interface WorkspaceHandle extends CreatedWorkspace, WorkspaceControl {
  /** Calls an operation and answers the payload of its success; a refusal is thrown as an `OperationError`. */
  call<Id extends OperationId>(
    operation: Id,
    param: OperationParam<Id>,
    options?: CallOptions,
  ): Promise<OperationResult<Id>>
  /** Makes a named state hold, and answers the ids to call with. */
  state(name: StateName): Promise<SetState>
  /** The workspace with its sizes and counts. */
  show(): Promise<WorkspaceDetail>
  /** Removes the workspace with everything in it. */
  delete(): Promise<void>
  /** The same at the end of a block that begins with `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}
