import { type Static, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { ClosedObject, Id } from './primitives.ts'

/** Crowd member (document, "Crowd member"), as E10 lists it. */
export const CrowdMember = ClosedObject(
  {
    id: shown(Id, 'Id of the membership.', 'A-7-2'),
    crowdUniqueSign: shown(Type.String(), 'Sign of the member, unique in its pack.', 'A-7-2'),
  },
  { title: 'CrowdMember', description: 'Member of a crowd pack.' },
)
export type CrowdMember = Static<typeof CrowdMember>
