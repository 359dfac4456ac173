import type { Config } from '../config/config.ts'
import type { BuildOrNull } from '../contract/build.ts'
import type { DefaultCredentials } from './default-credentials.ts'
import { warningOfOpenControlPlane } from './warning-of-open-control-plane.ts'

export interface StartFacts {
  readonly url: string
  readonly storageUrl: string | undefined
  readonly credentials: DefaultCredentials
  readonly config: Config
  readonly isFresh: boolean
  readonly version: string
  readonly build: BuildOrNull
}

/** The screen that a start prints for people: where it listens, with which data and credentials, and what to do next. */
export const startScreen = ({
  url,
  storageUrl,
  credentials,
  config,
  isFresh,
  version,
}: StartFacts): string => {
  const warning = warningOfOpenControlPlane(config)
  const lines = [
    '',
    `dam-sandbox ${version} listens on ${url}`,
    '',
    ...(warning === undefined ? [] : [`WARNING: ${warning}`, '']),
    `console       ${url}/console/`,
    `documents     ${url}/docs`,
    `fixtures      ${url}/_sandbox/fixtures`,
    ...(storageUrl === undefined ? [] : [`storage       ${storageUrl}`]),
    `profile       ${config.profile}, ${contentOf(config, isFresh)}`,
    ...credentialLines(credentials, config),
    '',
    'Try',
    ...tries(url, credentials, config).map((line) => `  ${line}`),
    '',
    'Ctrl-C stops it. Calls appear below.',
    '',
  ]
  return `${lines.map((line) => (line === '' ? line : `  ${line}`)).join('\n')}\n`
}

/** The line that a start logs for programs. It has no credentials: who reads collected logs is not known. */
export const startRecord = ({
  url,
  storageUrl,
  credentials,
  config,
  isFresh,
  version,
  build,
}: StartFacts) => ({
  url,
  console: `${url}/console/`,
  documents: `${url}/docs`,
  fixtures: `${url}/_sandbox/fixtures`,
  storage: storageUrl,
  version,
  build,
  profile: config.profile,
  data: config.data ?? 'memory',
  seed: !config.data || isFresh ? config.seed : undefined,
  ...(credentials.isNew && {
    credentials: 'generated; to see them, use dam-sandbox fixtures with the admin key',
  }),
})

const contentOf = ({ data, seed }: Config, isFresh: boolean): string => {
  if (!data) return `in memory, seed ${seed}; nothing is kept after the server stops`
  return `data in ${data}, ${isFresh ? `seed ${seed}` : 'existing data, seed not applied'}`
}

/** In staging generated credentials only, and once: those of the settings are known already. */
const credentialLines = (
  { clientId, clientKey, accessToken, appKey, appSecret, isNew }: DefaultCredentials,
  { profile, clientKey: keyOfSettings }: Config,
): string[] => {
  const client = `client id     ${clientId}`
  if (profile === 'staging' && !isNew) return [client]
  return [
    ...(profile === 'staging' ? ['', 'Generated credentials, printed only once:'] : []),
    client,
    ...(profile === 'staging' && keyOfSettings ? [] : [`client key    ${clientKey}`]),
    ...(accessToken === undefined ? [] : [`access token  ${accessToken}`]),
    `portal key    ${appKey}`,
    `portal secret ${appSecret}`,
  ]
}

const tries = (
  url: string,
  { accessToken, clientId }: DefaultCredentials,
  {
    adminKey,
    adminKeyFile,
    keysFile,
    tokenPath,
  }: Pick<Config, 'adminKey' | 'adminKeyFile' | 'keysFile' | 'tokenPath'>,
): string[] => {
  const json = "-H 'Content-Type: application/json'"
  const key =
    (adminKey ?? adminKeyFile ?? keysFile) ? ' -H "Authorization: Bearer $SANDBOX_ADMIN_KEY"' : ''
  const fixtures = `curl ${url}/_sandbox/fixtures${key}`
  if (accessToken === undefined)
    return [
      fixtures,
      `curl ${url}${tokenPath} ${json} -d '{"clientId":"${clientId}","clientKey":"..."}'`,
    ]
  return [
    fixtures,
    `curl ${url}/open-api/standard/v1/query-user-simple-info-list -H 'Access-token: ${accessToken}' -H 'Token-type: bearer' ${json} -d '{"param":{"userIds":[1001,1002]}}'`,
  ]
}
