/** What a server can be started with; each is the setting of the same meaning. */
export interface StartOptions {
  /** Address to listen on; 127.0.0.1 without it. */
  host?: string
  /** Port to listen on; a free one without it. */
  port?: number
  /** Folder that keeps all data; without it everything is in memory. */
  data?: string
  /** First content: `demo`, `minimal` or the path of a folder of seed files. */
  seed?: string
  /** Folders below which seeds may be read over HTTP; those that this process names are always allowed. */
  seedFolders?: readonly string[]
  profile?: 'local' | 'ci' | 'staging'
  /** Bearer key of the control plane. */
  adminKey?: string
  /** Least level that is logged, on stderr; silent without it. */
  log?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Base of addresses in answers. */
  publicUrl?: string
  portalUrl?: string
  /** Further host names under which the control plane may be called. */
  allowedHosts?: readonly string[]
  /** Variants of the list of assumptions, such as `{ 'A-20-1': 'envelope' }`. */
  assume?: Readonly<Record<string, string>>
  /** Codes to answer instead of ours. */
  codes?: Readonly<Record<string, string>>
  /** What a write survives: a crash of the process, or also loss of power. */
  sync?: 'normal' | 'full'
  /** How many workspaces are open at a time. */
  maxOpen?: number
  /** How many calls a workspace's journal keeps. */
  journalEntries?: number
  /** About how many bytes the journal of a workspace keeps. */
  journalBytes?: number
  /** Maximum size of a JSON body, in bytes. */
  maxBodyBytes?: number
  /** Maximum number of open connections. */
  maxConnections?: number
  /** Maximum number of calls that wait for a journal or read it as a stream. */
  maxWaiters?: number
  clientId?: string
  clientKey?: string
  tokenPath?: string
  refreshPath?: string
  accessTokenSeconds?: number
  refreshTokenSeconds?: number
  signedAddressSeconds?: number
  filesPath?: string
  uploadSeconds?: number
  /** How long `close` waits for calls in flight; a second without it. */
  graceMs?: number
  /** Check every answer against its schema. */
  checkReplies?: boolean
}

/** The settings of these options, as texts by the names of their variables. */
export const settingsOf = (options: StartOptions): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ port: 0, log: 'silent', graceMs: 1_000, ...options })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [variableOf(name), textOf(value)]),
  )

/** The variable of an option: `SANDBOX_ADMIN_KEY` for `adminKey`. */
const variableOf = (option: string): string =>
  `SANDBOX_${option.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

const textOf = (value: NonNullable<StartOptions[keyof StartOptions]>): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.join(',')
  return Object.entries(value)
    .map((pair) => pair.join('='))
    .join(',')
}

/** Options of settings that are texts already; the reader of settings takes them as they are. */
export const optionsOf = (settings: Readonly<Record<string, string>>): StartOptions =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name
        .replace('SANDBOX_', '')
        .toLowerCase()
        .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as StartOptions
