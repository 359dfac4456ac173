import type { Config } from '../config/config.ts'
import type { DefaultCredentials } from './default-credentials.ts'

/** The screen that a start prints: URL, credentials and first calls. */
export const startScreen = (
  url: string,
  credentials: DefaultCredentials,
  config: Config,
  isFresh: boolean,
): string => {
  const { profile, clientKey } = config
  const lines = [
    '',
    `  dam-sandbox listens on ${url}`,
    `  profile ${profile}, ${contentOf(config, isFresh)}`,
    `  operations to read and try: ${url}/docs`,
    '',
    ...(profile === 'staging' ? stagingLines(credentials, clientKey) : localLines(credentials)),
    '',
    '  Try',
    ...tries(url, credentials, config).map((line) => `    ${line}`),
    '',
    '',
  ]
  return lines.join('\n')
}

const contentOf = ({ data, seed }: Config, isFresh: boolean): string => {
  if (!data) return `in memory, seed ${seed}`
  return `data in ${data}, ${isFresh ? `seed ${seed}` : 'existing data, seed not applied'}`
}

const localLines = ({
  clientId,
  clientKey,
  accessToken,
  appKey,
  appSecret,
}: DefaultCredentials): string[] => [
  `  client id     ${clientId}`,
  `  client key    ${clientKey}`,
  `  access token  ${accessToken}`,
  `  portal key    ${appKey}`,
  `  portal secret ${appSecret}`,
]

/** Generated credentials only, and once: those of the settings are known already. */
const stagingLines = (credentials: DefaultCredentials, keyOfSettings?: string): string[] => {
  const idLine = `  client id      ${credentials.clientId}`
  if (!credentials.isNew) return [idLine]
  return [
    '  Generated credentials, printed only once:',
    idLine,
    ...(keyOfSettings ? [] : [`  client key     ${credentials.clientKey}`]),
    `  portal key     ${credentials.appKey}`,
    `  portal secret  ${credentials.appSecret}`,
  ]
}

const tries = (
  url: string,
  credentials: DefaultCredentials,
  { adminKey, tokenPath }: Pick<Config, 'adminKey' | 'tokenPath'>,
): string[] => {
  const json = "-H 'Content-Type: application/json'"
  const { accessToken, clientId } = credentials
  const key = adminKey ? ' -H "Authorization: Bearer $SANDBOX_ADMIN_KEY"' : ''
  const fixtures = `curl ${url}/_sandbox/fixtures${key}`
  if (accessToken === undefined)
    return [
      `curl ${url}/readyz`,
      fixtures,
      `curl ${url}${tokenPath} ${json} -d '{"clientId":"${clientId}","clientKey":"..."}'`,
    ]
  const authorised = `-H 'Access-token: ${accessToken}' -H 'Token-type: bearer' ${json}`
  return [
    fixtures,
    `curl ${url}/open-api/standard/v1/query-user-simple-info-list ${authorised} -d '{"param":{"userIds":[1001,1002]}}'`,
    `curl ${url}/open-api/standard/v1/search-material-groups ${authorised} -d '{"token":"","param":{"parentGroupId":0,"page":1,"pageSize":5}}'`,
  ]
}
