import type { Connection } from './connection.ts'
import type {
  ApprovalView,
  ChangeableAssumption,
  ClockChange,
  ClockMode,
  ClockState,
  Coverage,
  Decision,
  Fault,
  FaultRule,
  FindingLevel,
  FindingsReport,
  Fixtures,
  NamedState,
  Records,
  ResetPart,
  SeedAdded,
  Snapshot,
  StateName,
  Variants,
  Variation,
  VariationKind,
  VariationState,
} from './generated/control.ts'
import type { SeedFragment } from './generated/seed.ts'
import type { StateIds } from './generated/states.ts'
import { type JournalControl, journalControl } from './journal-control.ts'
import { packSeed } from './pack-seed.ts'
import { sendArchive } from './send-archive.ts'

/** Variants by the numbers of assumptions; null for the default. */
export type VariantChanges = { readonly [Number in keyof Variants]?: Variants[Number] | null }

/** A named state that is now set, and the ids to use in calls. */
export interface SetState<Name extends StateName = StateName> {
  name: Name
  ids: StateIds[Name]
}

/** A kind of records. */
export type RecordKind = Records['kind']

/** The records of a kind. */
export type RecordsOf<Kind extends RecordKind> = Extract<Records, { kind: Kind }>

/** A local folder of JSON files and the folder `files`. */
export interface SeedFolder {
  folder: string
}

/** Options for adding a seed. */
export interface SeedOptions {
  /** True to replace records that have the same ids; default false, which refuses ids that are already in use. */
  replace?: boolean
}

/** The control plane of a workspace. */
export type WorkspaceControl = ReturnType<typeof workspaceControl>

/** The control plane of a workspace, as methods. */
export const workspaceControl = (connection: Connection) => ({
  clock: clockControl(connection) as ClockControl,
  faults: faultControl(connection) as FaultControl,
  journal: journalControl(connection) as JournalControl,
  snapshots: snapshotControl(connection) as SnapshotControl,
  variants: variantControl(connection) as VariantControl,
  variation: variationControl(connection) as VariationControl,
  /** Reads likely client mistakes in calls, with remedies; a reset keeps them. The level is the minimum; default: all levels. */
  findings: (level?: FindingLevel): Promise<FindingsReport> =>
    connection.call('GET /findings', { query: { ...connection.scope, level } }),
  /** Deletes all findings; the journal keeps its entries. */
  clearFindings: (): Promise<void> =>
    connection.call('DELETE /findings', { query: connection.scope }),
  /** Reads what calls have exercised; a reset keeps the counts. */
  coverage: (): Promise<Coverage> => connection.call('GET /coverage', { query: connection.scope }),
  /** Deletes the coverage counts. */
  clearCoverage: (): Promise<void> =>
    connection.call('DELETE /coverage', { query: connection.scope }),
  /** Reads the credentials and ready-made ids. */
  readFixtures: (): Promise<Fixtures> => connection.call('GET /fixtures'),
  /** Reads rows that operations write but no operation returns, newest first. */
  records: <Kind extends RecordKind>(kind: Kind): Promise<RecordsOf<Kind>> =>
    connection.call('GET /records/{kind}', { params: { kind } }),
  /** Lists all named states, each with a sentence that is true in it. */
  states: async (): Promise<NamedState[]> =>
    (await connection.call<{ states: NamedState[] }>('GET /states')).states,
  /** Sets a named state, and returns ids to call with. */
  state: <Name extends StateName>(name: Name): Promise<SetState<Name>> =>
    connection.call('POST /states/{name}', { params: { name } }),
  /**
   * Adds data in the format of seed files, or the files of a seed folder of this machine, all of it or nothing. With
   * `replace` it takes the place of what has its ids.
   */
  seed: async (seed: SeedFragment | SeedFolder, options: SeedOptions = {}): Promise<SeedAdded> => {
    const query = { mode: options.replace ? 'replace' : undefined }
    const data = isFolder(seed) ? { bytes: await packSeed(seed.folder) } : { json: seed }
    return connection.call('POST /seed', { query, ...data })
  },
  /** Decides a task of an approval, which no operation does. */
  decide: (decision: Decision): Promise<ApprovalView> => {
    const { approvalId, key, ...json } = decision
    const params = { approvalId, key }
    return connection.call('POST /approvals/{approvalId}/tasks/{key}/decision', { params, json })
  },
  /** Exports data and files as the pieces of an archive of any size, for `import` or a file. */
  export: async (): Promise<AsyncIterable<Uint8Array>> => {
    const { body } = await connection.open('GET /export')
    return (body ?? []) as unknown as AsyncIterable<Uint8Array>
  },
  /** Replaces data and files by those of an archive, such as `createReadStream('before.tar')`. */
  import: async (archive: AsyncIterable<Uint8Array>): Promise<void> => {
    await sendArchive(connection, archive)
  },
  /** Resets the workspace, or parts of it, to its seed. */
  reset: (parts?: readonly ResetPart[]): Promise<void> =>
    connection.call('POST /reset', { json: { parts } }),
})

/** True if a seed names a folder. A JSON file may have any value, which the server validates. */
const isFolder = (seed: unknown): seed is SeedFolder =>
  typeof seed === 'object' && seed !== null && 'folder' in seed

/** The clock of a workspace. */
export type ClockControl = ReturnType<typeof clockControl>

const clockControl = (connection: Connection) => {
  const set = (mode: ClockMode, now?: number): Promise<ClockChange> =>
    connection.call('PUT /clock', { json: { mode, now } })
  return {
    get: (): Promise<ClockState> => connection.call('GET /clock'),
    /** Sets mode and time; without `now` it keeps the present time. */
    set,
    /** Freezes time at an instant, epoch ms; without it at the present time. */
    freeze: (now?: number): Promise<ClockChange> => set('frozen', now),
    /** Moves time forward by milliseconds, and returns what became due. */
    advance: (ms: number): Promise<ClockChange> =>
      connection.call('POST /clock/advance', { json: { ms } }),
  }
}

/** The fault rules of a workspace. */
export type FaultControl = ReturnType<typeof faultControl>

const faultControl = (connection: Connection) => {
  const list = async (unused?: true): Promise<Fault[]> =>
    (await connection.call<{ faults: Fault[] }>('GET /faults', { query: { unused } })).faults
  return {
    add: (rule: FaultRule): Promise<Fault> => connection.call('POST /faults', { json: rule }),
    list: (): Promise<Fault[]> => list(),
    /** Lists the rules in the workspace that have never acted. */
    unused: (): Promise<Fault[]> => list(true),
    remove: (id: string): Promise<void> =>
      connection.call('DELETE /faults/{id}', { params: { id } }),
    clear: (): Promise<void> => connection.call('DELETE /faults'),
  }
}

/** The snapshots of a workspace: named copies of its data. */
export type SnapshotControl = ReturnType<typeof snapshotControl>

const snapshotControl = (connection: Connection) => ({
  take: (name: string): Promise<Snapshot> => connection.call('POST /snapshots', { json: { name } }),
  restore: (name: string): Promise<Snapshot> =>
    connection.call('POST /snapshots/{name}/restore', { params: { name } }),
  list: async (): Promise<Snapshot[]> =>
    (await connection.call<{ snapshots: Snapshot[] }>('GET /snapshots')).snapshots,
  delete: (name: string): Promise<void> =>
    connection.call('DELETE /snapshots/{name}', { params: { name } }),
})

/** The variants of a workspace: what it does where the document does not say it. */
export type VariantControl = ReturnType<typeof variantControl>

const variantControl = (connection: Connection) => {
  const send = async (method: string, json?: VariantChanges): Promise<ChangeableAssumption[]> => {
    type Answer = { assumptions: ChangeableAssumption[] }
    return (await connection.call<Answer>(`${method} /variants`, { json })).assumptions
  }
  return {
    /** Reads the assumptions with variants, and those that count. */
    get: (): Promise<ChangeableAssumption[]> => send('GET'),
    /** Switches variants from the next call on, all or none; null goes back to the default. */
    set: (changes: VariantChanges): Promise<ChangeableAssumption[]> => send('PATCH', changes),
    /** Sets all variants to those that the workspace began with. */
    reset: (): Promise<ChangeableAssumption[]> => send('DELETE'),
  }
}

/** The variation of a workspace: seeded changes of what the document leaves open. */
export type VariationControl = ReturnType<typeof variationControl>

const variationControl = (connection: Connection) => {
  const send = async (method: string, json?: object): Promise<Variation | null> =>
    (await connection.call<VariationState>(`${method} /variation`, { json })).variation
  return {
    /** Reads the variation; null for none. */
    get: (): Promise<Variation | null> => send('GET'),
    /** Varies the answers from the next call on; without kinds in every way. */
    set: (seed: number, kinds?: readonly VariationKind[]): Promise<Variation | null> =>
      send('PUT', { seed, kinds }),
    /** Ends the variation. */
    off: async (): Promise<void> => {
      await send('DELETE')
    },
  }
}
