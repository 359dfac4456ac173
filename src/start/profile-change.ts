import type { Config } from '../config/config.ts'
import { StartError } from '../errors/start-error.ts'
import { isWellKnown } from '../workspaces/credentials.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'

/**
 * Refuses a data folder of the profile staging under the default profile: such a start would replace its
 * generated credentials by the well-known ones for good.
 */
export const refuseProfileChange = (
  sandbox: Sandbox,
  { data, profile, isProfileGiven }: Config,
): void => {
  if (profile === 'staging' || isProfileGiven) return
  const existing = sandbox.access.credentialsOf(sandbox.default)
  // Only staging gives the default workspace credentials of which none is well-known.
  if (existing === undefined || isWellKnown(existing)) return
  throw new StartError(
    `the data folder ${data} has credentials of the profile staging; start it with SANDBOX_PROFILE=staging, ` +
      `or with SANDBOX_PROFILE=${profile} to replace them by the well-known ones`,
  )
}
