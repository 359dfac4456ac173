import type { Connection } from './connection.ts'
import { type FollowOptions, followJournal } from './follow-journal.ts'
import { MAX_WAIT_MS } from './generated/constants.ts'
import type {
  Expectation,
  JournalDetail,
  JournalEntry,
  JournalFilter,
  JournalPage,
  Verdict,
} from './generated/control.ts'
import {
  type FindingExpectation,
  type FoundCalls,
  mustHaveNoFindings,
  mustMatch,
  mustNotExceed,
  mustNotMatch,
} from './judge.ts'

/**
 * How long `wait` and `expect` wait by default. It is below the 5 s after which test runners abort a test, so that
 * a missing call fails with an `ExpectationError` that shows the nearest call.
 */
export const DEFAULT_WAIT_MS = 2_000

const MAX_LISTED = 100

/** The calls to expect. */
export interface CallExpectation extends Expectation {
  /** Exact number of calls, in place of the minimum `count`; further ones count if they have ended when enough match. */
  exactly?: number
}

/** The journal of a workspace. */
export type JournalControl = ReturnType<typeof journalControl>

/** The journal of a workspace, as methods. A wait beyond the maximum of one call is split into several calls. */
export const journalControl = (connection: Connection, maxCallMs: number = MAX_WAIT_MS) => {
  const search = async (
    action: 'wait' | 'expect-none',
    expectation: Expectation,
    defaultMs = 0,
  ): Promise<Verdict> => {
    const ask = (timeoutMs: number): Promise<Verdict> =>
      connection.call(`POST /journal/${action}`, { json: { ...expectation, timeoutMs } })
    const { timeoutMs = defaultMs } = expectation
    if (!(timeoutMs > maxCallMs)) return ask(timeoutMs)
    const endMs = performance.now() + timeoutMs
    for (let leftMs = timeoutMs; leftMs > maxCallMs; leftMs = untilMs(endMs)) {
      const verdict = await ask(maxCallMs)
      if (verdict.matched === true) return verdict
    }
    return ask(untilMs(endMs))
  }
  return {
    /** Names the running test: calls and findings carry the name until you set another one. */
    test: (name: string): Promise<void> =>
      connection.call('POST /journal/marks', { json: { test: shown(name) } }),
    /** Records why a test failed, for readers of the journal or the artifacts. */
    testFailed: (name: string, failure: string): Promise<void> =>
      connection.call('POST /journal/marks', {
        json: { test: shown(name), failure: shown(failure) },
      }),
    list: (filter: JournalFilter = {}): Promise<JournalPage> =>
      connection.call('GET /journal', { query: { ...filter } }),
    get: (seq: number): Promise<JournalDetail> =>
      connection.call('GET /journal/{seq}', { params: { seq } }),
    /** Yields calls as they end, until the server stops or the loop is left. */
    follow: (options?: FollowOptions): AsyncGenerator<JournalEntry> =>
      followJournal(connection, options),
    /**
     * Waits until enough calls match, at most `timeoutMs` (2 s by default), and returns the verdict either way.
     * `matched` is `'indeterminate'`, which is truthy, if a call that is no longer in the journal may have
     * matched. `expect` also throws in that case.
     */
    wait: (expectation: Expectation): Promise<Verdict> =>
      search('wait', expectation, DEFAULT_WAIT_MS),
    /**
     * Looks for a call that must not occur, and returns the verdict either way: `matched` is `false` without such a
     * call, `true` with one, `'indeterminate'` if a call that is no longer in the journal may have matched. `expectNever`
     * throws in the last two cases.
     */
    expectNone: (expectation: Expectation): Promise<Verdict> => search('expect-none', expectation),
    /**
     * Waits like `wait`, and returns the matching calls; throws an `ExpectationError` when too few match, or with `exactly`
     * more than that.
     */
    expect: async (expected: CallExpectation): Promise<JournalDetail[]> => {
      const { exactly, ...expectation } = expected
      if (exactly === 0) {
        mustNotMatch(expectation, await search('expect-none', expectation))
        return []
      }
      const wanted = exactly === undefined ? expectation : { ...expectation, count: exactly }
      const found = mustMatch(wanted, await search('wait', wanted, DEFAULT_WAIT_MS))
      if (exactly === undefined) return found
      const more = { ...expectation, count: exactly + 1, timeoutMs: 0 }
      mustNotExceed(exactly, expectation, await search('wait', more))
      return found
    },
    /** Checks like `expectNone`; throws an `ExpectationError` unless it is certain that no call matches. */
    expectNever: async (expectation: Expectation): Promise<void> =>
      mustNotMatch(expectation, await search('expect-none', expectation)),
    /**
     * Throws an `ExpectationError` when a call in the journal has a finding of a level, by default `error`; its message
     * explains each finding and names its calls. It also throws if calls are no longer in the journal.
     */
    expectNoFindings: async (expectation: FindingExpectation = {}): Promise<void> => {
      const query = { level: 'error', ...expectation, limit: MAX_LISTED, bodies: true }
      const found = await connection.call<FoundCalls>('GET /journal', { query })
      mustHaveNoFindings(expectation, found)
    },
    clear: (): Promise<void> => connection.call('DELETE /journal'),
  }
}

const untilMs = (endMs: number): number => Math.max(0, Math.ceil(endMs - performance.now()))

const MAX_TEXT = 1_000

/** A text of a test as the server takes it: names made of data can be long, or end in half a character. */
const shown = (text: string): string => text.slice(0, MAX_TEXT).toWellFormed()
