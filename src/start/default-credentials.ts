import type { Config } from '../config.ts'
import { DEFAULT_WORKSPACE_ID } from '../kernel/ids.ts'
import {
  type Credentials,
  grant,
  randomCredentials,
  WELL_KNOWN_CREDENTIALS,
} from '../sandbox/credentials.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** The credentials of the default workspace, and whether they were made just now. */
export interface DefaultCredentials extends Credentials {
  isNew: boolean
}

/**
 * Gives the default workspace its credentials: the well-known ones, but never in staging, where those
 * of the settings or generated ones take their place.
 */
export const ensureDefaultCredentials = (
  sandbox: Sandbox,
  { profile, clientId, clientKey }: Config,
): DefaultCredentials => {
  const { registry } = sandbox
  const fromSettings = { ...(clientId && { clientId }), ...(clientKey && { clientKey }) }
  const existing = (): Credentials | undefined => sandbox.credentialsOf(sandbox.default)
  if (profile !== 'staging') {
    const credentials = { ...WELL_KNOWN_CREDENTIALS, ...fromSettings }
    registry.transaction(() => grant(registry, DEFAULT_WORKSPACE_ID, credentials))
    return { ...credentials, isNew: false }
  }
  return registry.transaction(() => {
    registry.removeCredentials(WELL_KNOWN_CREDENTIALS)
    const known = existing()
    const isNew = known === undefined
    const { accessToken: _, ...made } = randomCredentials(DEFAULT_WORKSPACE_ID)
    const credentials = { ...(known ?? made), ...fromSettings }
    grant(registry, DEFAULT_WORKSPACE_ID, credentials)
    return { ...credentials, isNew }
  })
}
