import type { Static } from '@sinclair/typebox'
import { expect, expectTypeOf, test } from 'vitest'
import type * as Handles from '#src/client/handle-types.ts'
import type * as Client from '#src/client/state-names.ts'
import type * as Workspaces from '#src/client/workspace-types.ts'
import type { ApprovalView } from '#src/control/approvals/schema.ts'
import type { ClockChange, ClockState } from '#src/control/clock/schema.ts'
import type { Fixtures } from '#src/control/fixtures/schema.ts'
import type { Records } from '#src/control/records/schema.ts'
import type { ResetDone } from '#src/control/reset/schema.ts'
import type { SeedAdded } from '#src/control/seed/schema.ts'
import type { Snapshot } from '#src/control/snapshots/schema.ts'
import type { NamedState, SetState } from '#src/control/states/schema.ts'
import type {
  CreatedWorkspace,
  WorkspaceDetail,
  WorkspaceSummary,
} from '#src/control/workspaces/schema.ts'
import type { StateName } from '#src/states/state-catalogue.ts'

type Answer<Method extends (...args: never[]) => unknown> = Awaited<ReturnType<Method>>

/** What the client says of an answer, and what the server says of the same. */
interface Pairs {
  clock: [Workspaces.ClockState, Static<typeof ClockState>]
  movedClock: [Workspaces.ClockChange, Static<typeof ClockChange>]
  workspace: [Workspaces.WorkspaceSummary, Static<typeof WorkspaceSummary>]
  workspaceDetail: [Workspaces.WorkspaceDetail, Static<typeof WorkspaceDetail>]
  createdWorkspace: [
    Omit<Workspaces.CreatedWorkspace, 'fixtures'>,
    Omit<Static<typeof CreatedWorkspace>, 'fixtures'>,
  ]
  // The client counts on the ids of the built-in seeds.
  fixtures: [Workspaces.Fixtures, Fixtures]
  snapshot: [Workspaces.Snapshot, Static<typeof Snapshot>]
  resetPart: [Workspaces.ResetPart, Static<typeof ResetDone>['reset'][number]]
  namedState: [Handles.NamedState, Static<typeof NamedState>]
  setState: [Handles.SetState, Static<typeof SetState>]
  approval: [Handles.ApprovalView, ApprovalView]
  stateName: [Client.StateName, StateName]
  wantedState: [Parameters<Handles.WorkspaceHandle['state']>[0], StateName]
  seed: [Answer<Handles.WorkspaceControl['seed']>, Static<typeof SeedAdded>]
}

/** With every key that may be absent: one that only one of two types knows would not be missed else. */
type Whole<T> = T extends readonly (infer Element)[]
  ? Whole<Element>[]
  : T extends object
    ? { [Key in keyof T]-?: Whole<Exclude<T[Key], undefined>> }
    : T

type Fits<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** The names of pairs of which one does not fit the other. */
type Differing = {
  [Name in keyof Pairs]: [
    Fits<Pairs[Name][0], Pairs[Name][1]>,
    Fits<Whole<Pairs[Name][0]>, Whole<Pairs[Name][1]>>,
  ] extends [true, true]
    ? never
    : Name
}[keyof Pairs]

test('the types of the client answer to the shapes of the server, and these to them', () => {
  // The compiler names the pairs that are missing here.
  const differing: Record<Differing, 'differs'> = {}
  expect(differing).toEqual({})
})

test('the types of the client answer to fixtures and records as far as they speak of them', () => {
  expectTypeOf<Workspaces.CreatedWorkspace>().toExtend<Static<typeof CreatedWorkspace>>()
  expectTypeOf<Static<typeof Records>>().toExtend<Answer<Handles.WorkspaceControl['records']>>()
})
