import { statSync } from 'node:fs'
import { delimiter } from 'node:path'
import { type ChosenVariants, problemsOfVariants } from '../contract/assumptions/index.ts'
import { WELL_KNOWN_CREDENTIALS } from '../contract/well-known.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { REFUSALS } from '../errors/refusals.ts'
import { LIMITS } from '../limits.ts'
import { formatVariation, parseVariation } from '../variation/variation-kinds.ts'

/** The type of a setting's value, as TypeScript and as a parser of text. */
export interface SettingType<T> {
  /** The type of the library's option, in TypeScript. */
  readonly option: string
  /** How it is written as text, where the type of the option does not say it. */
  readonly syntax?: string
  /** Parses a text; the message of a thrown error completes "SANDBOX_PORT …". */
  readonly parse: (text: string) => T
}

/** Any text. */
const text: SettingType<string> = { option: 'string', parse: (value) => value }

/** One of these words. */
const oneOf = <const T extends string>(...known: readonly T[]): SettingType<T> => ({
  option: known.map((name) => `'${name}'`).join(' | '),
  parse: (value) => {
    const found = known.find((name) => name === value)
    if (!found) throw new Error(`must be one of ${known.join(', ')}, got "${value}"`)
    return found
  },
})

/** `on` or `off`; true or false in the library. */
const onOff: SettingType<boolean> = {
  option: 'boolean',
  syntax: '`on` or `off`',
  parse: (value) => oneOf('on', 'off').parse(value) === 'on',
}

/** A whole number within bounds. */
const wholeNumber = (min: number, max: number): SettingType<number> => ({
  option: 'number',
  parse: (value) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}, got "${value}"`)
    return number
  },
})

/** The base of URLs, without a slash at its end. */
const baseUrl: SettingType<string> = {
  option: 'string',
  parse: (value) => {
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
      throw new Error(`must be an http or https URL, got "${value}"`)
    return value.replace(/\/+$/, '')
  },
}

/** Paths of the server itself. */
const RESERVED = /^\/(w|_sandbox|livez|readyz)(\/|$)/

/** A path that the server does not use itself. */
const path: SettingType<string> = {
  option: 'string',
  parse: (value) => {
    if (RESERVED.test(value))
      throw new Error(`must be a path other than /w, /_sandbox, /livez and /readyz, got "${value}"`)
    if (!/^(\/(?!\.{1,2}(\/|$))[\w\-.]+)+\/?$/.test(value))
      throw new Error(`must be a path such as /a/b, got "${value}"`)
    return value
  },
}

/** A path that others lie below, without a slash at its end. */
const basePath: SettingType<string> = {
  option: 'string',
  parse: (value) => path.parse(value.replace(/\/+$/, '')),
}

const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const LIST = 'readonly string[]'

/** Paths of folders that exist, separated by commas or as the platform separates paths. */
const folders: SettingType<readonly string[]> = {
  option: LIST,
  syntax: 'separated by commas',
  parse: (value) => {
    const paths = value.split(delimiter).flatMap((part) => list(part))
    const missing = paths.find((folder) => !statSync(folder, { throwIfNoEntry: false }))
    if (missing !== undefined)
      throw new Error(`must name folders that exist, but "${missing}" does not exist`)
    const other = paths.find((folder) => !statSync(folder).isDirectory())
    if (other !== undefined) throw new Error(`must name folders, but "${other}" is not a folder`)
    return paths
  },
}

/** Host names, without scheme and port, in lower case. */
const hostNames: SettingType<readonly string[]> = {
  option: LIST,
  syntax: 'separated by commas',
  parse: (value) =>
    list(value.toLowerCase()).map((name) => {
      if (/[:/]/.test(name)) throw new Error(`must be names without scheme and port, got "${name}"`)
      return name
    }),
}

/** Origins of pages, as browsers send them, or `*` for every origin. */
const origins: SettingType<readonly string[]> = {
  option: LIST,
  syntax: 'separated by commas',
  parse: (value) =>
    list(value).map((origin) => {
      if (origin === '*') return origin
      if (!/^https?:\/\/[^/\\?#@*]+$/i.test(origin) || !URL.canParse(origin))
        throw new Error(
          `must be origins such as https://app.example.com, without a path, or *, got "${origin}"`,
        )
      return new URL(origin).origin
    }),
}

const TEXTS_BY_NAME = 'Readonly<Record<string, string>>'

/** Reads `a=b,c=d`; what `problemsOf` says about the pairs, and every malformed pair, is one error. */
const pairs = (
  value: string,
  problemsOf: (pairs: Record<string, string>) => string[],
): Record<string, string> => {
  const matches = list(value).map((pair) => /^([^=]+)=(.+)$/.exec(pair) ?? pair)
  const malformed = matches.filter((match) => typeof match === 'string')
  const entries = matches.filter((match) => typeof match !== 'string')
  const read = Object.fromEntries(
    entries.map(([, left = '', right = '']) => [left.trim(), right.trim()]),
  )
  const problems = [
    ...malformed.map((pair) => `must be pairs such as a=b, got "${pair}"`),
    ...problemsOf(read),
  ]
  if (problems.length > 0) throw new Error(problems.join('; '))
  return read
}

/** Variants of assumptions. */
const variants: SettingType<ChosenVariants> = {
  option: TEXTS_BY_NAME,
  syntax: 'such as `A-20-1=envelope,A-9-2=at-once`',
  parse: (value) =>
    pairs(value, (chosen) => {
      const problems = problemsOfVariants(chosen, didYouMean)
      return problems.length === 0 ? [] : [`has invalid entries: ${problems.join('; ')}`]
    }),
}

/** A variation as text, with its kinds in their order. */
const variation: SettingType<string> = {
  option: 'string',
  syntax: 'such as `7` or `7:list-order,id-gaps`',
  parse: (value) => formatVariation(parseVariation(value)),
}

/** Codes of refusals by the codes that they replace. */
const codes: SettingType<ReadonlyMap<string, string>> = {
  option: TEXTS_BY_NAME,
  syntax: 'such as `90020001=10130001`',
  parse: (value) => new Map(Object.entries(pairs(value, problemsOfCodes))),
}

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
  /** Default in the profile staging, where it differs. */
  readonly staging?: NoInfer<T>
  /** Default of the library, where it differs. */
  readonly library?: NoInfer<T>
  /** Words for the default, where its value does not say it. */
  readonly defaultText?: string
  /** Explanation of the default's value, such as a large number in another unit. */
  readonly note?: string
  readonly isRequiredInStaging?: boolean
  /** A value that everybody knows and that the profile staging does not accept. */
  readonly refusedInStaging?: NoInfer<T>
  /** Fewest characters that the profile staging accepts. */
  readonly minLengthInStaging?: number
}

/** Declares a setting; without a default its value may be undefined. */
const setting = <T, const Default extends T | undefined = undefined>(
  declared: Omit<Setting<T, Default>, 'default'> & { readonly default?: Default },
): Setting<T, Default> => ({ ...declared, default: declared.default as Default })

/** The variable of a setting: `SANDBOX_ADMIN_KEY` for `adminKey`. */
export const variableOf = (name: string): string =>
  `SANDBOX_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** The flag of a setting, without its dashes: `admin-key` for `adminKey`. */
export const flagOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const TEN_YEARS_S = 315_360_000

/**
 * Every setting, declared once, by the name of its option in the library. Variable and flag follow from it
 * (`SANDBOX_ADMIN_KEY` and `--admin-key` for `adminKey`), and so do the help, the documents, `.env.example`
 * and the types of the library, which `npm run docs` prints.
 */
export const SETTINGS = {
  host: setting({ help: 'Address to listen on', type: text, default: '127.0.0.1' }),
  port: setting({
    help: 'Port to listen on; 0 picks a free one',
    type: wholeNumber(0, 65_535),
    default: 4022,
    library: 0,
  }),
  data: setting({
    help: 'Folder for all data',
    type: text,
    defaultText: 'none (data is kept in memory)',
    isRequiredInStaging: true,
  }),
  seed: setting({
    help: 'Initial data of an empty store: `demo`, `minimal` or the path of a folder of seed files',
    type: text,
    default: 'demo',
    staging: 'minimal',
  }),
  seedFolders: setting({
    help: 'Folders below which seeds may be read over HTTP',
    type: folders,
    default: ['.'],
    staging: [],
    defaultText:
      'the working directory and the folder of `SANDBOX_SEED`; in staging only the latter',
  }),
  profile: setting({
    help: 'Set of defaults and checks: `local`, `ci` or `staging`',
    type: oneOf('local', 'ci', 'staging'),
    default: 'local',
  }),
  adminKey: setting({
    help: 'Bearer key of the control plane; required in staging, with 16 characters or more',
    type: text,
    defaultText: 'none (the control plane answers calls under local host names only)',
    isRequiredInStaging: true,
    minLengthInStaging: 16,
  }),
  log: setting({
    help: 'Minimum log level: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    type: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    library: 'silent',
  }),
  logFormat: setting({
    help: 'Format of the log: `pretty`, one line a call, `json`, one object a line, or `auto`, which is `pretty` on a terminal',
    type: oneOf('auto', 'pretty', 'json'),
    default: 'auto',
  }),
  publicUrl: setting({
    help: 'Base of the URLs in answers',
    type: baseUrl,
    defaultText: "the request's Host",
  }),
  portalUrl: setting({
    help: 'Base of the URLs in answers of the portal',
    type: baseUrl,
    defaultText: '`SANDBOX_PUBLIC_URL`',
  }),
  allowedHosts: setting({
    help: 'Additional host names for calls of the control plane',
    type: hostNames,
    default: [],
    defaultText: 'IP addresses, `localhost`, and names without a dot except for pages',
  }),
  corsOrigins: setting({
    help: 'Additional origins whose pages may call every operation, or `*` for every origin',
    type: origins,
    default: [],
    defaultText: 'origins of this machine such as `http://localhost:3000`; in staging none',
  }),
  assume: setting({
    help: 'Variants of assumptions',
    type: variants,
    default: {},
    defaultText: 'the defaults of docs/assumptions.md',
  }),
  variation: setting({
    help: 'Seeded variation of what the document leaves open: `off`, or a seed with or without kinds',
    type: variation,
    default: 'off',
  }),
  codes: setting({
    help: 'Replacements of refusal codes',
    type: codes,
    default: new Map(),
    defaultText: 'the codes of docs/errors.md',
  }),
  sync: setting({
    help: 'Durability of writes: `normal` survives a crash of the process, `full` also a loss of power',
    type: oneOf('normal', 'full'),
    default: 'normal',
    staging: 'full',
  }),
  maxOpen: setting({
    help: 'Maximum number of open workspaces; the least recently used one is closed',
    type: wholeNumber(1, 10_000),
    default: 64,
  }),
  journalEntries: setting({
    help: 'Maximum number of calls in the journal of a workspace',
    type: wholeNumber(0, 1_000_000),
    default: 10_000,
  }),
  journalBytes: setting({
    help: 'Approximate maximum size of the journal of a workspace, in bytes',
    type: wholeNumber(0, 268_435_456),
    default: 16_777_216,
    note: '16 MiB; 256 MiB for all journals together',
  }),
  maxBodyBytes: setting({
    help: 'Maximum size of a JSON body, in bytes; E7 and seeds have the sizes of docs/limits.md',
    type: wholeNumber(1_024, 33_554_432),
    default: LIMITS.bodyBytes.max,
    note: '1.5 MiB',
  }),
  maxConnections: setting({
    help: 'Maximum number of open connections; one more is answered with 503 and closed',
    type: wholeNumber(1, 65_535),
    default: LIMITS.connections.max,
  }),
  unreadSeconds: setting({
    help: 'Time in seconds after which an answer that its caller does not read is ended with its connection',
    type: wholeNumber(1, 86_400),
    default: 60,
  }),
  maxWaiters: setting({
    help: 'Maximum number of calls that wait for a journal or read it as a stream',
    type: wholeNumber(1, 65_535),
    default: LIMITS.waiters.max,
  }),
  clientId: setting({
    help: 'Client id of the default workspace',
    type: text,
    defaultText: `\`${WELL_KNOWN_CREDENTIALS.clientId}\`; generated in staging`,
    refusedInStaging: WELL_KNOWN_CREDENTIALS.clientId,
  }),
  clientKey: setting({
    help: 'Client key of the default workspace',
    type: text,
    defaultText: `\`${WELL_KNOWN_CREDENTIALS.clientKey}\`; generated in staging`,
    refusedInStaging: WELL_KNOWN_CREDENTIALS.clientKey,
  }),
  tokenPath: setting({
    help: 'Path of the operation that issues tokens',
    type: path,
    default: '/open-api/oauth/get-token',
  }),
  refreshPath: setting({
    help: 'Path of the operation that refreshes tokens',
    type: path,
    default: '/open-api/oauth/refresh-token',
  }),
  accessTokenSeconds: setting({
    help: 'Access token lifetime in seconds',
    type: wholeNumber(1, TEN_YEARS_S),
    default: 7_200,
    note: '2 hours',
  }),
  refreshTokenSeconds: setting({
    help: 'Refresh token lifetime in seconds',
    type: wholeNumber(1, TEN_YEARS_S),
    default: 2_592_000,
    note: '30 days',
  }),
  signedAddressSeconds: setting({
    help: 'Signed URL lifetime in seconds',
    type: wholeNumber(1, TEN_YEARS_S),
    default: 3_600,
    note: '1 hour',
  }),
  filesPath: setting({
    help: 'Base path of uploads and downloads',
    type: basePath,
    default: '/_files',
  }),
  uploadSeconds: setting({
    help: 'Lifetime of an unfinished upload in seconds',
    type: wholeNumber(1, TEN_YEARS_S),
    default: 86_400,
    note: '24 hours',
  }),
  graceMs: setting({
    help: 'Grace period of a stop for calls in flight, in milliseconds',
    type: wholeNumber(0, 600_000),
    default: 8_000,
    library: 1_000,
  }),
  checkReplies: setting({
    help: 'Check of every answer against the published OpenAPI document',
    type: onOff,
    default: false,
  }),
}

/** The key of a setting: the name of its option in the library. */
export type SettingName = keyof typeof SETTINGS

/** Texts of settings, by their keys. */
export type SettingTexts = Readonly<Partial<Record<SettingName, string>>>

/** A setting as text, and the name under which it was given. */
export interface GivenSetting {
  readonly text: string
  /** A flag, a variable or an option, such as `--port`. */
  readonly label: string
}

/** Settings from one source: flags, variables or options of the library. */
export interface SettingSource {
  readonly given: ReadonlyMap<SettingName, GivenSetting>
  /** Problems beside the values, such as unknown names, one sentence each. */
  readonly problems: readonly string[]
  /** The name of a setting in this source. */
  readonly labelOf: (name: string) => string
}

/** The keys of all settings. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

/** Describes a name that no setting has; `what` is a flag, a variable or an option. */
export const problemOfName = (
  what: string,
  name: string,
  labelOf: (name: string) => string,
  hint = '',
): string => `unknown ${what} "${name}"${didYouMean(name, SETTING_NAMES.map(labelOf)) || hint}`
