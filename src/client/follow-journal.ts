import type { Connection } from './connection.ts'
import { reasonOf, UnreachableError } from './errors.ts'
import type { JournalEntry, JournalFilter } from './journal-types.ts'
import { eventsOf } from './server-sent-events.ts'

/** What comes while a journal is followed: an entry, or word that so many were dropped unseen. */
export type JournalNews = JournalEntry | { dropped: number }

/** The calls of a workspace as they come, until the server ends; with `after` those that were made already, too. */
export async function* followJournal(
  connection: Connection,
  filter: Omit<JournalFilter, 'sinceMs' | 'limit'>,
): AsyncGenerator<JournalNews> {
  const { body } = await connection.open('GET', '/journal/stream', { query: { ...filter } })
  if (!body) throw new UnreachableError(`${connection.url} sends no journal`)
  try {
    for await (const { data } of eventsOf(body)) yield JSON.parse(data)
  } catch (error) {
    throw new UnreachableError(`${connection.url} is gone: ${reasonOf(error)}`)
  }
}
