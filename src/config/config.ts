import { parseArgs } from 'node:util'
import { WELL_KNOWN_CREDENTIALS } from '../contract/well-known.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { LIMITS } from '../limits.ts'
import { ConfigError } from './config-error.ts'
import { flagOf, SETTINGS } from './settings.ts'

type SettingName = keyof typeof SETTINGS
type Given = {
  [Name in SettingName]?: ReturnType<(typeof SETTINGS)[Name]['read']>
}

/** The settings of one server, checked and complete. */
export type Config = Readonly<ReturnType<typeof complete>>

const names = Object.keys(SETTINGS) as SettingName[]

/** Reads flags and variables, flags first; every wrong setting is reported at once. */
export const readConfig = (
  args: readonly string[] = process.argv.slice(2),
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config => {
  const flags = readFlags(args)
  const problems: string[] = []
  const given: Record<string, unknown> = {}
  const settings = ownSettings(env)
  for (const name of names) {
    const value = flags[flagOf(name)] ?? settings[name]
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

type Environment = Readonly<Record<string, string | undefined>>

/** What clients are told by: the command line and the programs that it runs. */
const CLIENT_VARIABLES = ['SANDBOX_URL', 'SANDBOX_ACCESS_TOKEN', 'SANDBOX_WORKSPACE']

/** Whether the environment is that of a client, as `dam-sandbox env` sets it. */
const isOfClient = (env: Environment): boolean =>
  Boolean(env.SANDBOX_URL || env.SANDBOX_ACCESS_TOKEN)

/** What a client has, too: beside its other variables these two are no settings of a server. */
const CREDENTIALS: readonly SettingName[] = ['SANDBOX_CLIENT_ID', 'SANDBOX_CLIENT_KEY']

/** The environment without the credentials of a client, which would end those of the server's data. */
const ownSettings = (env: Environment): Environment =>
  isOfClient(env)
    ? { ...env, ...Object.fromEntries(CREDENTIALS.map((name) => [name, undefined])) }
    : env

/** Says which credentials are not taken as settings; nothing where there are none, or flags say more. */
const credentialsLeft = (env: Environment, args: readonly string[]): string[] => {
  if (!isOfClient(env)) return []
  const left = CREDENTIALS.filter((name) => env[name] && !isGivenAsFlag(name, args))
  if (left.length === 0) return []
  const flags = left.map((name) => `--${flagOf(name)}`).join(' and ')
  const which = env.SANDBOX_URL ? 'SANDBOX_URL' : 'SANDBOX_ACCESS_TOKEN'
  return [
    `${left.join(' and ')} beside ${which} are a client's and not taken; set ${flags} instead`,
  ]
}

const isGivenAsFlag = (name: string, args: readonly string[]): boolean =>
  args.some((argument) => argument.split('=')[0] === `--${flagOf(name)}`)

/** What is odd in the environment and no reason not to start: one sentence each. */
export const oddVariables = (
  env: Environment = process.env,
  args: readonly string[] = process.argv.slice(2),
): string[] => [
  ...unknownVariables(env).map(
    (name) => `${name} is no setting and has no effect${didYouMean(name, names) || '; see --help'}`,
  ),
  ...credentialsLeft(env, args),
]

/** What programs need to find their libraries, their fonts and a place for temporary files. */
const OF_THE_SYSTEM =
  /^(PATH|HOME|USERPROFILE|(LOCAL)?APPDATA|SystemRoot|windir|TMPDIR|TE?MP|TZ|LANG|LC_\w+|(FONTCONFIG|XDG|VIPS|LD|DYLD|NIX)_\w+)$/i

/** The environment for a program that works on files of strangers: no settings, no secrets of anybody. */
export const harmlessEnvironment = (env: Environment = process.env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && OF_THE_SYSTEM.test(name) ? [[name, value]] : [],
    ),
  )

/** Variables that look like settings and are none: most likely typing errors. */
export const unknownVariables = (env: Environment): string[] =>
  Object.keys(env).filter(
    (name) =>
      name.startsWith('SANDBOX_') &&
      !Object.hasOwn(SETTINGS, name) &&
      !CLIENT_VARIABLES.includes(name),
  )

/** Reads what the command line is told by variables; an empty one counts as absent. */
export const readCliEnvironment = (env: Environment = process.env) => {
  const own = ownSettings(env)
  const settings = names.flatMap((name) => (own[name] ? [[name, own[name]] as const] : []))
  return {
    url: env.SANDBOX_URL || undefined,
    adminKey: env.SANDBOX_ADMIN_KEY || undefined,
    workspace: env.SANDBOX_WORKSPACE || undefined,
    isColourWanted: !env.NO_COLOR && env.TERM !== 'dumb',
    /** Settings of a server that it may start, as they are written. */
    settings: Object.fromEntries<string>(settings),
    /** What is said of the credentials that such a server does not take, with these flags. */
    credentialsLeft: (args: readonly string[]) => credentialsLeft(env, args),
    /** All of it, for programs that it runs. */
    all: env,
  }
}

const readFlags = (args: readonly string[]): Record<string, string | undefined> => {
  const options = Object.fromEntries(
    names.map((name) => [flagOf(name), { type: 'string' as const }]),
  )
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    const [flag = ''] = /--[\w-]+/.exec(message) ?? []
    const known = names.map((name) => `--${flagOf(name)}`)
    const hint = known.includes(flag) ? '' : didYouMean(flag, known)
    throw new ConfigError([`${message}${hint || '; see --help'}`])
  }
}

const problemsOfPaths = (given: Given): string[] => {
  const { SANDBOX_TOKEN_PATH, SANDBOX_REFRESH_PATH, SANDBOX_FILES_PATH } = { ...DEFAULTS, ...given }
  const problems =
    SANDBOX_TOKEN_PATH === SANDBOX_REFRESH_PATH
      ? ['SANDBOX_TOKEN_PATH and SANDBOX_REFRESH_PATH must differ']
      : []
  for (const [name, path] of Object.entries({ SANDBOX_TOKEN_PATH, SANDBOX_REFRESH_PATH }))
    if (`${path}/`.startsWith(`${SANDBOX_FILES_PATH}/`))
      problems.push(`${name} must not lie below SANDBOX_FILES_PATH`)
  return problems
}

const WELL_KNOWN = 'must not be the well-known one in the profile staging'

const problemsOfProfile = (given: Given): string[] => {
  if (given.SANDBOX_PROFILE !== 'staging') return []
  const needed = ['SANDBOX_ADMIN_KEY', 'SANDBOX_DATA'] as const
  const { clientId, clientKey } = WELL_KNOWN_CREDENTIALS
  return [
    ...needed
      .filter((name) => given[name] === undefined)
      .map((name) => `${name} is required in the profile staging`),
    ...(given.SANDBOX_CLIENT_ID === clientId ? [`SANDBOX_CLIENT_ID ${WELL_KNOWN}`] : []),
    ...(given.SANDBOX_CLIENT_KEY === clientKey ? [`SANDBOX_CLIENT_KEY ${WELL_KNOWN}`] : []),
  ]
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
  SANDBOX_MAX_OPEN: 64,
  SANDBOX_JOURNAL_ENTRIES: 10_000,
  SANDBOX_JOURNAL_BYTES: 16 * 1_048_576,
  SANDBOX_MAX_BODY_BYTES: LIMITS.bodyBytes.max,
  SANDBOX_MAX_CONNECTIONS: LIMITS.connections.max,
  SANDBOX_MAX_WAITERS: LIMITS.waiters.max,
  SANDBOX_TOKEN_PATH: '/open-api/oauth/get-token',
  SANDBOX_REFRESH_PATH: '/open-api/oauth/refresh-token',
  SANDBOX_ACCESS_TOKEN_SECONDS: 7_200,
  SANDBOX_REFRESH_TOKEN_SECONDS: 2_592_000,
  SANDBOX_SIGNED_ADDRESS_SECONDS: 3_600,
  SANDBOX_FILES_PATH: '/_files',
  SANDBOX_UPLOAD_SECONDS: 86_400,
  SANDBOX_GRACE_MS: 8_000,
  SANDBOX_CHECK_REPLIES: 'off',
} as const satisfies Given

const STAGING_DEFAULTS = { SANDBOX_SEED: 'minimal', SANDBOX_SYNC: 'full' } as const satisfies Given

/** In staging nobody may fill the disk: 1 GiB of data, 10 GiB of files in each workspace. */
const GIB = 1_073_741_824
const STAGING_QUOTA = {
  databaseBytes: GIB,
  fileBytes: 10 * GIB,
  snapshotBytes: 5 * GIB,
} as const

const complete = (given: Given) => {
  const isStaging = given.SANDBOX_PROFILE === 'staging'
  const all = { ...DEFAULTS, ...(isStaging && STAGING_DEFAULTS), ...given }
  return {
    profile: all.SANDBOX_PROFILE,
    host: all.SANDBOX_HOST,
    port: all.SANDBOX_PORT,
    dataFolder: all.SANDBOX_DATA,
    seed: all.SANDBOX_SEED,
    seedFolders: all.SANDBOX_SEED_FOLDERS ?? (isStaging ? [] : ['.']),
    adminKey: all.SANDBOX_ADMIN_KEY,
    logLevel: all.SANDBOX_LOG,
    publicUrl: all.SANDBOX_PUBLIC_URL,
    portalUrl: all.SANDBOX_PORTAL_URL,
    allowedHosts: all.SANDBOX_ALLOWED_HOSTS,
    variants: all.SANDBOX_ASSUME,
    codes: new Map<string, string>(Object.entries(all.SANDBOX_CODES)),
    sync: all.SANDBOX_SYNC,
    maxOpen: all.SANDBOX_MAX_OPEN,
    journals: {
      entries: all.SANDBOX_JOURNAL_ENTRIES,
      bytes: all.SANDBOX_JOURNAL_BYTES,
      processBytes: LIMITS.journalBytes.max,
      hidesPeople: isStaging,
    },
    maxBodyBytes: all.SANDBOX_MAX_BODY_BYTES,
    maxConnections: all.SANDBOX_MAX_CONNECTIONS,
    maxWaiters: all.SANDBOX_MAX_WAITERS,
    quota: isStaging ? STAGING_QUOTA : {},
    clientId: all.SANDBOX_CLIENT_ID,
    clientKey: all.SANDBOX_CLIENT_KEY,
    tokenPath: all.SANDBOX_TOKEN_PATH,
    refreshPath: all.SANDBOX_REFRESH_PATH,
    lifetimes: {
      accessTokenSeconds: all.SANDBOX_ACCESS_TOKEN_SECONDS,
      refreshTokenSeconds: all.SANDBOX_REFRESH_TOKEN_SECONDS,
      signedAddressSeconds: all.SANDBOX_SIGNED_ADDRESS_SECONDS,
      uploadSeconds: all.SANDBOX_UPLOAD_SECONDS,
    },
    filesPath: all.SANDBOX_FILES_PATH,
    graceMs: all.SANDBOX_GRACE_MS,
    checkReplies: all.SANDBOX_CHECK_REPLIES === 'on',
  }
}
