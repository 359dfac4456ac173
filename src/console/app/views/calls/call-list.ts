import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { JournalEntry, JournalMark, JournalPage } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import type { StreamEvent } from '../../api/journal-stream.ts'

/** Maximum numbers of calls and marks that the page keeps; the journal of a workspace has as many. */
const MAX_CALLS = 10_000
const MAX_MARKS = 1_000

/** Calls of the first request, which fill the view, and of each later one. */
const FIRST_CALLS = 100
const MORE_CALLS = 500

/** Events that come together are shown together. */
const FRAME_MS = 16

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
  #queue: StreamEvent[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #isReading = false
  #isReadWanted = false
  #isReadingOlder = false

  close(): void {
    this.#ending.abort()
    clearTimeout(this.#timer)
  }

  /** Takes an event of the stream. */
  take(event: StreamEvent): void {
    this.#queue.push(event)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      if (!this.#isReading) this.#takeQueued()
    }, FRAME_MS)
  }

  /** Reads what came since the last known call, or the newest calls; also after the stream was interrupted. */
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
      }
      this.error.value = undefined
    } finally {
      this.#isReading = false
      this.isLoaded.value = true
      this.#takeQueued()
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
    this.#restart(page.entries, marks, page.dropped + 1)
  }

  #restart(calls: readonly JournalEntry[], marks: readonly JournalMark[], firstKept: number): void {
    this.generation.value += 1
    this.#firstKept.value = firstKept
    this.marks.value = marks
    this.#keep(calls)
  }

  #takeQueued(): void {
    const queue = this.#queue
    this.#queue = []
    let calls: JournalEntry[] = []
    const keep = (): void => {
      if (calls.length > 0) this.#keep([...this.calls.value, ...calls])
      calls = []
    }
    for (const event of queue) {
      const last = calls.at(-1) ?? this.calls.value.at(-1)
      if ('entry' in event) {
        const { entry } = event
        if (entry.seq === (last?.seq ?? 0) + 1) calls.push(entry)
        else if (!this.#isKnown(entry)) this.#isReadWanted = true
      } else if (event.type === 'mark') {
        keep()
        this.#takeMark(event.data as JournalMark)
      } else this.#isReadWanted = true
    }
    keep()
    if (this.#isReadWanted) this.read()
  }

  #takeMark(mark: JournalMark): void {
    if (mark.afterSeq < (this.calls.value.at(-1)?.seq ?? 0)) this.#restart([], [mark], 1)
    else if (mark.number > (this.marks.value.at(-1)?.number ?? 0)) this.#keepMarks([mark])
  }

  #isKnown(entry: JournalEntry): boolean {
    const calls = this.calls.value
    const known = calls[entry.seq - (calls[0]?.seq ?? 0)]
    return known !== undefined && isSame(known, entry)
  }

  #keep(calls: readonly JournalEntry[]): void {
    this.calls.value = calls.length > MAX_CALLS ? calls.slice(-MAX_CALLS) : calls
  }

  #keepMarks(marks: readonly JournalMark[]): void {
    this.marks.value = [...this.marks.value, ...marks].slice(-MAX_MARKS)
  }
}
