/** How the control plane answers an error: an HTTP status and the title of its problem. */
export interface HttpProblem {
  readonly status: number
  readonly title: string
}

/** The problems of the control plane. */
export const PROBLEMS = {
  badRequest: { status: 400, title: 'Bad request' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  notFound: { status: 404, title: 'Not found' },
  methodNotAllowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict' },
  gone: { status: 410, title: 'Gone' },
  contentTooLarge: { status: 413, title: 'Content too large' },
  tooManyCalls: { status: 429, title: 'Too many calls' },
  defect: { status: 500, title: 'Defect' },
  busy: { status: 503, title: 'Busy' },
  damagedData: { status: 503, title: 'Damaged data' },
  missingFolder: { status: 503, title: 'Data folder missing' },
  noDescriptors: { status: 503, title: 'No file descriptors' },
  stopping: { status: 503, title: 'Stopping' },
  noRoom: { status: 507, title: 'No room' },
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

  /** How the control plane answers it. */
  get problem(): HttpProblem {
    return this.#problem
  }

  /** What the control plane answers, where the message is for the log alone. */
  get detail(): string {
    return this.message
  }
}
