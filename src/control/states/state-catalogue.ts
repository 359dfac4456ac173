import { accessStates } from './access-states.ts'
import { approvalStates } from './approval-states.ts'
import { collectionStates } from './collection-states.ts'
import { crowdStates } from './crowd-states.ts'
import { libraryStates } from './library-states.ts'
import { marketingStates } from './marketing-states.ts'
import type { State } from './named-state.ts'
import { portalStates } from './portal-states.ts'
import { uploadStates } from './upload-states.ts'

export const STATES = {
  ...libraryStates,
  ...collectionStates,
  ...approvalStates,
  ...crowdStates,
  ...portalStates,
  ...marketingStates,
  ...accessStates,
  ...uploadStates,
} as const satisfies Record<string, State>

export type StateName = keyof typeof STATES

export const STATE_NAMES = Object.keys(STATES) as StateName[]
