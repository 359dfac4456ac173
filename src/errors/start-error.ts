import { CallerError } from './caller-error.ts'

/** An error that stops the start and that the person starting the server can correct. */
export class StartError extends CallerError {
  override name = 'StartError'

  constructor(message: string, options?: ErrorOptions) {
    super(message, undefined, options)
  }
}

/** What a caller can correct as a StartError, everything else as it is. */
export const startErrorOf = (error: unknown): unknown => {
  if (error instanceof StartError || !(error instanceof Error)) return error
  if (error instanceof CallerError) return new StartError(error.message, { cause: error })
  return isBindingError(error)
    ? new StartError(
        'better-sqlite3 has no binary for this version of Node; run npm rebuild better-sqlite3',
        { cause: error },
      )
    : error
}

/** The binary was never built or downloaded, or belongs to another version of Node. */
const isBindingError = ({ message, code }: NodeJS.ErrnoException): boolean =>
  message.startsWith('Could not locate the bindings file') || code === 'ERR_DLOPEN_FAILED'
