import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, Id } from './primitives.ts'

/** Crowd member (document, "Crowd member"), as E10 lists it. */
export const CrowdMember = ClosedObject(
  { id: Id, crowdUniqueSign: Type.String() },
  { title: 'CrowdMember', description: 'Member of a crowd pack.' },
)
export type CrowdMember = Static<typeof CrowdMember>
