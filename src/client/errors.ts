import type { Verdict } from './generated/control.ts'
import { parsedJson } from './parsed-json.ts'

/** The control plane refused a call; the message says why. */
export class ControlError extends Error {
  override name = 'ControlError'
  /** HTTP status of the answer. */
  readonly status: number
  /** Title of the problem; absent if something other than the server responded. */
  readonly title: string | undefined

  constructor(status: number, detail: string, title?: string) {
    super(detail)
    this.status = status
    this.title = title
  }
}

/** The error for an unsuccessful response of the control plane, with its detail as the message. */
export const controlErrorOf = (status: number, text: string): ControlError =>
  problemOf(status, parsedJson(text)) ??
  new ControlError(status, describeForeign(status, text.trim()))

/** What something other than the server, such as a proxy, has answered: a page is of no use to a reader. */
export const describeForeign = (status: number, text: string): string => {
  if (text.startsWith('<'))
    return `the URL answers HTTP ${status} (${/^<\?xml/.test(text) ? 'XML' : 'HTML'}), which is not from the server; check the URL and the proxy in front of the server`
  return text.split('\n')[0]?.slice(0, MAX_DETAIL) || `HTTP ${status}`
}

const problemOf = (status: number, problem: unknown): ControlError | undefined => {
  if (typeof problem !== 'object' || problem === null) return undefined
  const { detail, title, message } = problem as Readonly<Record<string, string | undefined>>
  return new ControlError(status, (detail ?? title ?? message) || `HTTP ${status}`, title)
}

/** Something other than the server, such as a proxy, may respond with a text of any length. */
const MAX_DETAIL = 500

/** An operation was refused. */
export class OperationError extends Error {
  override name = 'OperationError'
  /** Number of the operation, such as `E8`. */
  readonly operation: string
  /** Error code; absent if the response has no envelope. */
  readonly code: string | undefined
  /** HTTP status of the answer. */
  readonly status: number
  /** Body of the answer, as text. */
  readonly body: string
  /** Message of the refusal alone. */
  readonly refusal: string
  /** Why the operation was refused, where the message does not say it. */
  readonly reason: string | undefined
  /** Number of the call in the journal. */
  readonly call: number | undefined

  /** The message names operation, code and call: `E22 10134011: User has no operation permission (call #52)`. */
  constructor(
    operation: string,
    refusal: Readonly<Pick<OperationError, 'code' | 'message' | 'status' | 'body' | 'call'>> & {
      readonly reason?: string | undefined
    },
  ) {
    const { code, message, call, reason } = refusal
    const name = code === undefined ? '' : `${operation} ${code}: `
    const why = reason === undefined ? '' : `: ${reason}`
    super(`${name}${message}${why}${call === undefined ? '' : ` (call #${call})`}`)
    this.operation = operation
    this.code = refusal.code
    this.status = refusal.status
    this.body = refusal.body
    this.refusal = message
    this.reason = reason
    this.call = call
  }
}

/** The journal does not have the expected calls; the message names the count and the nearest call. */
export class ExpectationError extends Error {
  override name = 'ExpectationError'
  /** The matching calls, and the nearest one. */
  readonly verdict: Verdict

  constructor(message: string, verdict: Verdict) {
    super(message)
    this.verdict = verdict
  }
}

/** A folder to send as a seed does not exist or has no JSON files. */
export class SeedFolderError extends Error {
  override name = 'SeedFolderError'
}

/** A file changed while it was sent. */
export class FileChangedError extends Error {
  override name = 'FileChangedError'
}

/** The server could not be reached, or the connection ended before the answer. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

/** Why a request got no answer; `fetch` hides the reason in the cause. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const { code } = cause as { code?: unknown }
  return cause.message || (typeof code === 'string' ? code : error.message)
}
