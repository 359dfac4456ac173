const FACTS = {
  date: '2026-01-02',
  machine: 'a machine',
  node: 'v20',
  load: 'wrk 4',
  commit: 'abc',
}

const spread = (median: number) => ({
  ...{ median, p95: median, p99: median, lowest: median, highest: median, count: 3 },
})

/** Rounds of one program: requests a second in each, and processor time to match. */
const rounds = (rates: readonly number[]) =>
  rates.map((rate) => ({ rate, p50: 1, p99: 2, cpuUs: 1_000_000 / rate }))

const program = (calls: Record<string, readonly number[]>, size = 60) => ({
  ...{ startMs: [100], restMiB: [size], afterMiB: [size] },
  calls: Object.fromEntries(Object.entries(calls).map(([id, rates]) => [id, rounds(rates)])),
})

/** One round for each of three ratios to a bare Fastify that answers 1,000 requests a second. */
const peers = (round: number) => {
  const rate = [300, 400, 500][round] ?? 0
  const ours = { E8: [rate], E9: [200] }
  const bare = { E8: [1_000], E9: [1_000] }
  return {
    seconds: 1,
    versions: { prism: '5.14.2', wiremock: '3.13.2', 'wiremock without journal': '3.13.2' },
    samples: {
      ...{ ours: program(ours), fastify: program(bare), 'node:http': program(bare) },
      ...{ prism: program({ E8: [100] }), wiremock: program({ E8: [100] }) },
      'wiremock without journal': program({ E8: [250] }),
    },
  }
}

const start = (ms: number) => ({ ms: spread(ms), cpuMs: spread(ms), restMiB: spread(60) })

const size = (rows: number) => ({
  size: rows,
  reads: [{ name: 'E1 first page', median: 1, p95: 2, ratio: 1, total: rows }],
  ...{ e7: { ms: 200, livezMs: 20 }, e10: { ms: 9, livezMs: 3, beforeMiB: 90, peakMiB: 95 } },
})

const phase = (name: string) => ({
  ...{ phase: name, calls: 100_000, seconds: 10, resets: 5, kinds: {} },
  samples: Array.from({ length: 100 }, (_, index) => ({
    ...{ calls: (index + 1) * 1_000, seconds: index / 10, rate: 10_000, p50: 0.2, p99: 1.5 },
    ...{ slowest: 9, residentMiB: 150, descriptors: 27, threads: 11 },
  })),
})

const soak = (name: string) => ({ connections: 5, writesPerReset: 1_000, phases: [phase(name)] })

const controlTimes = {
  create: spread(1),
  reset: spread(1),
  snapshot: spread(1),
  restore: spread(1),
}

const control = (where: string) => ({ rounds: 9, where, busy: 20, calls: 99, times: controlTimes })

const results = () => ({
  starts: { programs: { ours: start(150), 'node:http': start(60), fastify: start(100) } },
  control: control('in memory'),
  'control-folder': control('data in a folder'),
  workspaces: {
    ...{ workspaces: 9, where: 'in memory', createdMiB: 90, openedMiB: 91 },
    ...{ firstCall: spread(1), wait: spread(1), libraryStart: spread(15) },
  },
  files: {
    ...{ sizeMiB: 8, clients: 4, where: 'in memory', beforeMiB: 90, peakMiB: 95, rounds: [{}] },
    ...{ e8: spread(1), speeds: { copy: { mibPerSecond: spread(800) } } },
  },
  'after-writes': {
    ...{ write: 'E3', rounds: 3 },
    calls: {
      E1: {
        ...{ repeated: spread(50), after: spread(200), growth: spread(4) },
        ...{ ratioRepeated: spread(0.6), ratioAfter: spread(0.15) },
      },
    },
  },
  ...{ 'peers-1': peers(0), 'peers-2': peers(1), 'peers-3': peers(2) },
  ...{ 'soak-reads': soak('reads'), 'soak-mixed': soak('mixed') },
  profiles: [{ operation: 'E9', us: 90, places: [{ place: 'src/app.ts', share: 0.2, us: 18 }] }],
  growth: [size(1_000), size(30_000)],
})

type Part = Readonly<{ facts: typeof FACTS; seconds: number; result: unknown }>

/** Results of every section as `bench/all.mjs` keeps them, with fixed numbers. */
export const keptParts = (): Record<string, Part> =>
  Object.fromEntries(
    Object.entries(results()).map(([name, result]) => [name, { facts: FACTS, seconds: 1, result }]),
  )
