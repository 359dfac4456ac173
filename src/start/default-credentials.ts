import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../config/config.ts'
import { StartError } from '../contract/errors/caller-error.ts'
import { wellKnownCredentials } from '../contract/well-known.ts'
import { type Credentials, isWellKnown, randomCredentials } from '../workspaces/access.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'

export interface DefaultCredentials extends Credentials {
  isNew: boolean
}

/**
 * Replaces the credentials of the default workspace: by the well-known ones, or in staging by the existing
 * or generated ones. A client of the settings takes precedence in every profile.
 */
export const ensureDefaultCredentials = (
  sandbox: Sandbox,
  { profile, clientId, clientKey, node }: Config,
): DefaultCredentials => {
  const { isNew, ...base } =
    profile === 'staging'
      ? stagingCredentials(sandbox)
      : { ...wellKnownCredentials(node), isNew: false }
  const credentials = {
    ...base,
    ...(clientId && { clientId }),
    ...(clientKey && { clientKey }),
  }
  // A start on a full disk writes nothing that is there.
  if (!isDeepStrictEqual(sandbox.access.credentialsOf(sandbox.default), credentials))
    sandbox.access.grant(sandbox.defaultId, credentials)
  return { ...credentials, isNew }
}

const stagingCredentials = (sandbox: Sandbox): DefaultCredentials => {
  const existing = sandbox.access.credentialsOf(sandbox.default)
  if (existing && !isWellKnown(existing)) return { ...existing, isNew: false }
  const { accessToken: _, ...made } = randomCredentials(sandbox.defaultId)
  return { ...made, isNew: true }
}

/**
 * Refuses a data folder of the profile staging under the default profile: such a start would replace its
 * generated credentials by the well-known ones for good. Where another profile is given, returns a warning that it does.
 */
export const judgeProfileChange = (
  sandbox: Sandbox,
  { data, profile, isProfileGiven }: Config,
): string | undefined => {
  if (profile === 'staging') return undefined
  const existing = sandbox.access.credentialsOf(sandbox.default)
  // Only in staging are all credentials of the default workspace generated.
  if (existing === undefined || isWellKnown(existing)) return undefined
  if (isProfileGiven)
    return `the well-known credentials replace the credentials of the profile staging (client ${existing.clientId})`
  throw new StartError(
    `the data folder ${data} has credentials of the profile staging; start it with SANDBOX_PROFILE=staging, ` +
      `or with SANDBOX_PROFILE=${profile} to replace them with the well-known ones`,
  )
}
