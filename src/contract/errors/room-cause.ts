import { type CallerError, PROBLEMS } from './caller-error.ts'
import { Refusal } from './refusal.ts'
import { REFUSALS, refuse } from './refusals.ts'

export const ROOM_CAUSES = [
  'quota',
  'disk',
  'bodies',
  'files',
  'connections',
  'journal',
  'descriptors',
] as const

/** The room that a refused call lacked. */
export type RoomCause = (typeof ROOM_CAUSES)[number]

const DISK_FULL = refuse.storageFull().message

/** Undefined for an error that is not about room. */
export const roomCauseOf = (error: CallerError): RoomCause | undefined => {
  const { problem, message } = error
  if (problem === PROBLEMS.noRoom) return message === DISK_FULL ? 'disk' : 'quota'
  if (problem === PROBLEMS.tooManyCalls) return 'journal'
  if (problem === PROBLEMS.noDescriptors) return 'descriptors'
  if (problem !== PROBLEMS.busy || !(error instanceof Refusal)) return undefined
  return error.code === REFUSALS.busyBodies.code ? 'bodies' : 'files'
}
