import { ARCHIVE, type Connection } from './connection.ts'
import type {
  ChangeableAssumption,
  Fault,
  NamedState,
  Snapshot,
  Variation,
  VariationState,
} from './generated/control.ts'
import type {
  ClockControl,
  FaultControl,
  SeedFolder,
  SnapshotControl,
  VariantChanges,
  VariantControl,
  VariationControl,
  WorkspaceControl,
} from './handle-types.ts'
import { journalControl } from './journal-control.ts'
import { packSeed } from './pack-seed.ts'
import { clearCoverage, clearFindings, readCoverage, readFindings } from './report-control.ts'

/** The control plane of one workspace, as methods. */
export const workspaceControl = (connection: Connection): WorkspaceControl => ({
  clock: clockControl(connection),
  faults: faultControl(connection),
  journal: journalControl(connection),
  snapshots: snapshotControl(connection),
  findings: (level) => readFindings(connection, level),
  clearFindings: () => clearFindings(connection),
  variants: variantControl(connection),
  variation: variationControl(connection),
  readFixtures: () => connection.json('GET', '/fixtures'),
  records: (kind) => connection.json('GET', `/records/${encodeURIComponent(kind)}`),
  states: async () => {
    const { states } = await connection.json<{ states: NamedState[] }>('GET', '/states')
    return states
  },
  state: (name) => connection.json('POST', `/states/${encodeURIComponent(name)}`),
  seed: async (seed, { replace = false } = {}) => {
    const query = { mode: replace ? 'replace' : undefined }
    const data = isFolder(seed) ? { bytes: await packSeed(seed.folder) } : { json: seed }
    return connection.json('POST', '/seed', { query, ...data })
  },
  decide: ({ approvalId, key, ...decision }) =>
    connection.json(
      'POST',
      `/approvals/${encodeURIComponent(approvalId)}/tasks/${encodeURIComponent(key)}/decision`,
      { json: decision },
    ),
  coverage: () => readCoverage(connection),
  clearCoverage: () => clearCoverage(connection),
  export: async () => {
    const response = await connection.open('GET', '/export')
    return new Uint8Array(await connection.bytesOf(response))
  },
  import: async (archive) => {
    const bytes = new Blob([new Uint8Array(archive)], { type: ARCHIVE })
    await connection.json('PUT', '/export', { bytes })
  },
  reset: async (parts) => {
    await connection.json('POST', '/reset', { json: parts ? { parts } : {} })
  },
})

/** Whether a seed names a folder; a JSON file may have any value, which the server judges. */
const isFolder = (seed: unknown): seed is SeedFolder =>
  typeof seed === 'object' && seed !== null && 'folder' in seed

const clockControl = (connection: Connection): ClockControl => ({
  get: () => connection.json('GET', '/clock'),
  set: (mode, now) => connection.json('PUT', '/clock', { json: { mode, now } }),
  freeze: (now) => connection.json('PUT', '/clock', { json: { mode: 'frozen', now } }),
  advance: (ms) => connection.json('POST', '/clock/advance', { json: { ms } }),
})

const variantControl = (connection: Connection): VariantControl => {
  const send = async (method: string, json?: VariantChanges): Promise<ChangeableAssumption[]> => {
    const request = json === undefined ? {} : { json }
    const { assumptions } = await connection.json<VariantList>(method, '/variants', request)
    return assumptions
  }
  return {
    get: () => send('GET'),
    set: (changes) => send('PATCH', changes),
    reset: () => send('DELETE'),
  }
}

interface VariantList {
  assumptions: ChangeableAssumption[]
}

const variationControl = (connection: Connection): VariationControl => {
  const send = async (method: string, json?: object): Promise<Variation | null> => {
    const request = json === undefined ? {} : { json }
    const state = await connection.json<VariationState>(method, '/variation', request)
    return state.variation
  }
  return {
    get: () => send('GET'),
    set: (seed, kinds) => send('PUT', { seed, ...(kinds && { kinds }) }),
    off: async () => {
      await send('DELETE')
    },
  }
}

const snapshotControl = (connection: Connection): SnapshotControl => {
  const at = (name: string): string => `/snapshots/${encodeURIComponent(name)}`
  return {
    take: (name) => connection.json('POST', '/snapshots', { json: { name } }),
    restore: (name) => connection.json('POST', `${at(name)}/restore`),
    delete: (name) => connection.json('DELETE', at(name)),
    list: async () => {
      const { snapshots } = await connection.json<{ snapshots: Snapshot[] }>('GET', '/snapshots')
      return snapshots
    },
  }
}

const faultControl = (connection: Connection): FaultControl => {
  const list = async (query: Record<string, string> = {}): Promise<Fault[]> => {
    const { faults } = await connection.json<{ faults: Fault[] }>('GET', '/faults', { query })
    return faults
  }
  return {
    list: () => list(),
    add: (rule) => connection.json('POST', '/faults', { json: rule }),
    unused: () => list({ unused: 'true' }),
    remove: (id) => connection.json('DELETE', `/faults/${encodeURIComponent(id)}`),
    clear: () => connection.json('DELETE', '/faults'),
  }
}
