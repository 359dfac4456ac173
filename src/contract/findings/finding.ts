import { type Static, Type } from '@sinclair/typebox'
import { Choice, Shape, Text } from '../shapes.ts'
import { DATA_FINDINGS } from './data-findings.ts'
import type { FindingKind } from './finding-kind.ts'
import { REQUEST_FINDINGS } from './request-findings.ts'
import { TRAFFIC_FINDINGS } from './traffic-findings.ts'

/** Things worth telling the caller that are no reason to refuse, by their codes, which never change. */
export const FINDINGS = { ...REQUEST_FINDINGS, ...DATA_FINDINGS, ...TRAFFIC_FINDINGS } as const

/** The code of a finding. */
export type FindingCode = keyof typeof FINDINGS

/** The kind of a finding. */
export const findingKind = (code: FindingCode): FindingKind => FINDINGS[code]

/** Something odd about one call; `field` is a path in the request, by wire names. */
export const Finding = Shape('Finding', 'Something odd about a call that was answered', {
  code: Choice(Object.keys(FINDINGS) as FindingCode[], 'What was odd'),
  field: Type.Optional(Text('Path of the field in the request')),
})
export type Finding = Static<typeof Finding>
