import type { Connection } from './connection.ts'
import type { JournalControl } from './handle-types.ts'

/** The journal of one workspace. */
export const journalControl = (connection: Connection): JournalControl => ({
  list: (filter) => connection.json('GET', '/journal', { query: { ...filter } }),
  get: (seq) => connection.json('GET', `/journal/${seq}`),
  wait: (expectation) => connection.json('POST', '/journal/wait', { json: expectation }),
  expectNone: (expectation) =>
    connection.json('POST', '/journal/expect-none', { json: expectation }),
  clear: () => connection.json('DELETE', '/journal'),
})
