/**
 * How serious a finding is: with an `error` the client would fail, or lose something, against the service; with a
 * `warning` it may; a `note` is good to know. A refusal has told the caller already, so there is no error beside it.
 */
export const FINDING_LEVELS = ['error', 'warning', 'note'] as const

export type FindingLevel = (typeof FINDING_LEVELS)[number]

export interface FindingKind {
  readonly level: FindingLevel
  readonly means: string
  readonly remedy: string
}
