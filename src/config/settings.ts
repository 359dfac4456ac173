import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { totalmem } from 'node:os'
import { delimiter } from 'node:path'
import { type ChosenVariants, problemsOfVariants } from '../contract/assumptions/index.ts'
import { didYouMean } from '../contract/errors/did-you-mean.ts'
import { REFUSALS } from '../contract/errors/refusals.ts'
import type { Quota } from '../contract/quota.ts'
import { WELL_KNOWN_CREDENTIALS } from '../contract/well-known.ts'
import { formatVariation, parseVariation } from '../instruments/variation/variation-kinds.ts'
import { LIMITS } from '../kernel/limits.ts'
import { parseBytes } from '../kernel/text.ts'

/** The type of a setting's value, as TypeScript and as a parser of text. */
export interface SettingType<T> {
  readonly option: string
  /** How it is written as text, where the type of the option does not say it. */
  readonly syntax?: string
  /** Parses a text; the message of a thrown error completes "SANDBOX_PORT …". */
  readonly parse: (text: string) => T
}

const typeOf = <T>(
  option: string,
  parse: (text: string) => T,
  syntax?: string,
): SettingType<T> => ({ option, parse, ...(syntax && { syntax }) })

/** Throws what a setting must be, when it is not. */
const must = (isRight: boolean, be: string, got: string): void => {
  if (!isRight) throw new Error(`must ${be}, got "${got}"`)
}

const text = typeOf('string', (value) => value)

const oneOf = <const T extends string>(...known: readonly T[]): SettingType<T> =>
  typeOf(known.map((name) => `'${name}'`).join(' | '), (value) => {
    must(known.includes(value as T), `be one of ${known.join(', ')}`, value)
    return value as T
  })

/** `on` or `off`; true or false in the library. */
const onOff = typeOf(
  'boolean',
  (value) => oneOf('on', 'off').parse(value) === 'on',
  '`on` or `off`',
)

const nodeDigits = typeOf('string', (value) => {
  const isNode = /^(?!0+$)[\da-f]{1,4}$/i.test(value)
  must(isNode, 'be one to four hexadecimal digits, not all 0', value)
  return value.toLowerCase()
})

const wholeNumber = (min: number, max: number): SettingType<number> =>
  typeOf('number', (value) => {
    const isWithin = Number(value) >= min && Number(value) <= max
    must(/^\d+$/.test(value) && isWithin, `be a whole number from ${min} to ${max}`, value)
    return Number(value)
  })

const portOrOff: SettingType<number | 'off'> = typeOf("number | 'off'", (value) =>
  value === 'off' ? value : wholeNumber(0, 65_535).parse(value),
)

/** Trusted proxies: all, none, or some addresses and ranges. */
const proxies: SettingType<boolean | string[]> = typeOf('boolean | readonly string[]', (value) => {
  if (value === 'on' || value === 'off') return value === 'on'
  const given = partsOf(value)
  const isRight = given.length > 0 && given.every(isAddressOrRange)
  must(isRight, 'be on, off, or addresses and ranges such as 10.0.0.0/8', value)
  return given
})

const isAddressOrRange = (text: string): boolean => {
  const [address = '', length, ...rest] = text.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits)
  return isIP(address) !== 0 && isLength && rest.length === 0
}

/** The base of URLs, without a slash at its end. */
const baseUrl = typeOf('string', (value) => {
  const isUrl = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
  must(isUrl, 'be an http or https URL', value)
  return value.replace(/\/+$/, '')
})

const RESERVED = /^\/(w|_sandbox|livez|readyz|metrics)(\/|$)/

const path = typeOf('string', (value) => {
  const isFree = !RESERVED.test(value)
  must(isFree, 'be a path other than /w, /_sandbox, /livez, /readyz and /metrics', value)
  must(/^(\/(?!\.{1,2}(\/|$))[\w\-.]+)+\/?$/.test(value), 'be a path such as /a/b', value)
  return value
})

/** A path with other paths below it, without a slash at its end. */
const basePath = typeOf('string', (value) => path.parse(value.replace(/\/+$/, '')))

const partsOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const listOf = (
  read: (part: string) => string,
  separator: string = ',',
): SettingType<readonly string[]> =>
  typeOf(
    'readonly string[]',
    (value) => partsOf(value.replaceAll(separator, ',')).map(read),
    'as a comma-separated list',
  )

/** Paths of folders that exist, separated by commas or as the platform separates paths. */
const folders = listOf((folder) => {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
  must(isFolder, 'name folders that exist', folder)
  return folder
}, delimiter)

const hostNames = listOf((name) => {
  must(!/[:/]/.test(name), 'be names without scheme and port', name)
  return name.toLowerCase()
})

/** Origins of pages, as browsers send them, or `*` for every origin. */
const origins = listOf((origin) => {
  if (origin === '*') return origin
  const isOrigin = /^https?:\/\/[^/\\?#@*]+$/i.test(origin) && URL.canParse(origin)
  must(isOrigin, 'be origins such as https://app.example.com, without a path, or *', origin)
  return new URL(origin).origin
})

/** Reads `a=b,c=d`; what `problemsOf` says about the pairs is one error. */
const pairs = (
  value: string,
  problemsOf: (pairs: Record<string, string>) => string[],
): Record<string, string> => {
  const read = Object.fromEntries(
    partsOf(value).map((pair) => {
      const [, left = '', right = ''] = /^([^=]+)=(.+)$/.exec(pair) ?? []
      must(left !== '', 'be pairs such as a=b', pair)
      return [left.trim(), right.trim()]
    }),
  )
  const problems = problemsOf(read)
  if (problems.length > 0) throw new Error(problems.join('; '))
  return read
}

const QUOTA_KINDS = ['databaseBytes', 'fileBytes', 'snapshotBytes'] as const

/** Sizes by what they limit. */
const sizes: SettingType<Quota> = typeOf(
  '{ readonly databaseBytes?: number; readonly fileBytes?: number; readonly snapshotBytes?: number }',
  (value) =>
    Object.fromEntries(
      Object.entries(pairs(value, () => [])).map(([kind, size]) => {
        const bytes = parseBytes(size) ?? 0
        const isRight = QUOTA_KINDS.some((known) => known === kind) && Number.isSafeInteger(bytes)
        must(isRight && bytes > 0, `be sizes of ${QUOTA_KINDS.join(', ')}`, `${kind}=${size}`)
        return [kind, bytes]
      }),
    ),
  'such as `databaseBytes=100MiB,fileBytes=1GiB`',
)

const variants: SettingType<ChosenVariants> = typeOf(
  'Partial<Variants>',
  (value) =>
    pairs(value, (chosen) => {
      const problems = problemsOfVariants(chosen, didYouMean)
      return problems.length === 0 ? [] : [`has invalid entries: ${problems.join('; ')}`]
    }),
  'such as `A-20-1=envelope,A-9-2=at-once`',
)

const variation = typeOf(
  'string',
  (value) => formatVariation(parseVariation(value)),
  'such as `7` or `7:list-order,extra-fields`',
)

/** Codes of refusals by the codes that they replace. */
const codes: SettingType<ReadonlyMap<string, string>> = typeOf(
  'Readonly<Record<string, string>>',
  (value) => new Map(Object.entries(pairs(value, problemsOfCodes))),
  'such as `90020001=10130001`',
)

const problemsOfCodes = (mapped: Record<string, string>): string[] => {
  const known = new Set<string>(Object.values(REFUSALS).map(({ code }) => code))
  return Object.entries(mapped).flatMap(([code, replacement]) => {
    if (!known.has(code)) return [`has the unknown code ${code}; docs/errors.md lists the codes`]
    if (replacement === '0') return [`must not replace ${code} by 0, which means success`]
    return []
  })
}

/** One setting: a variable, a flag and an option of the library, all named by its key in `SETTINGS`. */
export interface Setting<T, Default extends T | undefined = T | undefined> {
  /** Noun phrase for the help text, the documents and the types of the library. */
  readonly help: string
  readonly type: SettingType<T>
  readonly default: Default
  readonly staging?: NoInfer<T>
  readonly library?: NoInfer<T>
  /** Describes the default if its value does not. */
  readonly defaultText?: string
  /** Explanation of the default's value, such as a large number in another unit. */
  readonly note?: string
}

/** Declares a setting; without a default its value may be undefined. */
const setting = <T, const Default extends T | undefined = undefined>(
  help: string,
  type: SettingType<T>,
  rest: Omit<Setting<T, Default>, 'help' | 'type' | 'default'> & { readonly default?: Default },
): Setting<T, Default> => ({ help, type, ...rest, default: rest.default as Default })

/** The variable of a setting: `SANDBOX_ADMIN_KEY` for `adminKey`. */
export const variableOf = (name: string): string =>
  `SANDBOX_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** The flag of a setting, without its dashes: `admin-key` for `adminKey`. */
export const flagOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Memory of the machine for each open workspace. */
const BYTES_OF_WORKSPACE = 8_388_608

/** Of the machine, or the memory limit of the container if there is one. */
const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

const TEN_YEARS_S = 315_360_000

/**
 * Every setting, declared once, by the name of its option in the library. Variable and flag follow from it
 * (`SANDBOX_ADMIN_KEY` and `--admin-key` for `adminKey`), and so do the help, the documents, `.env.example`
 * and the types of the library, which `npm run docs` prints.
 */
export const SETTINGS = {
  host: setting('Address to listen on', text, { default: '127.0.0.1' }),
  port: setting('Port to listen on; `0` picks a free port', wholeNumber(0, 65_535), {
    default: 4022,
    library: 0,
  }),
  storagePort: setting(
    'Port of the storage listener, which object storage SDKs upload to; `0` picks a free port, `off` disables it',
    portOrOff,
    { library: 0, defaultText: 'the port + 1, or a free port if that is in use' },
  ),
  storageUrl: setting('URL of the storage listener, as returned in grants', baseUrl, {
    defaultText: 'the host of the request and the port of the listener',
  }),
  metricsPort: setting(
    'Port that serves `/metrics` without a key; `0` picks a free port, `off` disables it',
    portOrOff,
    { default: 'off' },
  ),
  data: setting('Folder for all data', text, {
    defaultText: 'a private temporary folder, removed when the server stops',
  }),
  seed: setting(
    'Data to load into an empty store: `demo`, `minimal` or the path to a folder of seed files',
    text,
    { default: 'demo', staging: 'minimal' },
  ),
  artifacts: setting(
    'Folder for run artifacts: journals (HAR, JSON) of all workspaces, including deleted ones, and the log',
    text,
    { defaultText: 'none' },
  ),
  seedFolders: setting(
    'Folders from which the server may load seeds named in HTTP calls',
    folders,
    {
      default: ['.'],
      staging: [],
      defaultText:
        'the working directory and the folder of `SANDBOX_SEED`; in staging, only the folder of `SANDBOX_SEED`',
    },
  ),
  node: setting(
    'Hexadecimal prefix of the ids of workspaces on this node of a fleet, such as `a1`',
    nodeDigits,
    { defaultText: 'none (not part of a fleet)' },
  ),
  profile: setting(
    'Defaults and checks to use: `local`, `ci` or `staging`',
    oneOf('local', 'ci', 'staging'),
    { default: 'local' },
  ),
  adminKey: setting(
    'Bearer key of the control plane; required in staging, at least 16 characters',
    text,
    { defaultText: 'none (the control plane accepts calls only under local host names)' },
  ),
  adminKeyFile: setting(
    'File with admin keys, one per line, each optionally with a name (`anna: <key>`); the server reloads it when it changes',
    text,
    { defaultText: 'none' },
  ),
  keysFile: setting(
    'Key file of the control plane, written by `dam-sandbox keys create --file`; all nodes of a fleet can share it',
    text,
    { defaultText: 'none; keys are stored in the data folder' },
  ),
  log: setting(
    'Minimum log level: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    { default: 'info', library: 'silent' },
  ),
  logFormat: setting(
    'Log format: `pretty` (one line per call), `json` (one object per line) or `auto` (`pretty` on a terminal, otherwise `json`)',
    oneOf('auto', 'pretty', 'json'),
    { default: 'auto' },
  ),
  publicUrl: setting('Base of the URLs in responses', baseUrl, {
    defaultText: "the request's Host",
  }),
  portalUrl: setting('Base of the URLs in portal responses', baseUrl, {
    defaultText: '`SANDBOX_PUBLIC_URL`',
  }),
  allowedHosts: setting(
    'Additional host names under which the control plane accepts calls',
    hostNames,
    {
      default: [],
      defaultText:
        'none; IP addresses, `localhost` and, except for requests from web pages, names without a dot are always accepted',
    },
  ),
  trustProxy: setting(
    'Proxies whose `X-Forwarded-For`, `-Host` and `-Proto` headers the server trusts for the caller, host and scheme: `on`, `off`, or comma-separated addresses and ranges',
    proxies,
    { default: false },
  ),
  corsOrigins: setting(
    'Additional origins whose pages may call every operation (`*` allows every origin)',
    origins,
    {
      default: [],
      defaultText:
        'origins on this machine such as `http://localhost:3000`; in staging, no origins',
    },
  ),
  assume: setting('Variants of assumptions to use', variants, {
    default: {},
    defaultText: 'the defaults of docs/assumptions.md',
  }),
  variation: setting(
    'Seeded variation of what the interface document leaves open: `off`, or a seed, optionally with kinds',
    variation,
    { default: 'off' },
  ),
  codes: setting('Replacements for refusal codes', codes, {
    default: new Map(),
    defaultText: 'the codes of docs/errors.md',
  }),
  sync: setting(
    'Durability of writes: `normal` survives a process crash; `full` also survives a power failure',
    oneOf('normal', 'full'),
    { default: 'normal', staging: 'full' },
  ),
  maxOpen: setting(
    'Maximum number of open workspaces; beyond that, the least recently used one is closed',
    wholeNumber(1, 10_000),
    {
      default: Math.min(1_024, Math.max(256, Math.floor(memoryBytes / BYTES_OF_WORKSPACE))),
      defaultText: 'one per 8 MiB of memory, at least 256 and at most 1,024',
    },
  ),
  journalEntries: setting(
    'Maximum number of calls in the journal of a workspace',
    wholeNumber(0, 1_000_000),
    { default: 10_000 },
  ),
  journalBytes: setting(
    'Approximate maximum size of the journal of a workspace, in bytes',
    wholeNumber(0, 268_435_456),
    { default: 16_777_216, note: '16 MiB; 256 MiB for all journals together' },
  ),
  maxBodyBytes: setting(
    'Maximum size of a JSON body, in bytes; for E7 and seeds see docs/limits.md',
    wholeNumber(1_024, 33_554_432),
    { default: LIMITS.bodyBytes.max, note: '1.5 MiB' },
  ),
  maxConnections: setting(
    'Maximum number of open connections; beyond that, the server answers a new one with 503 and closes it',
    wholeNumber(1, 65_535),
    { default: LIMITS.connections.max },
  ),
  unreadSeconds: setting(
    'Time in seconds after which the server closes a connection whose client does not read the response',
    wholeNumber(1, 86_400),
    { default: 60 },
  ),
  maxWaiters: setting(
    'Maximum number of calls that wait for journal entries or stream a journal',
    wholeNumber(1, 65_535),
    { default: LIMITS.waiters.max },
  ),
  clientId: setting('Client id of the default workspace', text, {
    defaultText: `\`${WELL_KNOWN_CREDENTIALS.clientId}\`; generated in staging`,
  }),
  clientKey: setting('Client key of the default workspace', text, {
    defaultText: `\`${WELL_KNOWN_CREDENTIALS.clientKey}\`; generated in staging`,
  }),
  tokenPath: setting('Path of the operation that issues tokens', path, {
    default: '/open-api/oauth/get-token',
  }),
  refreshPath: setting('Path of the operation that refreshes tokens', path, {
    default: '/open-api/oauth/refresh-token',
  }),
  accessTokenSeconds: setting('Access token lifetime in seconds', wholeNumber(1, TEN_YEARS_S), {
    default: 7_200,
    note: '2 hours',
  }),
  refreshTokenSeconds: setting('Refresh token lifetime in seconds', wholeNumber(1, TEN_YEARS_S), {
    default: 2_592_000,
    note: '30 days',
  }),
  signedAddressSeconds: setting('Signed URL lifetime in seconds', wholeNumber(1, TEN_YEARS_S), {
    default: 3_600,
    note: '1 hour',
  }),
  filesPath: setting('Base path of uploads and downloads', basePath, { default: '/_files' }),
  uploadSeconds: setting(
    'Lifetime of an unfinished upload in seconds',
    wholeNumber(1, TEN_YEARS_S),
    { default: 86_400, note: '24 hours' },
  ),
  grantPath: setting('Path of the operation that issues object storage grants', path, {
    default: '/_files/grant',
  }),
  grantSeconds: setting(
    'Lifetime of an object storage grant in seconds, by the clock of the workspace',
    wholeNumber(1, TEN_YEARS_S),
    { default: 3_600, note: '1 hour' },
  ),
  ttlMs: setting(
    'Default lifetime of a new workspace, in milliseconds',
    wholeNumber(1, LIMITS.workspaceMs.max),
    { defaultText: '`SANDBOX_MAX_TTL_MS`' },
  ),
  maxTtlMs: setting(
    'Maximum lifetime of a new or changed workspace, in milliseconds',
    wholeNumber(1, LIMITS.workspaceMs.max),
    { defaultText: 'none (workspaces stay until they are deleted)' },
  ),
  quota: setting(
    'Quota of each new workspace, which is also the maximum that a workspace can ask for',
    sizes,
    {
      defaultText:
        'none; in staging `databaseBytes=1GiB,fileBytes=10GiB,snapshotBytes=5GiB`, of which each size can be replaced',
    },
  ),
  drainMs: setting(
    'Time in milliseconds for which a stopping server still accepts calls while `/readyz` returns 503',
    wholeNumber(0, 600_000),
    { default: 0, staging: 5_000 },
  ),
  graceMs: setting(
    'Time in milliseconds that a stopping server gives calls in flight to finish',
    wholeNumber(0, 600_000),
    { default: 8_000, library: 1_000 },
  ),
  checkReplies: setting('Check every response against the published OpenAPI document', onOff, {
    default: false,
  }),
}

/** The key of a setting: the name of its option in the library. */
export type SettingName = keyof typeof SETTINGS

export type SettingTexts = Readonly<Partial<Record<SettingName, string>>>

export interface GivenSetting {
  readonly text: string
  /** A flag, a variable or an option, such as `--port`. */
  readonly label: string
}

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]
