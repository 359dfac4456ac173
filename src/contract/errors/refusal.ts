import { LIMITS } from '../../kernel/limits.ts'
import { ownCopy } from '../../kernel/text.ts'
import { CallerError, type HttpProblem } from './caller-error.ts'
import { quote } from './quote.ts'
import type { RoomCause } from './room-cause.ts'

/** How a refusal is answered where that is not HTTP 200 with an envelope. */
export interface RefusalHttp {
  /** Status of a request that no operation answers; 200 without it. */
  readonly status?: number
  /** Status where the bytes of files are sent or received; without it `status`, else 400. */
  readonly fileStatus?: number
  /** What the control plane answers; a bad request without it. */
  readonly problem?: HttpProblem
  /** The room that the call lacks; that of the problem without it. */
  readonly room?: RoomCause
}

/** One kind of refusal: its code, when the server returns it, and the sentence that explains one case of it. */
export interface RefusalKind<Args extends unknown[] = never[]> {
  readonly code: string
  readonly when: string
  readonly message: (...args: Args) => string
  /** The sentence of a case that needs nothing of the call; undefined where each case needs something. */
  readonly usualMessage: string | undefined
  readonly http: RefusalHttp
  /** True if the first argument of the message is a field, which the message starts with. */
  readonly namesField: boolean
}

/** Thrown when a call is refused; rendered as `{ code, message, result: null }` in one place. */
export class Refusal extends CallerError {
  override name = 'Refusal'
  readonly code: string
  readonly http: RefusalHttp
  readonly #namesField: boolean

  constructor(code: string, message: string, http: RefusalHttp = {}, namesField = false) {
    // It answers a call and is no defect; recording a stack would take longer than most calls.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(shorten(message), http.problem)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.http = http
    this.#namesField = namesField
  }

  /** The same with its field below another: an operation names fields of its parameters, a caller sends a whole body. */
  below(field: string): Refusal {
    if (!this.#namesField) return this
    return new Refusal(this.code, `${field}.${this.message}`, this.http, true)
  }

  override get room(): RoomCause | undefined {
    return this.http.room ?? super.room
  }

  /** The same for a call that lacks another room. */
  lacking(room: RoomCause): Refusal {
    return new Refusal(this.code, this.message, { ...this.http, room }, this.#namesField)
  }

  with(text: string): Refusal {
    return text === ''
      ? this
      : new Refusal(this.code, this.message + text, this.http, this.#namesField)
  }
}

/** Messages quote names and values of the caller, which can be of any length, and outlive the call in the journal. */
const shorten = (message: string): string => {
  const max = LIMITS.messageCharacters.max
  return message.length > max ? `${ownCopy(message, max)}…` : ownCopy(message)
}

/** A kind whose sentence is always the same is described by its text. */
export const kind = <Args extends unknown[] = []>(
  code: string,
  when: string,
  message: string | ((...args: Args) => string),
  http: RefusalHttp = {},
): RefusalKind<Args> =>
  typeof message === 'string'
    ? { code, when, message: () => message, usualMessage: message, http, namesField: false }
    : { code, when, message, usualMessage: undefined, http, namesField: false }

export const fieldKind = <Args extends [field: string, ...rest: unknown[]]>(
  code: string,
  when: string,
  message: (...args: Args) => string,
  http: RefusalHttp = {},
): RefusalKind<Args> => ({ code, when, message, usualMessage: undefined, http, namesField: true })

export const unknown = (code: string, what: string, http?: RefusalHttp) =>
  fieldKind(
    code,
    `A field names ${what} that does not exist, or that the caller may not see.`,
    (field: string, value: number | string) =>
      `${field}: ${what.replace(/^an? /, '')} ${quote(value)} does not exist`,
    http,
  )
