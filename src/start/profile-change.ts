import type { Config } from '../config/config.ts'
import { StartError } from '../errors/caller-error.ts'
import { isWellKnown } from '../workspaces/access.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'

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
  // Only staging gives the default workspace credentials of which none is well-known.
  if (existing === undefined || isWellKnown(existing)) return undefined
  if (isProfileGiven)
    return `the well-known credentials replace those of the profile staging (client ${existing.clientId})`
  throw new StartError(
    `the data folder ${data} has credentials of the profile staging; start it with SANDBOX_PROFILE=staging, ` +
      `or with SANDBOX_PROFILE=${profile} to replace them by the well-known ones`,
  )
}
