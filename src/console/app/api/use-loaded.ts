import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { changes } from './changes.ts'
import { workspaceId } from './place.ts'

/** Data of the server for a view. */
export interface Loaded<T> {
  /** The last data that was read for these inputs; it stays while newer data is being read. */
  readonly data: T | undefined
  readonly error: Error | undefined
  readonly isLoading: boolean
  reload(): void
}

/** The pause after a change, ms. */
const FRAME_MS = 16

/** How data is read again. */
export interface LoadOptions {
  /** Whether to read again when calls or the control plane may have changed the data; true without it. */
  readonly isLive?: boolean
}

interface State<T> {
  readonly subject: string
  readonly data?: T
  readonly error?: Error
  readonly isLoading: boolean
}

/**
 * Reads data when the view opens, when an input or the workspace changes, and when the data may have changed. A reading goes
 * on when that happens meanwhile, and another one follows it: under calls without end, one that was begun anew would never end.
 */
export const useLoaded = <T>(
  load: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
  { isLive = true }: LoadOptions = {},
): Loaded<T> => {
  const subject = JSON.stringify([workspaceId.value, ...inputs])
  const state = useSignal<State<T>>({ subject, isLoading: true })
  const reloads = useSignal(0)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const settle = (change: { data: T } | { error: Error }): void => {
      if (signal.aborted) return
      const before = state.peek()
      const kept = 'error' in change && before.subject === subject ? before.data : undefined
      state.value = {
        subject,
        isLoading: false,
        ...(kept !== undefined && { data: kept }),
        ...change,
      }
    }
    const read = (): Promise<void> =>
      latest
        .current(signal)
        .then((data) => settle({ data }))
        .catch((reason: unknown) =>
          settle({ error: reason instanceof Error ? reason : new Error(String(reason)) }),
        )
    const stop = repeatOnChange(read, isLive, signal)
    return () => {
      stop()
      ending.abort()
    }
  }, [subject, reloads.value, isLive])
  const { data, error, isLoading } = state.value.subject === subject ? state.value : EMPTY
  return {
    data: data as T | undefined,
    error,
    isLoading,
    reload: () => {
      reloads.value += 1
    },
  }
}

/** Reads now and, where it is live, once more after each change, but never twice at the same time; returns what ends that. */
const repeatOnChange = (
  read: () => Promise<void>,
  isLive: boolean,
  signal: AbortSignal,
): (() => void) => {
  let isReading = false
  let isWanted = false
  const next = async (): Promise<void> => {
    isWanted = isReading
    if (isReading) return
    isReading = true
    await read()
    isReading = false
    if (isWanted && !signal.aborted) await next()
  }
  const start = (): void => {
    next().catch(() => undefined)
  }
  start()
  if (!isLive) return () => undefined
  const known = changes.peek()
  // What changes the data may also lead to another view or workspace, which ends this.
  return changes.subscribe((count) => {
    if (count !== known) setTimeout(() => !signal.aborted && start(), FRAME_MS)
  })
}

const EMPTY: { data?: undefined; error?: undefined; isLoading: boolean } = { isLoading: true }
