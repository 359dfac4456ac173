import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type * as PromClient from 'prom-client'
import { freeBytesAt } from '../../kernel/disk.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import { type CallTally, DURATIONS_S } from '../../workspaces/tally.ts'
import { StoredBytes } from './stored-bytes.ts'

type Labels = Readonly<Record<string, string>>

/** A value, values by labels, or undefined while it is unknown. */
type Values = number | undefined | readonly (readonly [labels: Labels, value: number])[]

type Metric = readonly [
  name: string,
  help: string,
  read: () => Values | Promise<Values>,
  ...labels: string[],
]

export interface Scrape {
  readonly contentType: string
  readonly text: string
}

/** Interval at which the delay of the event loop is sampled, ms; it is part of each sample. */
const RESOLUTION_MS = 10

/** What reads the metrics of a server. The library is loaded by the first scrape: it takes longer than a call. */
export const metricsOf = (sandbox: Sandbox): (() => Promise<Scrape>) => {
  let opening: Promise<PromClient.Registry> | undefined
  return async () => {
    opening ??= openRegistry(sandbox)
    const registry = await opening
    return { contentType: registry.contentType, text: await registry.metrics() }
  }
}

const openRegistry = async (sandbox: Sandbox): Promise<PromClient.Registry> => {
  const client = await import('prom-client')
  const registry = new client.Registry()
  const common = ([name, help, , ...labelNames]: Metric) => ({
    name: `dam_sandbox_${name}`,
    help,
    labelNames,
    registers: [registry],
  })
  for (const metric of [...gaugesOf(sandbox), ...processGauges()])
    new client.Gauge({
      ...common(metric),
      async collect() {
        const values = await metric[2]()
        this.reset()
        if (values === undefined) this.remove()
        for (const [labels, value] of listOf(values)) this.set(labels, value)
      },
    })
  for (const metric of countersOf(sandbox))
    new client.Counter({
      ...common(metric),
      async collect() {
        const values = listOf(await metric[2]())
        this.reset()
        for (const [labels, value] of values) this.inc(labels, value)
      },
    })
  registry.registerMetric(durationsOf(sandbox.tally.calls))
  return registry
}

const listOf = (values: Values) => {
  if (values === undefined) return []
  return typeof values === 'number' ? [[{}, values] as const] : values
}

const byLabel = (label: string, numbers: ReadonlyMap<string, number>) =>
  [...numbers].map(([key, value]) => [{ [label]: key }, value] as const)

const countersOf = ({ tally, openDatabases, journals, files }: Sandbox): Metric[] => {
  const { worker } = files.media
  const calls = () =>
    [...tally.calls].flatMap(([operation, { outcomes }]) =>
      [...outcomes].map(([outcome, count]) => [{ operation, outcome }, count] as const),
    )
  const refusals = () => byLabel('cause', tally.roomRefusals)
  const faults = () => byLabel('phase', tally.faults)
  const cpuSeconds = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  return [
    ['calls_total', 'Calls', calls, 'operation', 'outcome'],
    ['room_refusals_total', 'Refusals for lack of room', refusals, 'cause'],
    ['faults_total', 'Faults that acted', faults, 'phase'],
    ['databases_reopened_total', 'Reopened within a second', () => openDatabases.reopened],
    ['journal_dropped_total', 'Calls dropped for room', () => journals.counts.dropped],
    ['media_worker_starts_total', 'Starts of the reader of files', () => worker.starts],
    ['media_worker_failures_total', 'Files that stopped their reader', () => worker.failures],
    ['backups_failed_total', 'Backups that did not finish', () => tally.failedBackups],
    ['cpu_seconds_total', 'CPU time of the process', cpuSeconds],
  ]
}

const gaugesOf = (sandbox: Sandbox): Metric[] => {
  const { options, openDatabases, journals, files, machineClock, registry, damage, tally } = sandbox
  const { version, build } = options.folders
  const stored = new StoredBytes(sandbox)
  const info = () => [[{ version, commit: build?.commit ?? '' }, 1]] as const
  const bytes = async () => byLabel('kind', await stored.read())
  const free = () => freeBytesAt(files.blobs.paths.root) ?? undefined
  const backupAge = () => {
    const { lastBackup } = sandbox.audit
    return lastBackup && (machineClock.now() - lastBackup.atMs) / 1_000
  }
  const isIncomplete = () => {
    const { lastBackup } = sandbox.audit
    return lastBackup && Number(!lastBackup.isComplete)
  }
  return [
    ['build_info', '1 for this build', info, 'version', 'commit'],
    ['workspaces', 'Stored workspaces', () => registry.size],
    ['damaged_workspaces', 'Workspaces whose data cannot be read', () => damage.size],
    ['damaged_files', 'Stored files that are missing or altered', () => files.blobs.damaged.size],
    ['calls_in_flight', 'Calls that are not over', () => tally.callsInFlight],
    ['databases_open', 'Open databases', () => openDatabases.count],
    ['databases_open_max', 'Maximum of open databases', () => options.maxOpen],
    ['stored_bytes', 'Size of databases with snapshots, and of files', bytes, 'kind'],
    ['disk_free_bytes', 'Free space of the disk', free],
    ['journal_entries', 'Calls in all journals', () => journals.counts.kept],
    ['journal_bytes', 'Size of all journals', () => journals.sizeBytes],
    ['media_worker_running', '1 while it runs', () => Number(files.media.worker.isRunning)],
    ['last_backup_age_seconds', 'Age of the last backup', backupAge],
    ['last_backup_incomplete', '1 if it lacks damaged parts', isIncomplete],
  ]
}

const processGauges = (): Metric[] => {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const secondsOf = (ns: number): number => Math.max(0, ns / 1e9 - RESOLUTION_MS / 1_000)
  const max = () => {
    const ns = delays.max
    delays.reset()
    return secondsOf(ns)
  }
  const help = 'Delay of the event loop since the previous scrape'
  return [
    ['event_loop_delay_p99_seconds', help, () => secondsOf(delays.percentile(99))],
    ['event_loop_delay_max_seconds', help, max],
    ['resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss()],
    ['start_time_seconds', 'Start, seconds since 1970', () => performance.timeOrigin / 1_000],
  ]
}

/** A histogram of what is counted already; one of the library counts by itself. */
const durationsOf = (calls: ReadonlyMap<string, CallTally>) => {
  const name = 'dam_sandbox_call_duration_seconds'
  const help = 'Duration of calls by operation'
  const valuesNow = () => [...calls].flatMap((tally) => bucketsOf(name, ...tally))
  const get = async () => ({ name, help, type: 'histogram', values: valuesNow() })
  return { name, get } as unknown as PromClient.Histogram
}

const bucketsOf = (name: string, operation: string, { durations, seconds }: CallTally) => {
  let count = 0
  const buckets = durations.map((calls, index) => {
    count += calls
    const labels = { operation, le: DURATIONS_S[index] ?? '+Inf' }
    return { metricName: `${name}_bucket`, labels, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: { operation }, value: seconds },
    { metricName: `${name}_count`, labels: { operation }, value: count },
  ]
}
