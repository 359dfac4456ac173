import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ClockState, Records } from '#src/client/generated/control.ts'
import type { E8Result } from '#src/client/generated/interface.ts'
import { control } from './control.ts'
import { type Loaded, useLoaded, useOnce } from './loaded.ts'
import { readOperation } from './operations.ts'

export type RecordKind = Records['kind']

export type RecordRow<Kind extends RecordKind = RecordKind> = Extract<
  Records,
  { kind: Kind }
>['records'][number]

export interface RecordList<Kind extends RecordKind = RecordKind> {
  readonly total: number
  readonly records: readonly RecordRow<Kind>[]
}

const MAX_ROWS = 500

export const ROWS_PAGE = 200

export const useRecords = <Kind extends RecordKind>(kind: Kind): Loaded<RecordList<Kind>> =>
  useLoaded((signal) => readRecords(kind, MAX_ROWS, signal), [kind])

export const readRecords = <Kind extends RecordKind>(
  kind: Kind,
  limit: number,
  signal: AbortSignal,
): Promise<RecordList<Kind>> =>
  control<RecordList<Kind>>('GET', `/records/${kind}`, { query: { limit }, signal })

export type People = ReadonlyMap<number, E8Result[number]>

/** The most ids that E8 takes, and the most calls for one view. */
const MAX_IDS = 100
const MAX_CALLS = 10

/** The users with these ids; one that E8 does not answer is absent, so a view shows the id. */
export const usePeople = (ids: readonly number[]): People => {
  const wanted = [...new Set(ids)].sort((a, b) => a - b).slice(0, MAX_IDS * MAX_CALLS)
  const { data } = useOnce((signal) => readPeople(wanted, signal), wanted)
  // Names stay while those of further ids are being read.
  const kept = useRef<People>(new Map())
  if (data) kept.current = data
  return kept.current
}

const readPeople = async (ids: readonly number[], signal: AbortSignal): Promise<People> => {
  const people = new Map<number, E8Result[number]>()
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const userIds = ids.slice(start, start + MAX_IDS)
    for (const person of await readOperation<E8Result>('E8', { userIds }, signal))
      people.set(person.id, person)
  }
  return people
}

/** The clock of a workspace, with the time of the page at which it was read, by which views let it run on. */
export interface ReadClock extends ClockState {
  readonly readAtMs: number
}

export const readClock = async (signal: AbortSignal): Promise<ReadClock> => {
  const state = await control<ClockState>('GET', '/clock', { signal })
  return { ...state, readAtMs: performance.now() }
}

/** The present time of a clock, which renders the view again as it runs; a frozen one stands still. */
export const useRunningTime = (clock: ReadClock | undefined, tickMs: number) => {
  const ticks = useSignal(0)
  const isRunning = clock !== undefined && clock.mode !== 'frozen'
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => {
      ticks.value += 1
    }, tickMs)
    return () => clearInterval(timer)
  }, [isRunning, tickMs])
  void ticks.value
  return isRunning ? Math.round(clock.now + performance.now() - clock.readAtMs) : clock?.now
}
