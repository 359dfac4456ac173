import { accessStates } from './access.ts'
import { approvalStates } from './approvals.ts'
import { collectionStates } from './collections.ts'
import { crowdStates } from './crowds.ts'
import { libraryStates } from './library.ts'
import { outreachStates } from './outreach.ts'
import { portalStates } from './portal.ts'
import type { State } from './state.ts'
import { uploadStates } from './uploads.ts'

/** Every named state. */
export const STATES = {
  ...libraryStates,
  ...collectionStates,
  ...approvalStates,
  ...crowdStates,
  ...portalStates,
  ...outreachStates,
  ...accessStates,
  ...uploadStates,
} as const satisfies Record<string, State>

/** The name of a state. */
export type StateName = keyof typeof STATES

/** All names, in the catalogue's order. */
export const STATE_NAMES = Object.keys(STATES) as StateName[]
