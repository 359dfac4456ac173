import { parseArgs } from 'node:util'
import { type ChosenVariants, problemsOfVariants } from './contract/ledger/index.ts'
import { REFUSALS } from './kernel/errors.ts'

/** One setting: a variable and a flag of the same meaning. */
interface Setting<T> {
  /** What it does, for the help text and the README. */
  readonly help: string
  /** What counts without it, in words. */
  readonly without: string
  /** Reads a given text; a thrown error's message completes "NAME ...". */
  readonly read: (text: string) => T
}

const setting = <T>(help: string, without: string, read: (text: string) => T): Setting<T> => ({
  help,
  without,
  read,
})

const text = (value: string): string => value

const oneOf =
  <T extends string>(...known: readonly T[]) =>
  (value: string): T => {
    const found = known.find((name) => name === value)
    if (!found) throw new Error(`must be one of ${known.join(', ')}, got "${value}"`)
    return found
  }

const wholeNumber =
  (least: number, most: number) =>
  (value: string): number => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < least || number > most)
      throw new Error(`must be a whole number from ${least} to ${most}, got "${value}"`)
    return number
  }

const baseUrl = (value: string): string => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new Error(`must be an http or https address, got "${value}"`)
  return value.replace(/\/+$/, '')
}

/** Paths that have a meaning of their own. */
const TAKEN = /^\/(w|_sandbox|_files|livez|readyz)(\/|$)/

const path = (value: string): string => {
  if (TAKEN.test(value)) throw new Error(`must be a path that is free, got "${value}"`)
  if (!/^\/[\w\-./]+$/.test(value)) throw new Error(`must be a path such as /a/b, got "${value}"`)
  return value
}

const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const hostNames = (value: string): string[] =>
  list(value.toLowerCase()).map((name) => {
    if (/[:/]/.test(name)) throw new Error(`must be names without scheme and port, got "${name}"`)
    return name
  })

const pairs = (value: string): Record<string, string> =>
  Object.fromEntries(
    list(value).map((pair) => {
      const [, left, right] = /^([^=]+)=(.+)$/.exec(pair) ?? []
      if (!(left && right)) throw new Error(`must be pairs such as a=b, got "${pair}"`)
      return [left.trim(), right.trim()]
    }),
  )

const variants = (value: string): ChosenVariants => {
  const chosen = pairs(value)
  const problems = problemsOfVariants(chosen)
  if (problems.length > 0) throw new Error(`names what does not exist: ${problems.join('; ')}`)
  return chosen
}

const codes = (value: string): Record<string, string> => {
  const mapped = pairs(value)
  const known = new Set<string>(Object.values(REFUSALS).map(({ code }) => code))
  const strange = Object.keys(mapped).find((code) => !known.has(code))
  const empty = Object.keys(mapped).find((code) => mapped[code] === '0')
  if (empty) throw new Error(`gives ${empty} the code 0, which means success`)
  if (strange) throw new Error(`names the code ${strange}, which is not in docs/errors.md`)
  return mapped
}

const TEN_YEARS_S = 315_360_000

/** Every setting, by the name of its variable. The flag of `SANDBOX_DATA` is `--data`, and so on. */
export const SETTINGS = {
  SANDBOX_HOST: setting('Address to listen on', '`127.0.0.1`', text),
  SANDBOX_PORT: setting('Port to listen on; 0 takes a free one', '`4022`', wholeNumber(0, 65_535)),
  SANDBOX_DATA: setting('Folder that keeps all data', 'everything is in memory', text),
  SANDBOX_SEED: setting(
    'First content of an empty store: `demo`, `minimal` or the path of a folder of seed files',
    '`demo`; in staging `minimal`',
    text,
  ),
  SANDBOX_PROFILE: setting(
    'What it is used for: `local`, `ci` or `staging`',
    '`local`',
    oneOf('local', 'ci', 'staging'),
  ),
  SANDBOX_ADMIN_KEY: setting(
    'Bearer key of the control plane; required in staging',
    'only local callers reach the control plane',
    text,
  ),
  SANDBOX_LOG: setting(
    'Least level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    '`info`',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  SANDBOX_PUBLIC_URL: setting('Base of addresses in answers', "the request's Host", baseUrl),
  SANDBOX_PORTAL_URL: setting(
    'Base of addresses in answers of the portal',
    '`SANDBOX_PUBLIC_URL`',
    baseUrl,
  ),
  SANDBOX_ALLOWED_HOSTS: setting(
    'Further host names, separated by commas, under which the control plane may be called',
    'IP addresses, `localhost` and names without a dot',
    hostNames,
  ),
  SANDBOX_ASSUME: setting(
    'Variants of the ledger, such as `A-20-1=envelope,A-9-2=at-once`',
    'the defaults of docs/assumptions.md',
    variants,
  ),
  SANDBOX_CODES: setting(
    'Codes to answer instead of ours, such as `90020001=10130001`',
    'the codes of docs/errors.md',
    codes,
  ),
  SANDBOX_SYNC: setting(
    'What a write survives: `normal` a crash of the process, `full` also loss of power',
    '`normal`; in staging `full`',
    oneOf('normal', 'full'),
  ),
  SANDBOX_CLIENT_ID: setting('Client id of the default workspace', '`00000000-sandbox`', text),
  SANDBOX_CLIENT_KEY: setting('Client key of the default workspace', '`sandbox-key`', text),
  SANDBOX_TOKEN_PATH: setting(
    'Path of the operation that answers tokens',
    '`/open-api/oauth/get-token`',
    path,
  ),
  SANDBOX_REFRESH_PATH: setting(
    'Path of the operation that refreshes tokens',
    '`/open-api/oauth/refresh-token`',
    path,
  ),
  SANDBOX_ACCESS_TOKEN_SECONDS: setting(
    'Life of access tokens',
    '`7200`',
    wholeNumber(1, TEN_YEARS_S),
  ),
  SANDBOX_REFRESH_TOKEN_SECONDS: setting(
    'Life of refresh tokens',
    '`2592000` (30 days)',
    wholeNumber(1, TEN_YEARS_S),
  ),
  SANDBOX_SIGNED_ADDRESS_SECONDS: setting(
    'Life of signed addresses',
    '`3600`',
    wholeNumber(1, TEN_YEARS_S),
  ),
  SANDBOX_GRACE_MS: setting(
    'How long a stop waits for calls in flight, in milliseconds',
    '`8000`',
    wholeNumber(0, 600_000),
  ),
  SANDBOX_CHECK_REPLIES: setting(
    'Check every answer against its schema and fail loudly: `on` or `off`',
    '`off`',
    oneOf('on', 'off'),
  ),
} as const

type SettingName = keyof typeof SETTINGS
type Given = {
  [Name in SettingName]?: ReturnType<(typeof SETTINGS)[Name]['read']>
}

/** The settings of one server, checked and complete. */
export type Config = Readonly<ReturnType<typeof complete>>

/** Settings that cannot be taken: one sentence each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** The flag of a setting, without its dashes. */
export const flagOf = (name: string): string =>
  name.replace('SANDBOX_', '').toLowerCase().replaceAll('_', '-')

const names = Object.keys(SETTINGS) as SettingName[]

/** Reads flags and variables, flags first; every wrong setting is reported at once. */
export const readConfig = (
  args: readonly string[] = process.argv.slice(2),
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config => {
  const flags = readFlags(args)
  const problems: string[] = []
  const given: Record<string, unknown> = {}
  for (const name of names) {
    const value = flags[flagOf(name)] ?? env[name]
    if (value === undefined || value === '') continue
    try {
      given[name] = SETTINGS[name].read(value)
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : error}`)
    }
  }
  problems.push(...problemsOfProfile(given), ...problemsOfPaths(given))
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(complete(given))
}

/** Variables that look like settings and are none: most likely typing errors. */
export const unknownVariables = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): string[] =>
  Object.keys(env).filter((name) => name.startsWith('SANDBOX_') && !Object.hasOwn(SETTINGS, name))

const readFlags = (args: readonly string[]): Record<string, string | undefined> => {
  const options = Object.fromEntries(
    names.map((name) => [flagOf(name), { type: 'string' as const }]),
  )
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    throw new ConfigError([
      `${message}; see --help, known flags are ${Object.keys(options)
        .map((flag) => `--${flag}`)
        .join(', ')}`,
    ])
  }
}

const problemsOfPaths = (given: Given): string[] => {
  const { SANDBOX_TOKEN_PATH, SANDBOX_REFRESH_PATH } = { ...DEFAULTS, ...given }
  return SANDBOX_TOKEN_PATH === SANDBOX_REFRESH_PATH
    ? ['SANDBOX_TOKEN_PATH and SANDBOX_REFRESH_PATH must differ']
    : []
}

const problemsOfProfile = (given: Given): string[] => {
  if (given.SANDBOX_PROFILE !== 'staging') return []
  const needed = ['SANDBOX_ADMIN_KEY', 'SANDBOX_DATA'] as const
  return needed
    .filter((name) => given[name] === undefined)
    .map((name) => `${name} is required in the profile staging`)
}

const DEFAULTS = {
  SANDBOX_HOST: '127.0.0.1',
  SANDBOX_PORT: 4022,
  SANDBOX_SEED: 'demo',
  SANDBOX_PROFILE: 'local',
  SANDBOX_LOG: 'info',
  SANDBOX_ALLOWED_HOSTS: [],
  SANDBOX_ASSUME: {},
  SANDBOX_CODES: {},
  SANDBOX_SYNC: 'normal',
  SANDBOX_TOKEN_PATH: '/open-api/oauth/get-token',
  SANDBOX_REFRESH_PATH: '/open-api/oauth/refresh-token',
  SANDBOX_ACCESS_TOKEN_SECONDS: 7_200,
  SANDBOX_REFRESH_TOKEN_SECONDS: 2_592_000,
  SANDBOX_SIGNED_ADDRESS_SECONDS: 3_600,
  SANDBOX_GRACE_MS: 8_000,
  SANDBOX_CHECK_REPLIES: 'off',
} as const satisfies Given

const STAGING_DEFAULTS = { SANDBOX_SEED: 'minimal', SANDBOX_SYNC: 'full' } as const satisfies Given

const complete = (given: Given) => {
  const isStaging = given.SANDBOX_PROFILE === 'staging'
  const all = { ...DEFAULTS, ...(isStaging && STAGING_DEFAULTS), ...given }
  return {
    profile: all.SANDBOX_PROFILE,
    host: all.SANDBOX_HOST,
    port: all.SANDBOX_PORT,
    dataFolder: all.SANDBOX_DATA,
    seed: all.SANDBOX_SEED,
    adminKey: all.SANDBOX_ADMIN_KEY,
    logLevel: all.SANDBOX_LOG,
    publicUrl: all.SANDBOX_PUBLIC_URL,
    portalUrl: all.SANDBOX_PORTAL_URL,
    allowedHosts: all.SANDBOX_ALLOWED_HOSTS,
    variants: all.SANDBOX_ASSUME,
    codes: new Map<string, string>(Object.entries(all.SANDBOX_CODES)),
    sync: all.SANDBOX_SYNC,
    clientId: all.SANDBOX_CLIENT_ID,
    clientKey: all.SANDBOX_CLIENT_KEY,
    tokenPath: all.SANDBOX_TOKEN_PATH,
    refreshPath: all.SANDBOX_REFRESH_PATH,
    lifetimes: {
      accessTokenSeconds: all.SANDBOX_ACCESS_TOKEN_SECONDS,
      refreshTokenSeconds: all.SANDBOX_REFRESH_TOKEN_SECONDS,
      signedAddressSeconds: all.SANDBOX_SIGNED_ADDRESS_SECONDS,
    },
    graceMs: all.SANDBOX_GRACE_MS,
    checkReplies: all.SANDBOX_CHECK_REPLIES === 'on',
  }
}
