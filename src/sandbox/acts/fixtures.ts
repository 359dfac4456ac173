import { prepared } from '../../db/store.ts'
import { fixtures } from '../../db/tables/world/fixtures.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Workspace } from '../workspace.ts'

const allFixtures = prepared((store) => store.orm.select().from(fixtures).prepare())

/** Ready-made ids of a workspace, by the names that its seed gives them, with the credentials to call it. */
export interface WorkspaceFixtures {
  app?: { clientId: string; clientKey: string; accessToken: string | null }
  portalApp?: { appKey: string; appSecret: string }
  [name: string]: unknown
}

/** Ready-made ids of a workspace for every operation, with the credentials to call them. */
export const readFixtures = (sandbox: Sandbox, workspace: Workspace): WorkspaceFixtures => {
  const seeded = allFixtures(workspace.world)
    .all()
    .filter(({ name }) => name !== 'app' && name !== 'portalApp')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, value }) => [name, JSON.parse(value)])
  return { ...credentialsOf(sandbox, workspace), ...Object.fromEntries(seeded) }
}

const credentialsOf = (
  sandbox: Sandbox,
  workspace: Workspace,
): Pick<WorkspaceFixtures, 'app' | 'portalApp'> => {
  const credentials = sandbox.access.credentialsOf(workspace)
  if (!credentials) return {}
  const { clientId, clientKey, accessToken = null, appKey, appSecret } = credentials
  return { app: { clientId, clientKey, accessToken }, portalApp: { appKey, appSecret } }
}
