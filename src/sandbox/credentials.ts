import { randomSecret, randomToken } from '../kernel/ids.ts'

/** What a client needs to call a workspace. */
export interface Credentials {
  clientId: string
  clientKey: string
  /** A token that never expires; staging has none. */
  accessToken?: string | undefined
  appKey: string
  appSecret: string
}

/** The credentials of the default workspace that everybody may know; staging never has them. */
export const WELL_KNOWN_CREDENTIALS = {
  clientId: '00000000-sandbox',
  clientKey: 'sandbox-key',
  accessToken: '00000000-0000-4000-8000-000000000001',
  appKey: '00000000-portal',
  appSecret: 'portal-secret',
} as const satisfies Credentials

/** Fresh credentials, all of which begin with the workspace's id. */
export const randomCredentials = (workspaceId: string): Credentials => ({
  clientId: `${workspaceId}-${randomSecret().slice(0, 12)}`,
  clientKey: randomSecret(),
  accessToken: randomToken(workspaceId),
  appKey: `${workspaceId}-${randomSecret().slice(0, 12)}`,
  appSecret: randomSecret(),
})

/** Whether any of these is a secret that everybody may know. */
export const isWellKnown = ({ clientKey, accessToken, appSecret }: Credentials): boolean =>
  clientKey === WELL_KNOWN_CREDENTIALS.clientKey ||
  accessToken === WELL_KNOWN_CREDENTIALS.accessToken ||
  appSecret === WELL_KNOWN_CREDENTIALS.appSecret
