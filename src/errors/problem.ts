/** Why the control plane does not do what it was asked for, with the HTTP status that says so. */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  readonly title: string

  constructor(status: number, title: string, detail: string) {
    super(detail)
    this.status = status
    this.title = title
  }
}

/** Something is named that is not there. */
export const notFound = (detail: string): Problem => new Problem(404, 'Not found', detail)

/** Something is asked for that cannot be. */
export const badRequest = (detail: string): Problem => new Problem(400, 'Bad request', detail)

/** There is no room to store something. */
export const noRoom = (detail: string): Problem => new Problem(507, 'No room', detail)

/** The process may open no more files. */
export const outOfDescriptors = (detail: string): Problem =>
  new Problem(503, 'No file descriptors', detail)

/** What is kept cannot be read. */
export const damaged = (detail: string): Problem => new Problem(503, 'Damaged data', detail)

/** Something stands in the way as things are now. */
export const conflict = (detail: string): Problem => new Problem(409, 'Conflict', detail)
