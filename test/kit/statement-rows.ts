import { onTestFinished, vi } from 'vitest'
import type { Store } from '#src/store/db/store.ts'

/** What statements did since the recording began. */
interface Recorded {
  /** The statements that were run, in order, by their text. */
  readonly texts: string[]
  readonly rows: Map<string, number>
}

/** Records every statement that a store runs for lists of rows or for changes, until the test ends. */
export const recordRuns = ({ sqlite }: Store): Recorded => {
  const recorded: Recorded = { texts: [], rows: new Map() }
  const prototype = Object.getPrototypeOf(sqlite.prepare('SELECT 1')) as StatementMethods
  const { all, run } = prototype
  const spies = [
    vi.spyOn(prototype, 'all').mockImplementation(function (this: Statement, ...values) {
      const rows = all.apply(this, values)
      recorded.texts.push(this.source)
      recorded.rows.set(this.source, (recorded.rows.get(this.source) ?? 0) + rows.length)
      return rows
    }),
    vi.spyOn(prototype, 'run').mockImplementation(function (this: Statement, ...values) {
      recorded.texts.push(this.source)
      return run.apply(this, values)
    }),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return recorded
}

interface StatementMethods {
  all(...values: unknown[]): unknown[]
  run(...values: unknown[]): unknown
}

interface Statement extends StatementMethods {
  readonly source: string
}
