import type { Config } from '../config.ts'
import type { DefaultCredentials } from './default-credentials.ts'

/** The one screen that a start prints: where it is, with what to call it, what to try first. */
export const startScreen = (
  url: string,
  credentials: DefaultCredentials,
  { profile, dataFolder, seed }: Config,
): string => {
  const lines = [
    '',
    `  dam-sandbox listens on ${url}`,
    `  profile ${profile}, ${dataFolder ? `data in ${dataFolder}` : `in memory, seed ${seed}`}`,
    '',
    ...(profile === 'staging' ? stagingLines(credentials) : localLines(credentials)),
    '',
    '  Try',
    ...tries(url, credentials).map((line) => `    ${line}`),
    '',
    '',
  ]
  return lines.join('\n')
}

const localLines = ({ clientId, clientKey, accessToken, appKey }: DefaultCredentials): string[] => [
  `  client id     ${clientId}`,
  `  client key    ${clientKey}`,
  `  access token  ${accessToken}`,
  `  portal key    ${appKey}`,
]

const stagingLines = (credentials: DefaultCredentials): string[] => {
  if (!credentials.isNew) return [`  client id     ${credentials.clientId}`]
  return [
    '  Generated credentials, printed this once:',
    `  client id      ${credentials.clientId}`,
    `  client key     ${credentials.clientKey}`,
    `  portal key     ${credentials.appKey}`,
    `  portal secret  ${credentials.appSecret}`,
  ]
}

const tries = (url: string, { accessToken = 'ACCESS_TOKEN' }: DefaultCredentials): string[] => [
  `curl ${url}/_sandbox/fixtures`,
  `curl ${url}/open-api/standard/v1/query-user-simple-info-list -H 'Access-token: ${accessToken}' -H 'Token-type: bearer' -H 'Content-Type: application/json' -d '{"param":{"userIds":[1001,1002]}}'`,
  `curl ${url}/open-api/standard/v1/search-material-groups -H 'Access-token: ${accessToken}' -H 'Token-type: bearer' -H 'Content-Type: application/json' -d '{"token":"","param":{"parentGroupId":0,"page":1,"pageSize":5}}'`,
]
