import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type * as PromClient from 'prom-client'
import { freeBytesAt } from '../kernel/disk.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import { type CallTally, DURATIONS_S } from '../workspaces/tally.ts'
import { StoredBytes } from './stored-bytes.ts'

type Labels = Readonly<Record<string, string>>

/** A value, values by labels, or undefined while it is unknown. */
type Values = number | undefined | readonly (readonly [labels: Labels, value: number])[]

interface Metric {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  readonly read: () => Values | Promise<Values>
}

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
  const common = ({ name, help, labels = [] }: Metric) => ({
    name: `dam_sandbox_${name}`,
    help,
    labelNames: [...labels],
    registers: [registry],
  })
  for (const metric of [...gaugesOf(sandbox), ...processGauges()])
    new client.Gauge({
      ...common(metric),
      async collect() {
        const values = await metric.read()
        this.reset()
        if (values === undefined) this.remove()
        for (const [labels, value] of listOf(values)) this.set(labels, value)
      },
    })
  for (const metric of countersOf(sandbox))
    new client.Counter({
      ...common(metric),
      async collect() {
        const values = listOf(await metric.read())
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

const countersOf = ({ tally, openDatabases, journals, files }: Sandbox): Metric[] => [
  {
    name: 'calls_total',
    help: 'Calls by operation and outcome',
    labels: ['operation', 'outcome'],
    read: () =>
      [...tally.calls].flatMap(([operation, { outcomes }]) =>
        [...outcomes].map(([outcome, count]) => [{ operation, outcome }, count] as const),
      ),
  },
  {
    name: 'room_refusals_total',
    help: 'Refusals for lack of room by cause',
    labels: ['cause'],
    read: () => byLabel('cause', tally.roomRefusals),
  },
  {
    name: 'faults_total',
    help: 'Faults that acted by phase',
    labels: ['phase'],
    read: () => byLabel('phase', tally.faults),
  },
  {
    name: 'databases_reopened_total',
    help: 'Databases opened again within a second of their closing',
    read: () => openDatabases.reopened,
  },
  {
    name: 'journal_dropped_total',
    help: 'Calls that journals dropped for room',
    read: () => journals.counts.dropped,
  },
  {
    name: 'media_worker_starts_total',
    help: 'Starts of the process that reads files',
    read: () => files.media.worker.starts,
  },
  {
    name: 'media_worker_failures_total',
    help: 'Questions about files that ended or stopped the process',
    read: () => files.media.worker.failures,
  },
  {
    name: 'cpu_seconds_total',
    help: 'CPU time of the process',
    read: () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1_000_000
    },
  },
]

const gaugesOf = (sandbox: Sandbox): Metric[] => {
  const { options, openDatabases, journals, files, machineClock, registry } = sandbox
  const { version, build } = options.folders
  const stored = new StoredBytes(sandbox)
  return [
    {
      name: 'build_info',
      help: '1, labelled by version and commit',
      labels: ['version', 'commit'],
      read: () => [[{ version, commit: build?.commit ?? '' }, 1]],
    },
    { name: 'workspaces', help: 'Stored workspaces', read: () => registry.size },
    { name: 'databases_open', help: 'Open databases', read: () => openDatabases.count },
    {
      name: 'databases_open_max',
      help: 'Maximum number of open databases',
      read: () => options.maxOpen,
    },
    {
      name: 'stored_bytes',
      help: 'Size of databases with snapshots, and of files',
      labels: ['kind'],
      read: async () => byLabel('kind', await stored.read()),
    },
    {
      name: 'disk_free_bytes',
      help: 'Free space of the disk',
      read: () => freeBytesAt(files.blobs.paths.root) ?? undefined,
    },
    { name: 'journal_entries', help: 'Calls in all journals', read: () => journals.counts.kept },
    { name: 'journal_bytes', help: 'Size of all journals', read: () => journals.sizeBytes },
    {
      name: 'media_worker_running',
      help: '1 while the process that reads files runs',
      read: () => Number(files.media.worker.isRunning),
    },
    {
      name: 'last_backup_age_seconds',
      help: 'Age of the last backup',
      read: () => sandbox.lastBackupAtMs && (machineClock.now() - sandbox.lastBackupAtMs) / 1_000,
    },
  ]
}

const processGauges = (): Metric[] => {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const secondsOf = (ns: number): number => Math.max(0, ns / 1e9 - RESOLUTION_MS / 1_000)
  return [
    {
      name: 'event_loop_delay_p99_seconds',
      help: 'Delay of the event loop since the previous scrape, 99th percentile',
      read: () => secondsOf(delays.percentile(99)),
    },
    {
      name: 'event_loop_delay_max_seconds',
      help: 'Delay of the event loop since the previous scrape, maximum',
      read: () => {
        const max = secondsOf(delays.max)
        delays.reset()
        return max
      },
    },
    {
      name: 'resident_memory_bytes',
      help: 'Resident memory of the process',
      read: () => process.memoryUsage.rss(),
    },
    {
      name: 'start_time_seconds',
      help: 'Start of the process, seconds since 1970',
      read: () => performance.timeOrigin / 1_000,
    },
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
