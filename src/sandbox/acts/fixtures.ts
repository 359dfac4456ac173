import { prepared } from '../../db/store.ts'
import { fixtures } from '../../db/tables/world/fixtures.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Workspace } from '../workspace.ts'

const allFixtures = prepared((store) => store.orm.select().from(fixtures).prepare())

/** Ready-made ids of a workspace for every operation, with the credentials to call them. */
export const readFixtures = (sandbox: Sandbox, workspace: Workspace): Record<string, unknown> => {
  const credentials = sandbox.access.credentialsOf(workspace)
  const seeded = allFixtures(workspace.world)
    .all()
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, value }) => [name, JSON.parse(value)])
  return {
    app: credentials && {
      clientId: credentials.clientId,
      clientKey: credentials.clientKey,
      accessToken: credentials.accessToken ?? null,
    },
    portalApp: credentials && { appKey: credentials.appKey, appSecret: credentials.appSecret },
    ...Object.fromEntries(seeded),
  }
}
