import { signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { control, type Query } from './control.ts'
import { workspaceId } from './place.ts'

/** The shortest time between two readings of a view that shows live data, ms. */
const PAUSE_MS = 250

const FRAME_MS = 16

/** Counts the times that something of the workspace has changed; `useLoaded` reads again when it moves. */
const changes = signal(0)

let isPausing = false
let isWanted = false

/** Says that data may have changed. The first call acts at once, those that follow it together after a pause. */
export const noteChange = (): void => {
  isWanted = isPausing
  if (isPausing) return
  isPausing = true
  changes.value += 1
  setTimeout(() => {
    isPausing = false
    if (isWanted) noteChange()
  }, PAUSE_MS)
}

/** A reading whose result is kept for as long as the page is open; one that fails is done again. */
export const readOnce = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let kept: Promise<T> | undefined
  return () => {
    if (kept) return kept
    const reading = read()
    kept = reading
    reading.catch(() => {
      kept = undefined
    })
    return reading
  }
}

export interface Loaded<T> {
  /** The last data that was read for these inputs; it stays while newer data is being read. */
  readonly data: T | undefined
  readonly error: Error | undefined
  reload(): void
}

interface State<T> {
  readonly subject: string
  readonly data?: T | undefined
  readonly error?: Error
}

/**
 * Reads data when the view opens, when an input or the workspace changes, and when the data may have changed. A reading goes
 * on when that happens meanwhile, and another one follows it: under calls without end, one that was begun anew would never end.
 */
export const useLoaded = <T>(load: Load<T>, inputs: readonly unknown[] = []): Loaded<T> =>
  useReading(load, inputs, true)

/** Reads data when the view opens, and when an input or the workspace changes. */
export const useOnce = <T>(load: Load<T>, inputs: readonly unknown[] = []): Loaded<T> =>
  useReading(load, inputs, false)

type Load<T> = (signal: AbortSignal) => Promise<T>

const useReading = <T>(load: Load<T>, inputs: readonly unknown[], isLive: boolean): Loaded<T> => {
  const subject = JSON.stringify([workspaceId.value, ...inputs])
  const state = useSignal<State<T>>({ subject })
  const latest = useRef(load)
  const again = useRef(() => {})
  latest.current = load
  useEffect(() => {
    const ending = new AbortController()
    const fail = (error: Error): State<T> => {
      const { data, subject: before } = state.peek()
      return { subject, error, data: before === subject ? data : undefined }
    }
    again.current = oneAtATime(ending.signal, async () => {
      const read = latest.current(ending.signal)
      const settled = await read.then((data): State<T> => ({ subject, data })).catch(fail)
      if (!ending.signal.aborted) state.value = settled
    })
    again.current()
    const known = changes.peek()
    // What changes the data may also lead to another view or workspace, which ends this.
    const stop = changes.subscribe((count) => {
      if (isLive && count !== known) setTimeout(again.current, FRAME_MS)
    })
    return () => {
      stop()
      ending.abort()
    }
  }, [subject, isLive])
  const { data, error } = state.value.subject === subject ? state.value : {}
  return { data, error, reload: () => again.current() }
}

/** Runs a task that never fails, and once more where it was wanted again meanwhile. */
const oneAtATime = (signal: AbortSignal, task: () => Promise<void>): (() => void) => {
  let isRunning = false
  let isWanted = false
  const run = async (): Promise<void> => {
    isRunning = true
    while (isWanted && !signal.aborted) {
      isWanted = false
      await task()
    }
    isRunning = false
  }
  return () => {
    isWanted = true
    if (!isRunning) run().catch(() => undefined)
  }
}

export const useControl = <T>(path: string, query: Query = {}): Loaded<T> =>
  useLoaded((signal) => control<T>('GET', path, { query, signal }), [path, query])

export interface Pages<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly hasMore: boolean
}

/** Reads the first pages of rows, live; `more` reads twice as many. */
export const usePages = <Row>(
  path: string,
  name: string,
  query: Query,
): Loaded<Pages<Row>> & { more: () => void } => {
  const wanted = useSignal(1)
  const read = async (signal: AbortSignal): Promise<Pages<Row> & { pages: number }> => {
    const rows: Row[] = []
    const pages = wanted.peek()
    let after: number | undefined
    for (let page = 1; ; page += 1) {
      const given = { ...query, after }
      const answer = await control<AnyPage>('GET', path, { query: given, signal })
      rows.push(...(answer[name] as Row[]))
      const { next, total = 0 } = answer
      if (next === null || page >= pages) return { rows, total, hasMore: next !== null, pages }
      after = next
    }
  }
  const loaded = useLoaded(read, [path, query])
  const more = (): void => {
    if (!loaded.data?.hasMore || loaded.data.pages !== wanted.peek()) return
    wanted.value *= 2
    loaded.reload()
  }
  return { ...loaded, more }
}

interface AnyPage extends Record<string, unknown> {
  readonly next: number | null
  readonly total?: number
}
