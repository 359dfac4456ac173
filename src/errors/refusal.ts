import { ownCopy } from '../kernel/text.ts'
import { LIMITS } from '../limits.ts'
import { quote } from './quote.ts'

/** One kind of refusal: its code, when it is answered, and the sentence that explains one case of it. */
export interface RefusalKind<Args extends unknown[] = never[]> {
  readonly code: string
  readonly when: string
  readonly message: (...args: Args) => string
}

/** Thrown when a call is refused; rendered as `{ code, message, result: null }` in one place. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  /** The HTTP status, where it is not the usual one of the code. */
  readonly status: number | undefined

  constructor(code: string, message: string, status?: number) {
    super(shorten(message))
    this.code = code
    this.status = status
  }
}

/** Messages quote names and values of the caller, which can be of any length, and outlive the call in the journal. */
const shorten = (message: string): string => {
  const max = LIMITS.messageCharacters.max
  return message.length > max ? `${ownCopy(message, max)}…` : ownCopy(message)
}

/** Describes a kind of refusal. */
export const kind = <Args extends unknown[]>(
  code: string,
  when: string,
  message: (...args: Args) => string,
): RefusalKind<Args> => ({ code, when, message })

/** The kind of refusal for a field that names something which does not exist. */
export const unknown = (code: string, what: string) =>
  kind(
    code,
    `A field names ${what} that does not exist, or that the caller may not see.`,
    (field: string, value: number | string) =>
      `${field}: there is no ${what.replace(/^an? /, '')} ${quote(value)}`,
  )
