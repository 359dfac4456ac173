// Printed from `src/config/settings.ts` by `npm run docs`; change it there.

/** Options of a server that the library starts: its settings, by their names in the library. */
export interface StartOptions {
  /** Address to listen on. Default: `127.0.0.1`. */
  host?: string
  /** Port to listen on; 0 picks a free one. Default: `0`. */
  port?: number
  /** Folder for all data. Default: none (data is kept in memory). */
  data?: string
  /** Initial data of an empty store: `demo`, `minimal` or the path of a folder of seed files. Default: `demo`; in staging `minimal`. */
  seed?: string
  /** Folders below which seeds may be read over HTTP. Default: the working directory and the folder of `seed`; in staging only the latter. */
  seedFolders?: readonly string[]
  /** Set of defaults and checks: `local`, `ci` or `staging`. Default: `local`. */
  profile?: 'local' | 'ci' | 'staging'
  /** Bearer key of the control plane; required in staging, with 16 characters or more. Default: none (the control plane answers calls under local host names only). */
  adminKey?: string
  /** Minimum log level: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. Default: `silent`. */
  log?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Format of the log: `pretty`, one line a call, `json`, one object a line, or `auto`, which is `pretty` on a terminal. Default: `auto`. */
  logFormat?: 'auto' | 'pretty' | 'json'
  /** Base of the URLs in answers. Default: the request's Host. */
  publicUrl?: string
  /** Base of the URLs in answers of the portal. Default: `publicUrl`. */
  portalUrl?: string
  /** Additional host names for calls of the control plane. Default: IP addresses, `localhost`, and names without a dot except for pages. */
  allowedHosts?: readonly string[]
  /** Additional origins whose pages may call every operation, or `*` for every origin. Default: origins of this machine such as `http://localhost:3000`; in staging none. */
  corsOrigins?: readonly string[]
  /** Variants of assumptions. Default: the defaults of docs/assumptions.md. */
  assume?: Readonly<Record<string, string>>
  /** Seeded variation of what the document leaves open: `off`, or a seed with or without kinds. Default: `off`. */
  variation?: string
  /** Replacements of refusal codes. Default: the codes of docs/errors.md. */
  codes?: Readonly<Record<string, string>>
  /** Durability of writes: `normal` survives a crash of the process, `full` also a loss of power. Default: `normal`; in staging `full`. */
  sync?: 'normal' | 'full'
  /** Maximum number of open workspaces; the least recently used one is closed. Default: `64`. */
  maxOpen?: number
  /** Maximum number of calls in the journal of a workspace. Default: `10000`. */
  journalEntries?: number
  /** Approximate maximum size of the journal of a workspace, in bytes. Default: `16777216` (16 MiB; 256 MiB for all journals together). */
  journalBytes?: number
  /** Maximum size of a JSON body, in bytes; E7 and seeds have the sizes of docs/limits.md. Default: `1572864` (1.5 MiB). */
  maxBodyBytes?: number
  /** Maximum number of open connections; one more is answered with 503 and closed. Default: `1024`. */
  maxConnections?: number
  /** Time in seconds after which an answer that its caller does not read is ended with its connection. Default: `60`. */
  unreadSeconds?: number
  /** Maximum number of calls that wait for a journal or read it as a stream. Default: `1000`. */
  maxWaiters?: number
  /** Client id of the default workspace. Default: `00000000-sandbox`; generated in staging. */
  clientId?: string
  /** Client key of the default workspace. Default: `sandbox-key`; generated in staging. */
  clientKey?: string
  /** Path of the operation that issues tokens. Default: `/open-api/oauth/get-token`. */
  tokenPath?: string
  /** Path of the operation that refreshes tokens. Default: `/open-api/oauth/refresh-token`. */
  refreshPath?: string
  /** Access token lifetime in seconds. Default: `7200` (2 hours). */
  accessTokenSeconds?: number
  /** Refresh token lifetime in seconds. Default: `2592000` (30 days). */
  refreshTokenSeconds?: number
  /** Signed URL lifetime in seconds. Default: `3600` (1 hour). */
  signedAddressSeconds?: number
  /** Base path of uploads and downloads. Default: `/_files`. */
  filesPath?: string
  /** Lifetime of an unfinished upload in seconds. Default: `86400` (24 hours). */
  uploadSeconds?: number
  /** Grace period of a stop for calls in flight, in milliseconds. Default: `1000`. */
  graceMs?: number
  /** Check of every answer against the published OpenAPI document. Default: `false`. */
  checkReplies?: boolean
}
