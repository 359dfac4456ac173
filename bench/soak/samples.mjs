// What is seen while a soak runs: after every so many calls, latencies since the sample before, and memory and descriptors of the server.
import { readdirSync, readFileSync } from 'node:fs'
import { quantile } from '../spread.mjs'

/** Resident memory, threads and open descriptors of a process now. */
export const readFacts = (pid) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return {
    residentMiB: field('VmRSS') / 1_024,
    threads: field('Threads'),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  }
}

const codeOf = (body) => /"code":"?(\d+)/.exec(body.toString('latin1', 0, 40))?.[1]

/** Counts calls and refusals, and takes a sample after every `interval` calls. */
export class Samples {
  #interval
  #facts
  #times = []
  #begun = performance.now()
  #before = this.#begun
  #samples = []
  #kinds = {}
  calls = 0

  constructor(interval, facts) {
    this.#interval = interval
    this.#facts = facts
  }

  /** Adds a call; an answer without success that is no refusal of a rule fails the run. */
  add(kind, ms, { status, head, body }) {
    if (status >= 300) throw new Error(`${kind}: ${head}${body.subarray(0, 500)}`)
    this.#kinds[kind] ??= { calls: 0, refused: 0 }
    this.#kinds[kind].calls += 1
    if ((codeOf(body) ?? '0') !== '0') this.#kinds[kind].refused += 1
    this.#times.push(ms)
    this.calls += 1
    if (this.calls >= (this.#samples.length + 1) * this.#interval) this.#take()
  }

  #take() {
    const now = performance.now()
    this.#samples.push({
      calls: this.calls,
      seconds: (now - this.#begun) / 1_000,
      rate: this.#times.length / ((now - this.#before) / 1_000),
      p50: quantile(this.#times, 0.5),
      p99: quantile(this.#times, 0.99),
      slowest: this.#times.reduce((most, ms) => Math.max(most, ms), 0),
      ...this.#facts(),
    })
    this.#times = []
    this.#before = now
  }

  /** All samples, and how many calls of each kind there were. */
  result() {
    const seconds = (performance.now() - this.#begun) / 1_000
    return { calls: this.calls, seconds, kinds: this.#kinds, samples: this.#samples }
  }
}
