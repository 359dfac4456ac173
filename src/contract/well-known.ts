import { defaultWorkspaceId } from '../kernel/ids.ts'

/** The credentials of the default workspace of a node, except in staging. */
export const wellKnownCredentials = (node?: string) => {
  const id = defaultWorkspaceId(node)
  return {
    clientId: `${id}-sandbox`,
    clientKey: 'sandbox-key',
    accessToken: `${id}-0000-4000-8000-000000000001`,
    appKey: `${id}-portal`,
    appSecret: 'portal-secret',
  }
}

export const WELL_KNOWN_CREDENTIALS = wellKnownCredentials()
