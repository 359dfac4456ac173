import { WELL_KNOWN_CREDENTIALS } from '../contract/well-known.ts'
import { randomSecret, randomToken } from '../kernel/ids.ts'

/** Credentials of a workspace. */
export interface Credentials {
  clientId: string
  clientKey: string
  /** A token that never expires; absent in staging. */
  accessToken?: string | undefined
  appKey: string
  appSecret: string
}

/** Random credentials, all of which start with the workspace's id. */
export const randomCredentials = (workspaceId: string): Credentials => ({
  clientId: `${workspaceId}-${randomSecret().slice(0, 12)}`,
  clientKey: randomSecret(),
  accessToken: randomToken(workspaceId),
  appKey: `${workspaceId}-${randomSecret().slice(0, 12)}`,
  appSecret: randomSecret(),
})

/** Whether any of these secrets is published. */
export const isWellKnown = ({ clientKey, accessToken, appSecret }: Credentials): boolean =>
  clientKey === WELL_KNOWN_CREDENTIALS.clientKey ||
  accessToken === WELL_KNOWN_CREDENTIALS.accessToken ||
  appSecret === WELL_KNOWN_CREDENTIALS.appSecret
