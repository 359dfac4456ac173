import { type Static, Type } from '@sinclair/typebox'
import { Exactly, Id } from './primitives.ts'

/** Crowd member (document, "Crowd member"), as E10 lists it. */
export const CrowdMember = Exactly(
  { id: Id, crowdUniqueSign: Type.String() },
  { title: 'CrowdMember', description: 'Member of a crowd pack.' },
)
export type CrowdMember = Static<typeof CrowdMember>
