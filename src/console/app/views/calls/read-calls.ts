import type { JournalEntry, JournalMark, JournalPage } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'

/** Which calls of the journal are read: those after a number, up to a limit, or the last ones. */
export interface CallQuery {
  readonly after?: number
  readonly limit?: number
  readonly last?: number
}

/** Reads calls of the journal, oldest first. */
export const readCalls = (query: CallQuery, signal: AbortSignal): Promise<JournalPage> =>
  control<JournalPage>('GET', '/journal', { query: { ...query }, signal })

/** Reads the marks of the journal after a number. */
export const readMarks = async (after: number, signal: AbortSignal): Promise<JournalMark[]> => {
  const { marks } = await control<{ marks: JournalMark[] }>('GET', '/journal/marks', {
    query: { after },
    signal,
  })
  return marks
}

/** Whether two entries are one call: numbers are used again when a journal is cleared. */
export const isSame = (one: JournalEntry, other: JournalEntry): boolean =>
  one.seq === other.seq &&
  one.atMs === other.atMs &&
  one.durationMs === other.durationMs &&
  one.path === other.path
