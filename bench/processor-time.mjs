// Processor time by the system's accounting, which other programs disturb less than throughput. Linux only.
import { readdirSync, readFileSync } from 'node:fs'

const NS_PER_TICK = 10_000_000

const readOr = (file, missing) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return missing // the thread or process ended meanwhile
  }
}

/** A process and the processes that it started, and they in turn. */
const family = (pid) => {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [
      Number(name),
      Number(/\) \S (\d+)/.exec(readOr(`/proc/${name}/stat`, ''))?.[1]),
    ])
  const found = [pid]
  for (const one of found)
    found.push(...parents.filter(([, parent]) => parent === one).map(([child]) => child))
  return found
}

/** The time of the threads that run now, exactly. */
const threadsNs = (pid) => {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => Number(readOr(`/proc/${pid}/task/${thread}/schedstat`, '0').split(' ')[0]))
      .reduce((sum, one) => sum + one, 0)
  } catch {
    return 0
  }
}

/** The time of the process with threads and processes of its own that have ended, in steps of 10 ms. */
const processNs = (pid) => {
  const fields = readOr(`/proc/${pid}/stat`, '').split(') ')[1]?.split(' ').slice(11, 15)
  return (fields ?? []).reduce((sum, ticks) => sum + Number(ticks), 0) * NS_PER_TICK
}

const readNs = (pid) => {
  const all = family(pid)
  const sumOf = (read) => all.map(read).reduce((sum, one) => sum + one, 0)
  return { threads: sumOf(threadsNs), processes: sumOf(processNs) }
}

/** The nanoseconds of processor time since the process started. */
export const processorNs = (pid) => Math.max(...Object.values(readNs(pid)))

/**
 * Begins to count; the function answers the nanoseconds of processor time since, of all threads and of the processes that the process
 * started. The exact time of the threads counts, unless some ended meanwhile, as those of Java's compiler do.
 */
export const processorSince = (pid) => {
  const before = readNs(pid)
  return () => {
    const after = readNs(pid)
    const threads = after.threads - before.threads
    const processes = after.processes - before.processes
    return processes - threads > 2 * NS_PER_TICK ? processes : threads
  }
}
