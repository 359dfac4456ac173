import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOSTILE } from './console.ts'
import { NOW } from './databases.ts'
import { freshFolder } from './process.ts'
import { seedUser } from './seeds.ts'
import type { TestServer } from './server.ts'

/** A folder with the least seed that calls can be made with: a department and the application's owner. */
export const almostEmptySeed = (): string => {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  const people = {
    departments: [{ id: 10, name: 'All' }],
    dataRoles: [{ id: 1, code: 'ownerRole', name: 'Owner', editable: true, mayDownload: true }],
    users: [seedUser(1001, 'owner', { isAppOwner: true })],
  }
  writeFileSync(join(folder, 'people.json'), JSON.stringify(people))
  return folder
}

/** A user whose name would run, were it not shown as text. */
export const hostileUser = seedUser(990_001, 'hostile', { nickname: HOSTILE, createdAtMs: NOW })

/** Creates an approval of assets of the seed `minimal` and returns its id. */
export const createApproval = (
  server: TestServer,
  { name, assignees, objects }: { name: string; assignees: object; objects: readonly number[] },
): Promise<number> =>
  server.result<number>('E9', {
    category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
    processDefinitionId: 81,
    submitter: 1001,
    variables: { note: HOSTILE },
    assignees,
    name,
    detailName: `About ${name}`,
    objects,
  })
