import { CallerError } from './caller-error.ts'

/** A seed, a fragment of one, or the database of an import does not have the content it must have. */
export class InvalidDataError extends CallerError {
  override name = 'InvalidDataError'
  readonly #summary: string | undefined

  /** `summary` is the message without any content of the files that were read; the message itself without it. */
  constructor(
    message: string,
    { summary, ...options }: ErrorOptions & { summary?: string | undefined } = {},
  ) {
    super(message, undefined, options)
    this.#summary = summary
  }

  /** The summary: a caller over HTTP must not read files of the server. */
  override get detail(): string {
    return this.#summary ?? this.message
  }
}
