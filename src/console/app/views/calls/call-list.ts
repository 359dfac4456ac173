import { computed, type ReadonlySignal, signal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { JournalEntry, JournalMark, JournalPage } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { goTo, linkTo, route } from '../../api/place.ts'

/** What calls are shown by; an empty text is no condition. */
export interface CallFilter {
  readonly operation: string
  /** A code, or `refused` for every call that is no success. */
  readonly code: string
  readonly actor: string
  /** A code, a level, or `any`. */
  readonly finding: string
}

/** The filter of every call. */
export const EVERY_CALL: CallFilter = { operation: '', code: '', actor: '', finding: '' }

/** The part of the URL in the place of the number of a call, when none is open. */
const LIST = 'list'

/** The operation of calls to paths that are no operation. */
export const UNKNOWN_PATH = 'unknown'

/** The number of the open call, from the URL. */
export const openedSeq = (): number | undefined => {
  const [seq = ''] = route.value.rest
  return /^\d{1,15}$/.test(seq) ? Number(seq) : undefined
}

/** The filter, from the URL. */
export const filterOfRoute = (): CallFilter => {
  const given = new URLSearchParams(route.value.rest[1] ?? '')
  const { operation, code, actor, finding } = { ...EVERY_CALL, ...Object.fromEntries(given) }
  return { operation, code, actor, finding }
}

const restOf = (seq: number | undefined, filter: CallFilter): (string | number)[] => {
  const given = Object.entries(filter).filter(([, value]) => value !== '')
  const text = new URLSearchParams(given).toString()
  if (text === '') return seq === undefined ? [] : [seq]
  return [seq ?? LIST, text]
}

/** The link to a call, or to the list, with the filter that is set. */
export const linkToCall = (seq: number | undefined, filter = filterOfRoute()): string =>
  linkTo('calls', ...restOf(seq, filter))

/** Opens a call, or closes the open one. */
export const openCall = (seq: number | undefined): void =>
  goTo('calls', ...restOf(seq, filterOfRoute()))

/** Sets the filter; an open call stays open. */
export const setFilter = (filter: CallFilter): void => goTo('calls', ...restOf(openedSeq(), filter))

/** Whether a filter has a condition. */
export const isFiltering = (filter: CallFilter): boolean =>
  Object.values(filter).some((value) => value !== '')

/** Whether a call is no success. */
export const isRefused = ({ code, status }: JournalEntry): boolean =>
  code === null ? (status ?? 500) >= 400 : code !== '0'

/** Whether a call passes a filter. */
export const passes = (call: JournalEntry, filter: CallFilter): boolean =>
  (filter.operation === '' || filter.operation === (call.operation ?? UNKNOWN_PATH)) &&
  (filter.actor === '' || filter.actor === call.actor) &&
  (filter.code === '' ||
    (filter.code === 'refused' ? isRefused(call) : filter.code === call.code)) &&
  (filter.finding === '' || hasFinding(call, filter.finding))

const hasFinding = ({ findings }: JournalEntry, wanted: string): boolean =>
  findings.some(({ code, level }) => wanted === 'any' || wanted === level || wanted === code)

/** Maximum numbers of calls and marks that the page keeps; the journal of a workspace has as many. */
const MAX_CALLS = 10_000
const MAX_MARKS = 1_000

/** Calls of the first request, which fill the view, and of each later one. */
const FIRST_CALLS = 100
const MORE_CALLS = 500

/** Calls that end within this time are read together, ms. */
const PAUSE_MS = 50

/** Which calls of the journal are read: those after a number, up to a limit, or the last ones. */
interface CallQuery {
  readonly after?: number
  readonly limit?: number
  readonly last?: number
}

const readCalls = (query: CallQuery, signal: AbortSignal): Promise<JournalPage> =>
  control<JournalPage>('GET', '/journal', { query: { ...query }, signal })

const readMarks = async (after: number, signal: AbortSignal): Promise<JournalMark[]> => {
  const read = { query: { after }, signal }
  return (await control<{ marks: JournalMark[] }>('GET', '/journal/marks', read)).marks
}

/** Whether two entries are one call: numbers are used again when a journal is cleared. */
const isSame = (one: JournalEntry, other: JournalEntry): boolean =>
  one.seq === other.seq &&
  one.atMs === other.atMs &&
  one.durationMs === other.durationMs &&
  one.path === other.path

/** The calls and marks of a workspace, oldest first and without gaps: the newest, and older ones as they are wanted. */
export class CallList {
  readonly calls = signal<readonly JournalEntry[]>([])
  readonly marks = signal<readonly JournalMark[]>([])
  readonly error = signal<Error | undefined>(undefined)
  readonly isLoaded = signal(false)
  /** Counts the times that the list began anew, because the journal was cleared or the server started again. */
  readonly generation = signal(0)
  readonly #firstKept = signal(1)
  /** Whether the journal has older calls, and the page has room for them. */
  readonly hasOlder: ReadonlySignal<boolean> = computed(() => {
    const [oldest] = this.calls.value
    const isFull = this.calls.value.length >= MAX_CALLS
    return oldest !== undefined && oldest.seq > this.#firstKept.value && !isFull
  })
  readonly #ending = new AbortController()
  #isReading = false
  #isReadWanted = false
  #isReadingOlder = false

  close(): void {
    this.#ending.abort()
  }

  /** Reads what came since the last known call, or the newest calls. */
  read(): void {
    this.#readWanted().catch(this.#fail)
  }

  /** Reads older calls. */
  readOlder(): void {
    this.#readBefore().catch(this.#fail)
  }

  readonly #fail = (error: Error): void => {
    if (!this.#ending.signal.aborted) this.error.value = error
  }

  async #readWanted(): Promise<void> {
    this.#isReadWanted = true
    if (this.#isReading || this.#ending.signal.aborted) return
    this.#isReading = true
    try {
      while (this.#isReadWanted && !this.#ending.signal.aborted) {
        this.#isReadWanted = false
        if (!(await this.#readMissed())) await this.#readNewest()
        this.error.value = undefined
        this.isLoaded.value = true
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    } finally {
      this.#isReading = false
      this.isLoaded.value = true
    }
  }

  async #readBefore(): Promise<void> {
    const [oldest] = this.calls.value
    if (this.#isReadingOlder || !oldest || !this.hasOlder.value) return
    this.#isReadingOlder = true
    const generation = this.generation.value
    try {
      const after = Math.max(0, oldest.seq - 1 - MORE_CALLS)
      const limit = oldest.seq - 1 - after
      const { entries, dropped } = await readCalls({ after, limit }, this.#ending.signal)
      if (generation !== this.generation.value) return
      const isNext = entries.at(-1)?.seq === oldest.seq - 1 && this.calls.value[0] === oldest
      this.#firstKept.value = isNext ? dropped + 1 : oldest.seq
      if (isNext) this.#keep([...entries, ...this.calls.value])
    } finally {
      this.#isReadingOlder = false
    }
  }

  /** Appends the calls after the last known one; false when that one is not in the journal any more. */
  async #readMissed(): Promise<boolean> {
    for (;;) {
      const last = this.calls.value.at(-1)
      if (!last) return false
      const [page, marks] = await Promise.all([
        readCalls({ after: last.seq - 1, limit: MORE_CALLS }, this.#ending.signal),
        readMarks(this.marks.value.at(-1)?.number ?? 0, this.#ending.signal),
      ])
      const [same, ...missed] = page.entries
      if (!same || !isSame(same, last)) return false
      this.#keep([...this.calls.value, ...missed])
      this.#keepMarks(marks)
      if (page.total <= page.entries.length) return true
    }
  }

  async #readNewest(): Promise<void> {
    const [page, marks] = await Promise.all([
      readCalls({ last: FIRST_CALLS }, this.#ending.signal),
      readMarks(0, this.#ending.signal),
    ])
    this.generation.value += 1
    this.#firstKept.value = page.dropped + 1
    this.marks.value = marks
    this.#keep(page.entries)
  }

  #keep(calls: readonly JournalEntry[]): void {
    this.calls.value = calls.length > MAX_CALLS ? calls.slice(-MAX_CALLS) : calls
  }

  #keepMarks(marks: readonly JournalMark[]): void {
    this.marks.value = [...this.marks.value, ...marks].slice(-MAX_MARKS)
  }
}

/** Height of a row, px. */
export const ROW = 30

/** A row of the list. */
export type Row = { readonly call: JournalEntry } | { readonly mark: JournalMark }

/** Where the reader left the live end: nothing newer is shown until it is wanted. */
interface Place {
  readonly generation: number
  readonly seq: number
  readonly number: number
}

/** Calls and marks, newest first; with a place, only those that were there when the reader left. */
const rowsOf = (list: CallList, filter: CallFilter, place: Place | undefined): Row[] => {
  const calls = list.calls.value
  // Marks say why answers changed; among calls that were picked they say nothing.
  const marks = isFiltering(filter) ? [] : list.marks.value
  const oldest = calls[0]?.seq ?? 0
  const rows: Row[] = []
  let next = marks.length - 1
  const addMarks = (fromSeq: number): void => {
    for (let mark = marks[next]; mark && mark.afterSeq >= fromSeq; mark = marks[next]) {
      if (!place || mark.number <= place.number) rows.push({ mark })
      next -= 1
    }
  }
  for (let index = calls.length - 1; index >= 0; index -= 1) {
    const call = calls[index]
    if (!call) continue
    addMarks(call.seq)
    if ((!place || call.seq <= place.seq) && passes(call, filter)) rows.push({ call })
  }
  addMarks(list.hasOlder.value ? oldest - 1 : 0)
  return rows
}

/** The live end of a list as it is now. */
const placeOf = ({ generation, calls, marks }: CallList): Place => ({
  generation: generation.value,
  seq: calls.value.at(-1)?.seq ?? 0,
  number: marks.value.at(-1)?.number ?? 0,
})

/** How many calls came since the reader left. */
const freshOf = ({ calls }: CallList, filter: CallFilter, place: Place): number => {
  const all = calls.value
  const first = place.seq + 1 - (all[0]?.seq ?? 0)
  return all.slice(Math.max(0, first)).filter((call) => passes(call, filter)).length
}

/** A name that stays with a row. */
export const keyOf = (row: Row | undefined): string => {
  if (!row) return ''
  return 'call' in row ? `call ${row.call.seq}` : `mark ${row.mark.number}`
}

/** The number of the call of a row, where it is one. */
export const seqOf = (row: Row | undefined): number | undefined =>
  row && 'call' in row ? row.call.seq : undefined

/** The index of the call that a key leads to; marks are stepped over. */
export const nextCall = (rows: readonly Row[], seq: number | undefined, step: number): number => {
  const isCall = (index: number): boolean => seqOf(rows[index]) !== undefined
  const from = rows.findIndex((row) => seqOf(row) === seq)
  let index = Math.max(0, Math.min(rows.length - 1, from + step))
  const way = step > 0 && index < rows.length - 1 ? 1 : -1
  while (index > 0 && index < rows.length - 1 && !isCall(index)) index += way
  return isCall(index) ? index : from
}

interface LiveRows {
  readonly rows: ReadonlySignal<readonly Row[]>
  /** Number of calls that came since the reader left the live end. */
  readonly fresh: ReadonlySignal<number>
  onScroll(): void
  showNewest(): void
}

/** The rows of a list, which follow new calls while their top is in view, and else stay where the reader is. */
export const useLiveRows = (
  list: CallList,
  filter: CallFilter,
  scroller: () => Element | null | undefined,
): LiveRows => {
  const left = useSignal<Place | undefined>(undefined)
  const wanted = useSignal(filter)
  const isFollowing = useComputed(() => left.value?.generation !== list.generation.value)
  const place = useComputed(() => (isFollowing.value ? undefined : left.value))
  const rows = useComputed(() => rowsOf(list, wanted.value, place.value))
  const fresh = useComputed(() => (place.value ? freshOf(list, wanted.value, place.value) : 0))
  const onScroll = (): void => {
    const isAway = (scroller()?.scrollTop ?? 0) > ROW / 2
    if (isAway === isFollowing.value) left.value = isAway ? placeOf(list) : undefined
  }
  const showNewest = (): void => {
    left.value = undefined
    scroller()?.scrollTo({ top: 0 })
  }
  useEffect(() => {
    wanted.value = filter
    showNewest()
  }, [JSON.stringify(filter)])
  return { rows, fresh, onScroll, showNewest }
}
