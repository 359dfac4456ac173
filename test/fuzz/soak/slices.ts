import { descriptorsOf, residentMiB } from '../core/server-process.ts'

/** One part of a soak. */
export interface Slice {
  readonly calls: number
  readonly residentMiB: number
  readonly descriptors: number
  readonly medianMs: number
  readonly p99Ms: number
}

const MAX_MEMORY_GROWTH = 1.2
const MAX_P99_GROWTH = 1.5
/** Small differences of small numbers are noise. */
const P99_NOISE_MS = 10
const DESCRIPTOR_NOISE = 20

/** Collects the durations of calls, and cuts them into slices. */
export class SoakSlices {
  readonly #size: number
  #durations: number[] = []
  #calls = 0
  readonly all: Slice[] = []

  constructor(size: number) {
    this.#size = size
  }

  /** Takes the duration of a call; answers the slice that it has completed. */
  note(durationMs: number, pid: number): Slice | undefined {
    this.#calls += 1
    this.#durations.push(durationMs)
    if (this.#durations.length < this.#size) return undefined
    const sorted = this.#durations.sort((one, other) => one - other)
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
    const slice = {
      calls: this.#calls,
      residentMiB: residentMiB(pid),
      descriptors: descriptorsOf(pid),
      medianMs: at(0.5),
      p99Ms: at(0.99),
    }
    this.#durations = []
    this.all.push(slice)
    return slice
  }

  /**
   * Compares the last quarter with the second, in which journals have filled; answers what has grown. Of each the
   * median counts: memory goes up and down with the collections of V8.
   */
  judge(): string[] {
    const quarter = Math.floor(this.all.length / 4)
    if (quarter < 1) return []
    const warm = medianOf(this.all.slice(quarter, 2 * quarter))
    const last = medianOf(this.all.slice(-quarter))
    const grown: string[] = []
    if (last.residentMiB > warm.residentMiB * MAX_MEMORY_GROWTH)
      grown.push(`resident memory from ${warm.residentMiB} to ${last.residentMiB} MiB`)
    if (last.descriptors > warm.descriptors + DESCRIPTOR_NOISE)
      grown.push(`descriptors from ${warm.descriptors} to ${last.descriptors}`)
    if (last.p99Ms > warm.p99Ms * MAX_P99_GROWTH + P99_NOISE_MS)
      grown.push(`p99 from ${warm.p99Ms.toFixed(1)} to ${last.p99Ms.toFixed(1)} ms`)
    return grown
  }
}

const medianOf = (slices: readonly Slice[]): Omit<Slice, 'calls' | 'medianMs'> => {
  const median = (key: 'residentMiB' | 'descriptors' | 'p99Ms'): number => {
    const sorted = slices.map((slice) => slice[key]).sort((one, other) => one - other)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
  return {
    residentMiB: median('residentMiB'),
    descriptors: median('descriptors'),
    p99Ms: median('p99Ms'),
  }
}

/** A slice as one line. */
export const describeSlice = (slice: Slice): string =>
  `${slice.calls} calls: ${slice.residentMiB} MiB, ${slice.descriptors} descriptors, median ${slice.medianMs.toFixed(1)} ms, p99 ${slice.p99Ms.toFixed(1)} ms`
