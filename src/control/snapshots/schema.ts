import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, TextUpTo } from '../../contract/resources/primitives.ts'
import { Amount, Instant, Shape, Text } from '../../contract/shapes.ts'
import { LIMITS } from '../../limits.ts'

const { max } = LIMITS.snapshotName

/** The name of a snapshot in a request; it stands in a path, which would swallow `.` and `..`. */
const SnapshotName = TextUpTo(LIMITS.snapshotName, {
  pattern: `^(?!\\.{1,2}$)[^\\u0000-\\u001f\\u007f]{1,${max}}$`,
  description: `a name of 1 to ${max} characters, without control characters, neither . nor ..`,
})

/** The path parameters of one snapshot. */
export const SnapshotParams = Type.Object({ name: SnapshotName })

/** The body that takes a snapshot. */
export const NewSnapshot = ClosedObject({ name: SnapshotName })

/** A named copy of a database. */
export const Snapshot = Shape('Snapshot', 'A named copy of the data of a workspace', {
  name: Text('Name, with which it is restored'),
  takenAtMs: Instant('When it was taken'),
  sizeBytes: Amount('Size of its database, bytes'),
})
export type Snapshot = Static<typeof Snapshot>

/** All snapshots of a workspace. */
export const SnapshotList = ClosedObject(
  { snapshots: Type.Array(Snapshot, { description: 'The snapshots, oldest first' }) },
  { description: 'The snapshots' },
)
