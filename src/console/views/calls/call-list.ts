import { signal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { JournalEntry, JournalMark, JournalPage } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { type CallFilter, isFiltering, passes } from './call-filter.ts'

/** Maximum numbers of calls and marks that the page keeps; the journal of a workspace has as many. */
const MAX_CALLS = 10_000
const MAX_MARKS = 1_000

/** Calls of the first request, which fill the view, and of each later one. */
const FIRST_CALLS = 100
const MORE_CALLS = 500

/** Calls that end within this time are read together, ms. */
const PAUSE_MS = 50

/** True if two entries are the same call: numbers are reused when a journal is cleared. */
const isSame = (one: JournalEntry | undefined, other: JournalEntry): boolean =>
  one?.seq === other.seq &&
  one.atMs === other.atMs &&
  one.durationMs === other.durationMs &&
  one.path === other.path

/** The calls and marks of a workspace, oldest first and without gaps: the newest at first, then all that the page has room for. */
export class CallList {
  readonly calls = signal<readonly JournalEntry[]>([])
  readonly marks = signal<readonly JournalMark[]>([])
  readonly error = signal<Error | undefined>(undefined)
  /** Counts the times that the list began anew, because the journal was cleared or the server started again. */
  readonly generation = signal(0)
  readonly hasOlder = signal(false)
  /** Numbers of the calls with the text; undefined before the server has searched any. */
  readonly found = signal<ReadonlySet<number> | undefined>(undefined)
  #text = ''
  #searched = 0
  readonly #ending = new AbortController()
  #isReading = false
  #isWanted = false

  close(): void {
    this.#ending.abort()
  }

  /** Reads what came since the last known call, or the newest calls, and then older ones. */
  readonly read = (): void => {
    this.#isWanted = true
    if (!this.#isReading) this.#readWanted().catch(() => undefined)
  }

  readonly search = (text: string): void => {
    this.#text = text
    this.#searched = 0
    this.found.value = undefined
    this.read()
  }

  async #readWanted(): Promise<void> {
    const { signal: ending } = this.#ending
    this.#isReading = true
    try {
      while ((this.#isWanted || this.hasOlder.value) && !ending.aborted) {
        if (this.#isWanted) await this.#readNewer().then(this.#findText)
        else await this.#readOlder()
        this.error.value = undefined
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    } catch (error) {
      if (!ending.aborted) this.error.value = error as Error
    }
    this.#isReading = false
  }

  /** Lets the server, which has the bodies, search the calls that were not searched yet. */
  readonly #findText = async (): Promise<void> => {
    const text = this.#text
    const newest = this.calls.value.at(-1)?.seq ?? 0
    if (text === '' || (this.found.value && this.#searched >= newest)) return
    const query = { text, after: this.#searched, limit: MORE_CALLS }
    const { entries, total } = await this.#get<JournalPage>('/journal', query)
    if (text !== this.#text) return
    const seqs = entries.map(({ seq }) => seq)
    const isMore = total > seqs.length
    this.#searched = isMore ? (seqs.at(-1) ?? newest) : newest
    this.found.value = new Set([...(this.found.value ?? []), ...seqs])
    this.#isWanted ||= isMore
  }

  readonly #get = <T>(path: string, query: Record<string, number | string>): Promise<T> =>
    control<T>('GET', path, { query, signal: this.#ending.signal })

  /** Appends the calls after the last known one; begins anew when that one is not in the journal any more. */
  async #readNewer(last = this.calls.value.at(-1) ?? null): Promise<void> {
    this.#isWanted = false
    const after = this.marks.value.at(-1)?.number ?? 0
    const query = last ? { after: last.seq - 1, limit: MORE_CALLS } : { last: FIRST_CALLS }
    const [page, { marks }] = await Promise.all([
      this.#get<JournalPage>('/journal', query),
      this.#get<{ marks: JournalMark[] }>('/journal/marks', last ? { after } : {}),
    ])
    const [same, ...missed] = page.entries
    if (last && !isSame(same, last)) return this.#readNewer(null)
    if (last) {
      this.calls.value = [...this.calls.value, ...missed].slice(-MAX_CALLS)
      this.marks.value = [...this.marks.value, ...marks].slice(-MAX_MARKS)
      this.#isWanted ||= page.total > page.entries.length
      return
    }
    this.calls.value = page.entries
    this.marks.value = marks
    this.hasOlder.value = (same?.seq ?? 0) > page.dropped + 1
    this.generation.value += 1
    this.found.value = undefined
    this.#searched = 0
  }

  async #readOlder(): Promise<void> {
    const before = (this.calls.value[0]?.seq ?? 1) - 1
    const after = Math.max(0, before - MORE_CALLS)
    const query = { after, limit: before - after }
    const { entries, dropped } = await this.#get<JournalPage>('/journal', query)
    const isNext = entries.at(-1)?.seq === before
    if (isNext) this.calls.value = [...entries, ...this.calls.value]
    const isFull = this.calls.value.length >= MAX_CALLS
    this.hasOlder.value = isNext && after > dropped && !isFull
  }
}

export const ROW = 30

export type Row = { readonly call: JournalEntry } | { readonly mark: JournalMark }

const rowsOf = ({ calls, marks, hasOlder, found }: CallList, filter: CallFilter): Row[] => {
  // Marks say why answers changed; among calls that were picked they say nothing.
  const left = isFiltering(filter) ? [] : [...marks.value]
  const rows: Row[] = []
  const addMarks = (fromSeq: number): void => {
    while ((left.at(-1)?.afterSeq ?? -1) >= fromSeq) {
      const mark = left.pop()
      if (mark) rows.push({ mark })
    }
  }
  for (const call of calls.value.toReversed()) {
    addMarks(call.seq)
    if (passes(call, filter, found.value)) rows.push({ call })
  }
  addMarks(hasOlder.value ? (calls.value[0]?.seq ?? 1) - 1 : 0)
  return rows
}

export const keyOf = (row: Row): string =>
  'call' in row ? `call ${row.call.seq}` : `mark ${row.mark.number}`

export const seqOf = (row: Row | undefined): number | undefined =>
  row && 'call' in row ? row.call.seq : undefined

/** The rows of a list, which follow new calls while their top is in view, and else stay where the reader is. */
export const useLiveRows = (
  list: CallList,
  filter: CallFilter,
  scroller: () => Element | null | undefined,
) => {
  const top = useSignal<string | undefined>(undefined)
  const wanted = useSignal(filter)
  const all = useComputed(() => rowsOf(list, wanted.value))
  const start = useComputed(() => {
    const index = all.value.findIndex((row) => keyOf(row) === top.value)
    return Math.max(0, index)
  })
  const rows = useComputed(() => all.value.slice(start.value))
  const fresh = useComputed(
    () => all.value.slice(0, start.value).filter((row) => 'call' in row).length,
  )
  const onScroll = (): void => {
    const isAway = (scroller()?.scrollTop ?? 0) > ROW / 2
    const [first] = rows.value
    if (!isAway) top.value = undefined
    else if (first) top.value ??= keyOf(first)
  }
  const showNewest = (): void => {
    top.value = undefined
    scroller()?.scrollTo({ top: 0 })
  }
  useEffect(() => {
    wanted.value = filter
    showNewest()
  }, [JSON.stringify(filter), list.generation.value])
  return { rows, fresh, onScroll, showNewest }
}
