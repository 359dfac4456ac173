/**
 * How serious a finding is: with an `error` the client would fail, or lose something, against the service; with a
 * `warning` it may; a `note` is good to know. A refused call has no errors, because the refusal already told the caller.
 */
export const FINDING_LEVELS = ['error', 'warning', 'note'] as const

export type FindingLevel = (typeof FINDING_LEVELS)[number]

export interface FindingKind {
  readonly level: FindingLevel
  readonly means: string
  readonly remedy: string
}
