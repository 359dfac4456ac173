import type { Connection } from './connection.ts'
import { followJournal } from './follow-journal.ts'
import type { JournalControl } from './handle-types.ts'
import type { Expectation, FollowOptions, JournalEntry, Verdict } from './journal-types.ts'

import { mustMatch, mustNotMatch } from './judge-verdict.ts'

/** The longest that the server waits in one call. */
const LONGEST_CALL_MS = 60_000

/** The journal of one workspace. Who waits longer than one call can take has it made again and again. */
export const journalControl = (
  connection: Connection,
  longestCallMs = LONGEST_CALL_MS,
): JournalControl => {
  const search = async (what: string, expectation: Expectation): Promise<Verdict> => {
    const ask = (json: Expectation): Promise<Verdict> =>
      connection.json('POST', `/journal/${what}`, { json })
    const { timeoutMs = 0 } = expectation
    const endMs = performance.now() + timeoutMs
    for (let leftMs = timeoutMs; leftMs > longestCallMs; leftMs = untilMs(endMs)) {
      const verdict = await ask({ ...expectation, timeoutMs: longestCallMs })
      if (verdict.matched === true) return verdict
    }
    return ask(
      timeoutMs > longestCallMs ? { ...expectation, timeoutMs: untilMs(endMs) } : expectation,
    )
  }
  return {
    list: (filter) => connection.json('GET', '/journal', { query: { ...filter } }),
    get: (seq) => connection.json('GET', `/journal/${seq}`),
    follow: (options) => follow(connection, options),
    wait: (expectation) => search('wait', expectation),
    expectNone: (expectation) => search('expect-none', expectation),
    expect: async (expectation) => mustMatch(expectation, await search('wait', expectation)),
    expectNever: async (expectation) =>
      mustNotMatch(expectation, await search('expect-none', expectation)),
    clear: () => connection.json('DELETE', '/journal'),
  }
}

const untilMs = (endMs: number): number => Math.max(0, Math.ceil(endMs - performance.now()))

/** Who has seen enough need not wait for one more call to be let go. */
const follow = (connection: Connection, options?: FollowOptions): AsyncGenerator<JournalEntry> => {
  const over = new AbortController()
  const entries = followJournal(connection, options, over.signal)
  const end = entries.return.bind(entries)
  return Object.assign(entries, {
    return: (value: unknown) => {
      over.abort()
      return end(value)
    },
  })
}
