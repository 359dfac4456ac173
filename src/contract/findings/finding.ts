import { type Static, Type } from '@sinclair/typebox'
import { Choice, Named, Shape, Text, TypedAs } from '../shapes.ts'
import { DATA_FINDINGS, REQUEST_FINDINGS, STORAGE_FINDINGS, TRAFFIC_FINDINGS } from './catalogue.ts'
import { FINDING_LEVELS, type FindingLevel } from './finding-kind.ts'

/** Things a caller should know that are no reason to refuse the call, by code. Codes never change. */
export const FINDINGS = {
  ...REQUEST_FINDINGS,
  ...DATA_FINDINGS,
  ...TRAFFIC_FINDINGS,
  ...STORAGE_FINDINGS,
} as const

export type FindingCode = keyof typeof FINDINGS

/**
 * A finding as a call keeps it; `field` is a path in the request, by wire names. Its level is the level of its code, unless the
 * call was refused.
 */
export interface KeptFinding {
  readonly code: FindingCode
  readonly level?: FindingLevel
  readonly field?: string
  /** What the caller probably meant, where that is known. */
  readonly expected?: string
}

const CODES = Object.keys(FINDINGS) as FindingCode[]

export const FindingCodes = Named('FindingCode', 'Code of a finding', Choice(CODES, ''))

export const FindingLevels = Named(
  'FindingLevel',
  'How serious a finding is. `error`: the client would fail or lose something against the service. `warning`: it may. `note`: good to know',
  Choice(FINDING_LEVELS, ''),
)

export const WantedCode = (description: string) =>
  TypedAs('FindingCode', Choice(CODES, description))

export const WantedLevel = (description: string) =>
  TypedAs('FindingLevel', Choice(FINDING_LEVELS, description))

export const Finding = Shape('Finding', 'A likely client mistake in an answered call', {
  code: FindingCodes,
  level: FindingLevels,
  field: Type.Optional(Text('Path of the field in the request')),
  expected: Type.Optional(Text('The value that the client probably meant, if known')),
})
export type Finding = Static<typeof Finding>

export const rankOf = (level: FindingLevel): number => FINDING_LEVELS.indexOf(level)

export const levelOfFinding = ({ code, level }: KeptFinding): FindingLevel =>
  level ?? FINDINGS[code].level

/** A finding about a refused call: it is never an error, because the refusal already told the caller. */
export const besideRefusal = (finding: KeptFinding): KeptFinding =>
  levelOfFinding(finding) === 'error' ? { ...finding, level: 'warning' } : finding

export const isAtLeast = (level: FindingLevel, wanted: FindingLevel): boolean =>
  rankOf(level) <= rankOf(wanted)

/** True if the field of a finding can have a name chosen by the caller, which may be a secret; rules name known fields. */
export const hasCallersName = (code: FindingCode): boolean => Object.hasOwn(REQUEST_FINDINGS, code)

/** Findings, most serious first; within a level, the order is kept. */
export const bySeverity = <T extends KeptFinding>(findings: readonly T[]): readonly T[] =>
  findings.length < 2
    ? findings
    : [...findings].sort((a, b) => rankOf(levelOfFinding(a)) - rankOf(levelOfFinding(b)))
