import { messageLine } from '../../kernel/text.ts'
import type { RoomCause } from './room-cause.ts'

export interface HttpProblem {
  readonly status: number
  readonly title: string
  /** The room that a call with this problem lacks; undefined for a problem of another kind. */
  readonly room?: RoomCause
}

export const PROBLEMS = {
  badRequest: { status: 400, title: 'Bad request' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  notFound: { status: 404, title: 'Not found' },
  methodNotAllowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict' },
  gone: { status: 410, title: 'Gone' },
  contentTooLarge: { status: 413, title: 'Content too large' },
  tooManyCalls: { status: 429, title: 'Too many calls', room: 'journal' },
  defect: { status: 500, title: 'Defect' },
  busy: { status: 503, title: 'Busy' },
  damagedData: { status: 503, title: 'Damaged data' },
  missingFolder: { status: 503, title: 'Data folder missing' },
  noDescriptors: { status: 503, title: 'No file descriptors', room: 'descriptors' },
  stopping: { status: 503, title: 'Stopping' },
  noRoom: { status: 507, title: 'No room', room: 'quota' },
} as const satisfies Record<string, HttpProblem>

/**
 * An error that the caller, or the person starting the server, can correct. Its message is the answer: one sentence,
 * without a stack; every other error is a defect of the server.
 */
export abstract class CallerError extends Error {
  // Private, so that a log of the error does not show it.
  readonly #problem: HttpProblem

  constructor(message: string, problem: HttpProblem = PROBLEMS.badRequest, options?: ErrorOptions) {
    super(message, options)
    this.#problem = problem
  }

  get problem(): HttpProblem {
    return this.#problem
  }

  /** The room that the call lacked; undefined for an error that is not about room. */
  get room(): RoomCause | undefined {
    return this.#problem.room
  }

  /** What the control plane answers, where the message is for the log alone. */
  get detail(): string {
    return this.message
  }
}

export class ConfigError extends CallerError {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

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
  const problem = bindingProblem(error)
  return problem === undefined
    ? error
    : new StartError(`better-sqlite3 ${problem}; run npm rebuild better-sqlite3`, { cause: error })
}

/** Why the binary cannot be used: it was never built or downloaded, or it is for another Node version or system. */
const bindingProblem = (error: NodeJS.ErrnoException): string | undefined => {
  if (error.message.startsWith('Could not locate the bindings file'))
    return 'has no binary for this version of Node'
  if (error.code !== 'ERR_DLOPEN_FAILED') return undefined
  return `cannot be loaded: ${messageLine(error).replace(/\.$/, '')}`
}
