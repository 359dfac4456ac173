import type { JournalDetail, JournalPage, Verdict } from '#src/client/generated/control.ts'
import { done } from './acts.ts'
import type { TestServer } from './server.ts'

/** A call as the journal shows it. */
export type Entry = JournalDetail

export type Page = Omit<JournalPage, 'entries'> & { entries: Entry[] }

export const listJournal = (server: TestServer, query = ''): Promise<Page> =>
  server.control<Page>(`/journal?bodies=true&${query}`)

export const expectCalls = (
  server: TestServer,
  what: 'wait' | 'expect-none',
  body: object,
  query = '',
): Promise<Verdict> => done<Verdict>(server, `/journal/${what}${query}`, body)
