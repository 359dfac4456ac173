import { CallerError } from './caller-error.ts'

/** An error that stops the start and that the person starting the server can correct. */
export class StartError extends CallerError {
  override name = 'StartError'

  constructor(message: string, options?: ErrorOptions) {
    super(message, undefined, options)
  }
}

/** The error of a start: what the caller can correct as a StartError, everything else as it is. */
export const startErrorOf = (error: unknown): unknown =>
  error instanceof CallerError && !(error instanceof StartError)
    ? new StartError(error.message, { cause: error })
    : error
