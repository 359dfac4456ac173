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
  /** Why the call is refused, where the message must not say it; header, journal, log and console show it. */
  readonly reason: string | undefined
  readonly #namesField: boolean

  constructor(
    code: string,
    message: string,
    http: RefusalHttp = {},
    namesField = false,
    reason?: string,
  ) {
    // It answers a call and is no defect; recording a stack would take longer than most calls.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(shorten(message), http.problem)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.http = http
    this.reason = reason
    this.#namesField = namesField
  }

  /** The same with its field below another: an operation names fields of its parameters, a caller sends a whole body. */
  below(field: string): Refusal {
    if (!this.#namesField) return this
    return this.#copy({ message: `${field}.${this.message}` })
  }

  override get room(): RoomCause | undefined {
    return this.http.room ?? super.room
  }

  /** The same for a call that lacks another room. */
  lacking(room: RoomCause): Refusal {
    return this.#copy({ http: { ...this.http, room } })
  }

  with(text: string): Refusal {
    return text === '' ? this : this.#copy({ message: this.message + text })
  }

  /** The same with the reason of this case: one sentence, `<what is wrong>; <what would be right>`. */
  because(reason: string | undefined): Refusal {
    return reason === undefined ? this : this.#copy({ reason })
  }

  #copy(changed: Partial<Pick<Refusal, 'message' | 'http' | 'reason'>>): Refusal {
    const { message, http, reason } = {
      message: this.message,
      http: this.http,
      reason: this.reason,
      ...changed,
    }
    return new Refusal(this.code, message, http, this.#namesField, reason)
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

type UnknownValue = number | string

/** Values of one message; a list can have thousands. */
const MAX_VALUES = 10

/** `asset 5 does not exist`, `assets 5, 6 and 7 do not exist`. */
const doNotExist = (what: string, values: readonly UnknownValue[]): string => {
  const name = what.replace(/^an? /, '')
  const [first, ...others] = values.slice(0, MAX_VALUES).map(quote)
  if (others.length === 0) return `${name} ${first} does not exist`
  const more = values.length - MAX_VALUES
  const last = more > 0 ? `${more} more` : others.pop()
  const names = name.replaceAll(/\w+(?=$| or )/g, '$&s')
  return `${names} ${[first, ...others].join(', ')} and ${last} do not exist`
}

/** The message names all values of a list that are unknown, up to a number of them. */
export const unknown = (code: string, what: string, http?: RefusalHttp) =>
  fieldKind(
    code,
    `A field names ${what} that does not exist, or that the caller may not see.`,
    (field: string, value: UnknownValue | readonly UnknownValue[]) =>
      `${field}: ${doNotExist(what, [value].flat())}`,
    http,
  )
