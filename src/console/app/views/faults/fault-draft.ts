import type { FaultPhase } from '#src/client/generated/control.ts'

/** The effects that replace the answer or leave out atoms, beside a delay. */
export const ENDING_NAMES = ['code', 'status', 'reset', 'truncate', 'malformed', 'failed'] as const

/** What a rule does besides a delay. */
export type EndingName = 'none' | (typeof ENDING_NAMES)[number]

/** A rule as the form has it: every field as text. */
export interface FaultDraft {
  readonly operation: string
  readonly outcome: string
  readonly actor: string
  readonly nth: string
  readonly body: string
  readonly phase: FaultPhase
  readonly ending: EndingName
  readonly code: string
  readonly status: string
  readonly failed: string
  readonly delay: 'none' | 'fixed' | 'uniform'
  readonly delayMs: string
  readonly minMs: string
  readonly maxMs: string
  readonly probability: string
  readonly frequency: 'once' | 'number' | 'always'
  readonly times: string
}

/** The parts of the form read and change one draft. */
export interface DraftProps {
  readonly draft: FaultDraft
  readonly change: (change: Partial<FaultDraft>) => void
}

/** The form as it opens. */
export const NEW_DRAFT: FaultDraft = {
  operation: 'E1',
  outcome: '',
  actor: '',
  nth: '',
  body: '',
  phase: 'before',
  ending: 'code',
  code: '10134011',
  status: '503',
  failed: '1',
  delay: 'none',
  delayMs: '1000',
  minMs: '100',
  maxMs: '900',
  probability: '',
  frequency: 'once',
  times: '2',
}

/** The endings that are possible in each phase. */
export const ENDINGS: Readonly<Record<FaultPhase, readonly EndingName[]>> = {
  arrival: ['none', 'code', 'status', 'reset'],
  before: ['none', 'code', 'status', 'reset', 'failed'],
  after: ['none', 'code', 'status', 'reset'],
  during: ['none', 'reset', 'truncate', 'malformed'],
}
