import { randomSecret, randomToken } from '../kernel/ids.ts'
import type { Registry } from './registry.ts'
import { StartError } from './start-error.ts'

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

/** Gives a workspace these credentials and takes all others from it. */
export const grant = (registry: Registry, workspaceId: string, given: Credentials): void => {
  const { clientId, clientKey, accessToken, appKey, appSecret } = given
  const owner = registry.findClient(clientId)?.workspaceId ?? workspaceId
  if (owner !== workspaceId)
    throw new StartError(`the client id ${clientId} belongs to the workspace ${owner}`)
  registry.keepOnly(workspaceId, given)
  registry.addClient({ clientId, clientKey, workspaceId })
  registry.addPortalApp({ appKey, appSecret, workspaceId })
  if (accessToken)
    registry.addToken({
      token: accessToken,
      kind: 'access',
      workspaceId,
      clientId,
      expiresAtMs: null,
    })
}

/** The credentials that a workspace has. */
export const credentialsOf = (registry: Registry, workspaceId: string): Credentials | undefined => {
  const client = registry.findClientOf(workspaceId)
  const app = registry.findPortalAppOf(workspaceId)
  if (!(client && app)) return undefined
  return {
    clientId: client.clientId,
    clientKey: client.clientKey,
    accessToken: registry.findPermanentToken(workspaceId),
    appKey: app.appKey,
    appSecret: app.appSecret,
  }
}
