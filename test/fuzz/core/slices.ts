import { descriptorsOf, residentMiB } from './server-process.ts'

/** After so many requests, a server has reached its usual size. */
const WARM_REQUESTS = 50_000
const MAX_GROWTH = 1.2

interface Slice {
  readonly requests: number
  readonly residentMiB: number
  readonly descriptors: number
}

/** Memory and descriptors of a server over the requests of a run. */
export class MemorySlices {
  readonly #everyRequests: number
  readonly #slices: Slice[] = []

  constructor(everyRequests: number) {
    this.#everyRequests = everyRequests
  }

  /** Takes a look. */
  note(requests: number, pid: number): void {
    this.#slices.push({
      requests,
      residentMiB: residentMiB(pid),
      descriptors: descriptorsOf(pid),
    })
  }

  /** A sentence when memory has grown by more than a fifth after the first 50,000 requests. */
  judge(): string | undefined {
    const warm = this.#slices.find(({ requests }) => requests >= WARM_REQUESTS)
    const last = this.#slices.at(-1)
    if (!warm || !last || warm === last) return undefined
    if (last.residentMiB <= warm.residentMiB * MAX_GROWTH) return undefined
    return `resident memory grew from ${warm.residentMiB} to ${last.residentMiB} MiB between ${warm.requests} and ${last.requests} requests`
  }

  describe(): string {
    const shown = this.#slices.filter(
      (_, index) => index % Math.ceil(this.#slices.length / 8) === 0,
    )
    const texts = shown.map(
      ({ requests, residentMiB: resident, descriptors }) =>
        `${Math.round(requests / 1_000)}k: ${resident} MiB, ${descriptors} fd`,
    )
    return `memory every ${this.#everyRequests}: ${texts.join('; ') || 'too short'}`
  }
}
