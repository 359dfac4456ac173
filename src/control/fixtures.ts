import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type OwnFixtures, WorkspaceFixtures } from '../contract/fixtures.ts'
import { bucketOf } from '../workspaces/grants.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { answers } from './responses.ts'

const SEEDED = `SELECT name, value FROM fixtures WHERE name NOT IN ('app', 'portalApp') ORDER BY name`

export const readFixtures = (
  { access, options, storageUrl }: Sandbox,
  workspace: Workspace,
): OwnFixtures => {
  const seeded = workspace.store
    .all<{ name: string; value: string }>(SEEDED)
    .map(({ name, value }) => [name, JSON.parse(value)])
  const credentials = access.credentialsOf(workspace)
  if (!credentials) return Object.fromEntries(seeded)
  const { clientId, clientKey, accessToken = null, appKey, appSecret } = credentials
  const own = { app: { clientId, clientKey, accessToken }, portalApp: { appKey, appSecret } }
  const storage = storageUrl && {
    storage: { url: options.storageUrl ?? storageUrl, bucket: bucketOf(workspace.id) },
  }
  return { ...own, ...storage, ...Object.fromEntries(seeded) }
}

const fixtures: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/fixtures',
    {
      ...answers('Show the credentials and ready-made ids of the workspace', WorkspaceFixtures),
      // Credentials steer the workspace.
      config: { needs: 'steer' },
    },
    async ({ workspace }) => readFixtures(app.sandbox, workspace),
  )
}

export default fixtures
