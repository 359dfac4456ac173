import { type Static, Type } from '@sinclair/typebox'
import { Choice, Shape, Text } from '../shapes.ts'
import { DATA_FINDINGS } from './data-findings.ts'
import { FINDING_LEVELS, type FindingKind, type FindingLevel } from './finding-kind.ts'
import { REQUEST_FINDINGS } from './request-findings.ts'
import { TRAFFIC_FINDINGS } from './traffic-findings.ts'

/** Things worth telling the caller that are no reason to refuse, by their codes, which never change. */
export const FINDINGS = { ...REQUEST_FINDINGS, ...DATA_FINDINGS, ...TRAFFIC_FINDINGS } as const

/** The code of a finding. */
export type FindingCode = keyof typeof FINDINGS

/** The kind of a finding. */
export const findingKind = (code: FindingCode): FindingKind => FINDINGS[code]

/** A finding as a call keeps it; `field` is a path in the request, by wire names. Its level follows from its code. */
export interface KeptFinding {
  readonly code: FindingCode
  readonly field?: string
}

/** The code of a finding, in schemas. */
export const FindingCodes = Choice(Object.keys(FINDINGS) as FindingCode[], 'What was odd')

/** How serious a finding is, in schemas. */
export const Level = (description: string) => Choice(FINDING_LEVELS, description)

/** Something odd about one call. */
export const Finding = Shape('Finding', 'Something odd about a call that was answered', {
  code: FindingCodes,
  level: Level(
    'How serious it is: with an `error` the client would fail, or lose something, against the service',
  ),
  field: Type.Optional(Text('Path of the field in the request')),
})
export type Finding = Static<typeof Finding>

/** The rank of a level, 0 for the most serious one. */
export const rankOf = (level: FindingLevel): number => FINDING_LEVELS.indexOf(level)

/** Whether a code is at least as serious as a level. */
export const isAtLeast = (code: FindingCode, level: FindingLevel): boolean =>
  rankOf(FINDINGS[code].level) <= rankOf(level)

/** Findings, the most serious first; those of one level stay in their order. */
export const bySeverity = <T extends KeptFinding>(findings: readonly T[]): readonly T[] =>
  findings.length < 2
    ? findings
    : [...findings].sort((a, b) => rankOf(FINDINGS[a.code].level) - rankOf(FINDINGS[b.code].level))
