import type { Connection } from './connection.ts'
import { followJournal } from './follow-journal.ts'
import { MAX_WAIT_MS } from './generated/constants.ts'
import type { Expectation, JournalEntry, Verdict } from './generated/control.ts'
import type { FollowOptions, JournalControl } from './handle-types.ts'
import { mustHaveNoFindings, mustMatch, mustNotMatch } from './judge.ts'

/**
 * How long `wait` and `expect` wait by default. It is below the 5 s after which test runners give a test up, so that
 * a missing call fails with an `ExpectationError` that names the nearest one.
 */
export const DEFAULT_WAIT_MS = 2_000

/** The journal of one workspace, as methods. A wait beyond the maximum of one call is split into several calls. */
export const journalControl = (
  connection: Connection,
  maxCallMs: number = MAX_WAIT_MS,
): JournalControl => {
  const search = async (
    action: 'wait' | 'expect-none',
    expectation: Expectation,
    defaultMs = 0,
  ): Promise<Verdict> => {
    const ask = (timeoutMs: number): Promise<Verdict> =>
      connection.json('POST', `/journal/${action}`, { json: { ...expectation, timeoutMs } })
    const { timeoutMs = defaultMs } = expectation
    if (!(timeoutMs > maxCallMs)) return ask(timeoutMs)
    const endMs = performance.now() + timeoutMs
    for (let leftMs = timeoutMs; leftMs > maxCallMs; leftMs = untilMs(endMs)) {
      const verdict = await ask(maxCallMs)
      if (verdict.matched === true) return verdict
    }
    return ask(untilMs(endMs))
  }
  const wait = (expectation: Expectation): Promise<Verdict> =>
    search('wait', expectation, DEFAULT_WAIT_MS)
  return {
    list: (filter) => connection.json('GET', '/journal', { query: { ...filter } }),
    get: (seq) => connection.json('GET', `/journal/${seq}`),
    follow: (options) => follow(connection, options),
    wait,
    expectNone: (expectation) => search('expect-none', expectation),
    expect: async (expectation) => mustMatch(expectation, await wait(expectation)),
    expectNever: async (expectation) =>
      mustNotMatch(expectation, await search('expect-none', expectation)),
    expectNoFindings: async (expectation = {}) => {
      const { level = 'error', after } = expectation
      const query = { level, after, limit: MAX_LISTED, bodies: 'true' }
      mustHaveNoFindings(expectation, await connection.json('GET', '/journal', { query }))
    },
    clear: () => connection.json('DELETE', '/journal'),
  }
}

/** The number of calls that an error about findings has. */
const MAX_LISTED = 100

const untilMs = (endMs: number): number => Math.max(0, Math.ceil(endMs - performance.now()))

/** Stops the stream as soon as the loop is left, without waiting for the next entry. */
const follow = (connection: Connection, options?: FollowOptions): AsyncGenerator<JournalEntry> => {
  const stopping = new AbortController()
  const entries = followJournal(connection, options, stopping.signal)
  const end = entries.return.bind(entries)
  return Object.assign(entries, {
    return: (value: unknown) => {
      stopping.abort()
      return end(value)
    },
  })
}
