import type { Config } from '../config/config.ts'
import { WELL_KNOWN_CREDENTIALS } from '../contract/well-known.ts'
import { DEFAULT_WORKSPACE_ID } from '../kernel/ids.ts'
import { type Credentials, isWellKnown, randomCredentials } from '../workspaces/credentials.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'

/** The credentials of the default workspace, and whether they were made just now. */
export interface DefaultCredentials extends Credentials {
  isNew: boolean
}

/**
 * Gives the default workspace its credentials and takes all others from it: the well-known ones, but in
 * staging those it has, or generated ones. Those of the settings take their place in both.
 */
export const ensureDefaultCredentials = (
  sandbox: Sandbox,
  { profile, clientId, clientKey }: Config,
): DefaultCredentials => {
  const { isNew, ...base } =
    profile === 'staging'
      ? stagingCredentials(sandbox)
      : { ...WELL_KNOWN_CREDENTIALS, isNew: false }
  const credentials = {
    ...base,
    ...(clientId && { clientId }),
    ...(clientKey && { clientKey }),
  }
  sandbox.access.grant(DEFAULT_WORKSPACE_ID, credentials)
  return { ...credentials, isNew }
}

const stagingCredentials = (sandbox: Sandbox): DefaultCredentials => {
  const existing = sandbox.access.credentialsOf(sandbox.default)
  if (existing && !isWellKnown(existing)) return { ...existing, isNew: false }
  const { accessToken: _, ...made } = randomCredentials(DEFAULT_WORKSPACE_ID)
  return { ...made, isNew: true }
}
