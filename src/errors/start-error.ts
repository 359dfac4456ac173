/** Something that the person who starts the server can put right; shown as one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The database of a workspace is there no more, or is none: what a start fails of, and a call of that workspace. */
export class DamagedDatabaseError extends StartError {}

/** A seed folder that cannot be used; the summary says so without anything that stands in its files. */
export class SeedError extends StartError {
  readonly summary: string

  constructor(message: string, summary: string) {
    super(message)
    this.summary = summary
  }
}
