import type { Verdict } from './journal-types.ts'

/** The control plane did not do what it was asked for; the message says why. */
export class ControlError extends Error {
  override name = 'ControlError'
  /** The HTTP status of the answer. */
  readonly status: number

  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

/** An operation of the document was not answered with success. */
export class OperationError extends Error {
  override name = 'OperationError'
  /** The operation's number, such as `E8`. */
  readonly operation: string
  /** The code of the refusal; absent when the answer is no envelope. */
  readonly code: string | undefined
  /** The HTTP status of the answer. */
  readonly status: number
  /** The text of the answer's body. */
  readonly body: string

  constructor(
    operation: string,
    refusal: { code: string | undefined; message: string; status: number; body: string },
  ) {
    super(refusal.message)
    this.operation = operation
    this.code = refusal.code
    this.status = refusal.status
    this.body = refusal.body
  }
}

/** Not the calls were made that were expected; the message says how many, and what came nearest. */
export class ExpectationError extends Error {
  override name = 'ExpectationError'
  /** What was found. */
  readonly verdict: Verdict

  constructor(message: string, verdict: Verdict) {
    super(message)
    this.verdict = verdict
  }
}

/** The server could not be reached, or the connection ended before the answer. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

/** Why a request got no answer, in words: `fetch` hides the reason in the cause. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const { code } = cause as { code?: unknown }
  return cause.message || (typeof code === 'string' ? code : error.message)
}
