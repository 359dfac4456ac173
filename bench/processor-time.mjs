// Processor time by the system's accounting of threads, which other programs disturb less than throughput. Linux only.
import { readdirSync, readFileSync } from 'node:fs'

/** The processor time of all threads of a process, in nanoseconds. */
export const processorNs = (pid) => {
  const threads = readdirSync(`/proc/${pid}/task`)
  const timeOf = (thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      return 0 // the thread ended meanwhile
    }
  }
  return threads.map(timeOf).reduce((sum, one) => sum + one, 0)
}
