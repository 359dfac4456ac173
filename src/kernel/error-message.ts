/** The message of a thrown value. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The same on one line, for the end of a sentence. */
export const messageLine = (error: unknown): string => messageOf(error).replaceAll(/\s+/g, ' ')
