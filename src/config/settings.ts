import { LIMITS } from '../limits.ts'
import {
  basePath,
  baseUrl,
  codes,
  folders,
  hostNames,
  oneOf,
  path,
  text,
  variants,
  wholeNumber,
} from './readers.ts'

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
  SANDBOX_SEED_FOLDERS: setting(
    'Folders below which seeds may be read over HTTP, separated by commas',
    'the working directory and the folder of `SANDBOX_SEED`; in staging the latter alone',
    folders,
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
  SANDBOX_MAX_OPEN: setting(
    'How many workspaces are open at a time; the others sleep and wake when they are used',
    '`64`',
    wholeNumber(1, 10_000),
  ),
  SANDBOX_JOURNAL_ENTRIES: setting(
    'How many calls the journal of a workspace keeps',
    '`10000`',
    wholeNumber(0, 1_000_000),
  ),
  SANDBOX_JOURNAL_BYTES: setting(
    'About how many bytes the journal of a workspace keeps',
    '`16777216` (16 MiB); all journals together 256 MiB',
    wholeNumber(0, 268_435_456),
  ),
  SANDBOX_MAX_BODY_BYTES: setting(
    'Maximum size of a JSON body, in bytes; E7 and seeds may always have the sizes of docs/limits.md',
    `\`${LIMITS.bodyBytes.max}\` (1.5 MiB)`,
    wholeNumber(1_024, 33_554_432),
  ),
  SANDBOX_MAX_CONNECTIONS: setting(
    'Maximum number of open connections; one more is answered with 503 and closed',
    `\`${LIMITS.connections.max}\``,
    wholeNumber(1, 65_535),
  ),
  SANDBOX_MAX_WAITERS: setting(
    'Maximum number of calls that wait for a journal or read it as a stream',
    `\`${LIMITS.waiters.max}\``,
    wholeNumber(1, 65_535),
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
  SANDBOX_FILES_PATH: setting('Path below which uploads and downloads lie', '`/_files`', basePath),
  SANDBOX_UPLOAD_SECONDS: setting(
    'How long an upload can take before it expires',
    '`86400` (24 hours)',
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

/** The flag of a setting, without its dashes. */
export const flagOf = (name: string): string =>
  name.replace('SANDBOX_', '').toLowerCase().replaceAll('_', '-')
