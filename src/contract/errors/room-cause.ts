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
