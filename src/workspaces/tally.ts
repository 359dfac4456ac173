import { ROOM_CAUSES, type RoomCause } from '../contract/errors/room-cause.ts'
import { FAULT_PHASES, type FaultPhase } from '../instruments/faults/fault-schema.ts'

/** Upper bounds of the durations that are counted together, seconds. */
export const DURATIONS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface CallTally {
  readonly outcomes: Map<string, number>
  /** Numbers of calls by `DURATIONS_S`; the last is of longer ones. */
  readonly durations: number[]
  seconds: number
}

/** Each key from the start, since an alert sees no increase in a metric that begins with it. */
const zeros = <Key>(keys: readonly Key[]): Map<Key, number> => new Map(keys.map((key) => [key, 0]))

/** A refusal for lack of room: what was full, and whose. */
export interface RoomRefusal {
  readonly cause: RoomCause
  readonly sentence: string
  readonly workspace?:
    | { readonly id: string; readonly record: { readonly name: string } }
    | undefined
}

const MINUTE_MS = 60_000

/** What has happened since the start, counted where it happens. */
export class Tally {
  readonly calls = new Map<string, CallTally>()
  readonly roomRefusals = zeros(ROOM_CAUSES)
  readonly faults = zeros(FAULT_PHASES)
  callsInFlight = 0
  failedBackups = 0
  onRoomRefusal: ((refusal: RoomRefusal) => void) | undefined
  readonly #reportedAtMs = new Map<string, number>()

  addCall(operation: string, outcome: string, seconds: number): void {
    const tally = this.calls.get(operation) ?? {
      outcomes: new Map(),
      durations: [...DURATIONS_S, Number.POSITIVE_INFINITY].map(() => 0),
      seconds: 0,
    }
    this.calls.set(operation, tally)
    increase(tally.outcomes, outcome)
    const { durations } = tally
    const found = DURATIONS_S.findIndex((bound) => seconds <= bound)
    const index = found === -1 ? DURATIONS_S.length : found
    durations[index] = (durations[index] ?? 0) + 1
    tally.seconds += seconds
  }

  addFault(phase: FaultPhase): void {
    increase(this.faults, phase)
  }

  /** Counts a refusal, and reports it unless one of its cause and workspace was reported within a minute. */
  addRoomRefusal(refusal: RoomRefusal, nowMs = performance.now()): void {
    const { cause, workspace } = refusal
    increase(this.roomRefusals, cause)
    const key = `${cause} ${workspace?.id ?? ''}`
    if (nowMs - (this.#reportedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return
    for (const [reported, atMs] of this.#reportedAtMs)
      if (nowMs - atMs >= MINUTE_MS) this.#reportedAtMs.delete(reported)
    this.#reportedAtMs.set(key, nowMs)
    this.onRoomRefusal?.(refusal)
  }
}

const increase = <Key>(numbers: Map<Key, number>, key: Key): void => {
  numbers.set(key, (numbers.get(key) ?? 0) + 1)
}
