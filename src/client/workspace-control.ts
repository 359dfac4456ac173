import { ARCHIVE, type Connection } from './connection.ts'
import type {
  ChangeableAssumption,
  Fault,
  NamedState,
  Snapshot,
  VariationState,
} from './generated/control.ts'
import type { SeedFolder, VariantChanges, WorkspaceControl } from './handle-types.ts'
import { journalControl } from './journal-control.ts'
import { packSeed } from './pack-seed.ts'
import { clearCoverage, clearFindings, readCoverage, readFindings } from './report-control.ts'

/** Sends a call with a value as JSON, to a path whose `{}` is an encoded word. */
type Send = <T>(route: `${string} /${string}`, json?: unknown, word?: string | number) => Promise<T>

/** The control plane of one workspace, as methods. */
export const workspaceControl = (connection: Connection): WorkspaceControl => {
  const send: Send = (route, json, word = '') => {
    const [method = '', path = ''] = route.split(' ')
    const request = json === undefined ? {} : { json }
    return connection.json(method, path.replace('{}', encodeURIComponent(word)), request)
  }
  return {
    ...steering(send),
    ...data(send, connection),
    journal: journalControl(connection),
    findings: (level) => readFindings(connection, level),
    clearFindings: () => clearFindings(connection),
    coverage: () => readCoverage(connection),
    clearCoverage: () => clearCoverage(connection),
  }
}

const steering = (
  send: Send,
): Pick<WorkspaceControl, 'clock' | 'faults' | 'snapshots' | 'variants' | 'variation'> => {
  const faults = async (query = ''): Promise<Fault[]> =>
    (await send<{ faults: Fault[] }>(`GET /faults${query}`)).faults
  const variants = async (method: string, json?: VariantChanges): Promise<ChangeableAssumption[]> =>
    (await send<{ assumptions: ChangeableAssumption[] }>(`${method} /variants`, json)).assumptions
  return {
    clock: {
      get: () => send('GET /clock'),
      set: (mode, now) => send('PUT /clock', { mode, now }),
      freeze: (now) => send('PUT /clock', { mode: 'frozen', now }),
      advance: (ms) => send('POST /clock/advance', { ms }),
    },
    faults: {
      list: () => faults(),
      add: (rule) => send('POST /faults', rule),
      unused: () => faults('?unused=true'),
      remove: (id) => send('DELETE /faults/{}', undefined, id),
      clear: () => send('DELETE /faults'),
    },
    snapshots: {
      take: (name) => send('POST /snapshots', { name }),
      restore: (name) => send('POST /snapshots/{}/restore', undefined, name),
      delete: (name) => send('DELETE /snapshots/{}', undefined, name),
      list: async () => (await send<{ snapshots: Snapshot[] }>('GET /snapshots')).snapshots,
    },
    variants: {
      get: () => variants('GET'),
      set: (changes) => variants('PATCH', changes),
      reset: () => variants('DELETE'),
    },
    variation: {
      get: async () => (await send<VariationState>('GET /variation')).variation,
      set: async (seed, kinds) =>
        (await send<VariationState>('PUT /variation', { seed, kinds })).variation,
      off: async () => {
        await send('DELETE /variation')
      },
    },
  }
}

const data = (
  send: Send,
  connection: Connection,
): Pick<
  WorkspaceControl,
  | 'readFixtures'
  | 'records'
  | 'states'
  | 'state'
  | 'seed'
  | 'decide'
  | 'export'
  | 'import'
  | 'reset'
> => ({
  readFixtures: () => send('GET /fixtures'),
  records: (kind) => send('GET /records/{}', undefined, kind),
  states: async () => (await send<{ states: NamedState[] }>('GET /states')).states,
  state: (name) => send('POST /states/{}', undefined, name),
  seed: async (seed, { replace = false } = {}) => {
    const query = { mode: replace ? 'replace' : undefined }
    const data = isFolder(seed) ? { bytes: await packSeed(seed.folder) } : { json: seed }
    return connection.json('POST', '/seed', { query, ...data })
  },
  decide: ({ approvalId, key, ...decision }) =>
    send(`POST /approvals/${approvalId}/tasks/{}/decision`, decision, key),
  export: async () => {
    const response = await connection.open('GET', '/export')
    return new Uint8Array(await connection.bytesOf(response))
  },
  import: async (archive) => {
    const bytes = new Blob([new Uint8Array(archive)], { type: ARCHIVE })
    await connection.json('PUT', '/export', { bytes })
  },
  reset: async (parts) => {
    await send('POST /reset', { parts })
  },
})

/** Whether a seed names a folder; a JSON file may have any value, which the server judges. */
const isFolder = (seed: unknown): seed is SeedFolder =>
  typeof seed === 'object' && seed !== null && 'folder' in seed
