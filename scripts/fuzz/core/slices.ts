import { usageOf } from './server-process.ts'

interface Slice {
  readonly residentMiB: number
  readonly descriptors: number
  readonly p99Ms: number
}

type Measure = keyof Slice

const UNITS: Readonly<Record<Measure, string>> = {
  residentMiB: 'MiB of resident memory',
  descriptors: 'descriptors',
  p99Ms: 'ms at the 99th percentile',
}

/** How much each may grow: small differences of small numbers are noise. */
const MAX_OF: Readonly<Record<Measure, (warm: number) => number>> = {
  residentMiB: (warm) => warm * 1.2,
  descriptors: (warm) => warm + 20,
  p99Ms: (warm) => warm * 1.5 + 10,
}

export class Slices {
  readonly #size: number
  readonly #measures: readonly Measure[]
  readonly #all: Slice[] = []
  #durations: number[] = []

  constructor(size: number, measures: readonly Measure[]) {
    this.#size = size
    this.#measures = measures
  }

  note(durationMs: number, pid: number): void {
    this.#durations.push(durationMs)
    if (this.#durations.length < this.#size) return
    const sorted = this.#durations.sort((one, other) => one - other)
    this.#all.push({ ...usageOf(pid), p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0 })
    this.#durations = []
  }

  /**
   * Compares the last quarter with the second, in which journals have filled; answers what has grown. Of each the
   * median counts: memory goes up and down with the collections of V8.
   */
  judge(): string[] {
    const quarter = Math.floor(this.#all.length / 4)
    if (quarter < 1) return []
    return this.#measures.flatMap((measure) => {
      const warm = median(this.#all.slice(quarter, 2 * quarter), measure)
      const last = median(this.#all.slice(-quarter), measure)
      if (last <= MAX_OF[measure](warm)) return []
      return [`not flat: from ${Math.round(warm)} to ${Math.round(last)} ${UNITS[measure]}`]
    })
  }

  /** The slices, one a line. */
  describe(): string[] {
    return this.#all.map((slice, index) => {
      const measured = this.#measures.map((one) => `${Math.round(slice[one])} ${UNITS[one]}`)
      return `${(index + 1) * this.#size} calls: ${measured.join(', ')}`
    })
  }
}

const median = (slices: readonly Slice[], measure: Measure): number => {
  const sorted = slices.map((slice) => slice[measure]).sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
