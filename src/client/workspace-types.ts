/** How a workspace's time runs: with the machine, on from a moment, or standing at one. */
export type ClockMode = 'real' | 'offset' | 'frozen'

/** A clock as it is asked for; `now` is epoch ms. */
export interface ClockSetting {
  mode: ClockMode
  now?: number
}

/** How many things became due when time went on. */
export interface Due {
  tokens: number
  addresses: number
  uploads: number
  notifications: number
}

/** How a workspace's time runs, and the time it is there, epoch ms. */
export interface ClockState {
  mode: ClockMode
  now: number
}

/** The time of a workspace after it was moved. */
export interface ClockChange extends ClockState {
  /** What became due by that. */
  due: Due
}

/** The most that a workspace may store, bytes; what is absent has no bound but that of the server. */
export interface Quota {
  databaseBytes?: number
  fileBytes?: number
  /** Of all snapshots together. */
  snapshotBytes?: number
}

/** What a new workspace can be given. */
export interface WorkspaceOptions {
  name?: string
  /** `demo`, `minimal` or the path of a folder of seed files, on the server. */
  seed?: string
  /** How long it lives. */
  ttlMs?: number
  clock?: ClockSetting
  /** Variants of the list of assumptions, such as `{ 'A-20-1': 'envelope' }`. */
  assume?: Record<string, string>
  quota?: Quota
}

/**
 * Credentials, and the ready-made ids of the seeds `demo` and `minimal`. What is there with a seed of one's own is
 * for that to say, and more can be there with any.
 */
export interface Fixtures {
  app?: { clientId: string; clientKey: string; accessToken: string | null }
  portalApp?: { appKey: string; appSecret: string }
  users: Record<'owner' | 'editor' | 'viewer', { id: number; email: string }>
  collections: Record<'editable' | 'forbidden', { id: number }>
  assets: { ids: number[] }
  atoms: { ids: number[] }
  upload: {
    filePath: string
    uploadId: string
    partETags: { partNumber: number; etag: string }[]
  }
  crowdPack: { corpId: string; id: number; source: string }
  portal: {
    id: number
    code: string
    blockId: number
    contentId: number
    tag: string
    authType: number
  }
  departments: { ids: number[] }
  dimensions: { ids: number[] }
  creative: { creativeId: number; planId: number; contentGroupId: number }
  metadata: { attrCode: string; values: { attrValueCode: string; attrValueName: string }[] }
  archive: { groupPaths: string[] }
  approval: { processDefinitionId: number }
  social: { createDate: string }
  imageSearch: { libraryType: string; contentId: number }
  notification: { templateCode: string; modelCode: string }
}

/** What is answered to the creator of a workspace. */
export interface CreatedWorkspace {
  id: string
  name: string
  /** The address under which every path means this workspace. */
  baseUrl: string
  accessToken: string
  clientId: string
  clientKey: string
  fixtures: Fixtures
}

/** A workspace as it is listed. */
export interface WorkspaceSummary {
  id: string
  name: string
  baseUrl: string
  seed: string
  createdAtMs: number
  lastUsedAtMs: number
  expiresAtMs: number | null
  isAwake: boolean
  clock: ClockMode
  variants: Record<string, string>
  quota: Quota
}

/** A workspace with what is in it. */
export interface WorkspaceDetail extends WorkspaceSummary {
  sizeBytes: number
  fileBytes: number
  counts: Record<string, number>
}

/** A part of a workspace that can be set back alone. */
export type ResetPart = 'data' | 'journal' | 'faults' | 'clock'

/** A database that was put aside. */
export interface Snapshot {
  name: string
  takenAtMs: number
  sizeBytes: number
}
