import type { Fixtures } from '#src/client/generated/control.ts'
import type { JsonObject } from '#src/viewer/page/openapi-parts.ts'
import { withAccessToken } from '#src/viewer/page/read-server.ts'
import { control, untrackedHeaders } from './control.ts'
import { readDocument } from './document.ts'
import { BASE, workspaceId } from './place.ts'
import { readOnce } from './read-once.ts'

const kept = new Map<string, () => Promise<Partial<Fixtures>>>()

/** Credentials and ready-made ids of a workspace, read once for each; `forgetFixtures` lets them be read again. */
export const readFixtures = (workspace = workspaceId.value): Promise<Partial<Fixtures>> => {
  const read = kept.get(workspace) ?? readOnce(() => fetchFixtures(workspace))
  kept.set(workspace, read)
  return read()
}

/** Forgets credentials and ids, which a reset, a restore or an import can change. */
export const forgetFixtures = (): void => kept.clear()

/** A server that has no lasting access token issues one to the client of the fixtures. */
const fetchFixtures = async (workspace: string): Promise<Partial<Fixtures>> => {
  const fixtures = await control<Partial<Fixtures>>('GET', '/fixtures', { workspace })
  if (fixtures.app?.accessToken !== null) return fixtures
  const filled: unknown = await withAccessToken(
    fixtures as unknown as JsonObject,
    await readDocument(),
    `${BASE}/w/${workspace}`,
    untrackedHeaders(),
  )
  return filled as Partial<Fixtures>
}
