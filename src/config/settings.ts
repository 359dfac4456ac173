import { WELL_KNOWN_CREDENTIALS } from '../contract/well-known.ts'
import { LIMITS } from '../limits.ts'
import { setting } from './setting.ts'
import {
  basePath,
  baseUrl,
  codes,
  folders,
  hostNames,
  oneOf,
  onOff,
  origins,
  path,
  text,
  variants,
  variation,
  wholeNumber,
} from './setting-types.ts'

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
