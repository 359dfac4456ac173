import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Client } from '../core/client.ts'
import type { Random } from '../core/random.ts'
import { bare, callerOf, parseJson } from '../core/request.ts'
import type { ServerProcess } from '../core/server-process.ts'
import { createTenant, operationCall, type Tenant } from '../core/tenant.ts'
import { runCommand } from './command.ts'

/** A workspace with what was acknowledged to it. */
export interface Team {
  readonly name: string
  readonly tenant: Tenant
  /** Signs of the members of its crowd pack. */
  members: readonly string[]
  /** SHA-256 digests of the files that it was sent. */
  readonly files: string[]
  /** The signed path of its first file as an asset. */
  download: string
  databaseFile: string
}

/** A data folder of a killed server, an older copy of it, and a backup. */
export interface Stage {
  readonly data: string
  readonly older: string
  readonly backup: string
  readonly olderBackup: string
  readonly teams: readonly Team[]
  /** The image of a snapshot of the second team. */
  readonly image: string
}

export const digestOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

export const readMembers = async (client: Client, { fixtures }: Pick<Tenant, 'fixtures'>) => {
  const { corpId, source, id: crowdPackId } = fixtures.crowdPack
  const { result } = await client.call<{ result: { crowdUniqueSign: string }[] }>(
    operationCall({ fixtures }, 'E10', { source, corpId, crowdPackId }),
  )
  return result.map(({ crowdUniqueSign }) => crowdUniqueSign).sort()
}

const write = async (client: Client, team: Team, sign: string, random: Random): Promise<void> => {
  const { corpId, source, id: crowdPackId } = team.tenant.fixtures.crowdPack
  const crowdList = [{ crowdUniqueSign: sign }]
  await client.call(operationCall(team.tenant, 'E7', { source, corpId, crowdPackId, crowdList }))
  team.members = await readMembers(client, team.tenant)
  const body = random.bytes(5_000)
  const caller = callerOf(team.tenant.fixtures.app.accessToken)
  const path = '/_files/uploads/single?name=a.bin'
  const sent = await client.done({ ...bare('POST', path, caller), body })
  team.files.push(digestOf(body))
  team.download ||= await makeAsset(client, team, parseJson(sent))
}

/** Makes an asset of a file, and answers the signed path of its download. */
const makeAsset = async (client: Client, { tenant }: Team, sent: unknown): Promise<string> => {
  const { filePath } = (sent as { result: { filePath: string } }).result
  const call = <T>(id: string, param: unknown) => client.call<T>(operationCall(tenant, id, param))
  const { assetElementIdList: assetIdList } = await call<{ assetElementIdList: number[] }>('E16', {
    fileList: [{ path: filePath, name: 'a.bin' }],
  })
  const { successMaterialIdList } = await call<{ successMaterialIdList: number[] }>('E21', {
    assetIdList,
  })
  const { detail } = await call<{ detail: { subResList: { downloadUrl: string }[] }[] }>('E4', {
    assetIdList: successMaterialIdList,
  })
  const { pathname, search } = new URL(detail[0]?.subResList[0]?.downloadUrl ?? '')
  return pathname + search
}

const create = async (client: Client, name: string): Promise<Team> => {
  const tenant = await createTenant(client, { name, seed: 'minimal' })
  return { name, tenant, members: [], files: [], download: '', databaseFile: '' }
}

/** Uses a server, kills it twice, and keeps its data folder of both moments. */
export const setStage = async (
  server: ServerProcess,
  folder: string,
  random: Random,
): Promise<Stage> => {
  const paths = { data: 'data', older: 'older', backup: 'backup', olderBackup: 'older-backup' }
  const [data, older, backup, olderBackup] = Object.values(paths).map((name) => join(folder, name))
  if (!data || !older || !backup || !olderBackup) throw new Error('a path is missing')
  mkdirSync(folder, { recursive: true })
  await server.start()
  const client = new Client(server)
  const fixtures = await client.control<Tenant['fixtures']>('GET', '/fixtures')
  const main: Tenant = { id: '00000000', fixtures, isWild: false }
  const teams: Team[] = [
    { name: 'default', tenant: main, members: [], files: [], download: '', databaseFile: '' },
  ]
  for (const name of ['team-a', 'team-b']) teams.push(await create(client, name))
  for (const team of teams) await write(client, team, 'first', random)
  await runCommand(['backup', 'create', backup], server.url)
  await server.kill()
  cpSync(server.folder, older, { recursive: true })
  cpSync(backup, olderBackup, { recursive: true })
  await server.start()
  teams.push(await create(client, 'team-c'))
  for (const team of teams) await write(client, team, 'second', random)
  await client.control('POST', `/snapshots?workspace=${teams[1]?.tenant.id}`, { name: 'kept' })
  await runCommand(['backup', 'create', backup], server.url)
  for (const team of teams) await write(client, team, 'third', random)
  client.close()
  await server.kill()
  cpSync(server.folder, data, { recursive: true })
  nameFiles(join(data, 'registry.sqlite'), teams, folder)
  const image = readdirSync(join(data, 'databases')).find((name) => name.startsWith('image.')) ?? ''
  return { data, older, backup, olderBackup, teams, image }
}

/** Reads the names of databases from a copy of the registry, which reading changes. */
const nameFiles = (registry: string, teams: readonly Team[], folder: string): void => {
  const copy = join(folder, 'registry.sqlite')
  for (const end of ['', '-wal']) writeFileSync(copy + end, readFileSync(registry + end))
  const database = new Database(copy)
  for (const team of teams)
    team.databaseFile = String(
      database
        .prepare('SELECT database_file FROM workspaces WHERE id = ?')
        .pluck()
        .get(team.tenant.id),
    )
  database.close()
  for (const end of ['', '-wal']) rmSync(copy + end, { force: true })
}
