import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Connection } from '../../client/connection.ts'
import type { ServerInfo, WorkspaceSummary } from '../../client/generated/control.ts'
import { messageOf } from '../../kernel/text.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { UsageError } from '../cli-errors.ts'
import type { CommandGroup, CommandSpec } from '../command.ts'
import {
  MAX_ANSWER_MS,
  type MappedNode,
  type OfFleet,
  probe,
  readMap,
  requireNode,
  wrongNode,
} from '../fleet-map.ts'
import { findWorkspace, moveWorkspace } from '../move-workspace.ts'
import { formatValue } from '../terminal.ts'

interface NodeStatus extends MappedNode {
  readonly state: string
  readonly version?: string
  readonly workspaces?: number
  readonly freeBytes?: number | null
  readonly problem?: string | undefined
}

const problemOf = (
  { prefix, url, since }: MappedNode,
  state: string,
  { node }: ServerInfo,
  actual: string | undefined,
) => {
  if (node !== prefix) return wrongNode(url, prefix, node)
  if (since !== undefined && since !== actual)
    return `${url} has other data than the map says: created ${actual}, expected ${since}; restore the backup of ${prefix}, or record the new data with --record`
  return state === 'ready' ? undefined : `${url} is not ready`
}

const statusOf = async (mapped: MappedNode, adminKey: string | undefined): Promise<NodeStatus> => {
  const server = new Connection({ url: mapped.url, adminKey })
  const signal = AbortSignal.timeout(MAX_ANSWER_MS)
  let state = 'down'
  try {
    state = (await probe(server)).state
    const info = await server.call<ServerInfo>('GET /', { signal })
    const since = await dataSince(server, signal)
    const { version, workspaces, storage } = info
    return {
      ...mapped,
      state,
      version,
      workspaces: workspaces.stored,
      freeBytes: storage.freeBytes,
      since,
      problem: problemOf(mapped, state, info, since),
    }
  } catch (error) {
    return { ...mapped, state, problem: `${mapped.name}: ${messageOf(error)}` }
  }
}

/** When the data of a node was created: with its `default` workspace, which has the first id and is never deleted. */
const dataSince = async (server: Connection, signal: AbortSignal): Promise<string | undefined> => {
  type Page = { workspaces: WorkspaceSummary[] }
  const { workspaces } = await server.call<Page>('GET /workspaces', { query: { limit: 1 }, signal })
  const [first] = workspaces
  return first && formatInstant(first.createdAtMs)
}

/** Writes into the map when the data of each node was created. */
const recordIn = (file: string, nodes: readonly NodeStatus[]): void => {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => {
      const node = nodes.find(({ prefix }) => line.split(/\s+/)[0] === prefix)
      return node?.since ? `${node.prefix} ${node.name} ${node.url} ${node.since}` : line
    })
  writeFileSync(`${file}.part`, lines.join('\n'))
  renameSync(`${file}.part`, file)
}

const status: CommandSpec = {
  help: 'Check the map of a balancer and show the state of its nodes. The exit code is 1 if a node needs attention.',
  takes: {
    '--map <file>': 'map with the prefix, server name and URL of each node',
    '--record':
      'write into the map when the data of each node was created; from then on, a node with other data, such as an empty volume, is an error',
  },
  examples: ['fleet status --map deploy/haproxy/nodes.map'],
  async run({ connection, terminal }, _args, { map, record }: OfFleet & { record?: boolean }) {
    if (map === undefined) throw new UsageError('--map is required')
    const mapped = readMap(map).map((node) => (record ? { ...node, since: undefined } : node))
    const nodes = await Promise.all(mapped.map((node) => statusOf(node, connection.adminKey)))
    const versions = new Set(nodes.flatMap(({ version }) => version ?? []))
    const members = [
      'prefix',
      'name',
      'url',
      'state',
      'version',
      'workspaces',
      'freeBytes',
      'since',
    ]
    const shown = nodes.map((node, index) => ({
      ...node,
      since: mapped[index]?.since || record ? node.since : `${node.since ?? '-'} (not recorded)`,
    }))
    terminal.answer({ nodes }, () => formatValue(shown, members))
    const problems = nodes.flatMap(({ problem }) => problem ?? [])
    if (versions.size > 1)
      problems.push(`the nodes run different versions: ${[...versions].join(', ')}`)
    if (problems.length > 0) return terminal.fail(problems.join('; '))
    if (record) recordIn(map, nodes)
    return undefined
  },
}

const move: CommandSpec = {
  help: 'Move a workspace to another node, and print its new id and credentials. Stop its clients first: the old ones stop working. Snapshots and journal are not moved.',
  takes: {
    '<id or name>': 'workspace',
    '--to <prefix>': 'prefix of the node that gets it',
    '--map <file>': 'map with the prefix, server name and URL of each node',
  },
  examples: ['fleet move checkout --to b2 --map deploy/haproxy/nodes.map'],
  async run({ connection, terminal }, [wanted]: [string], { map, to }: OfFleet & { to?: string }) {
    if (map === undefined || to === undefined) throw new UsageError('--map and --to are required')
    if (wanted === 'default') throw new UsageError('each node has its own default; it cannot move')
    const nodes = readMap(map)
    const target = nodes.find(({ prefix }) => prefix === to)
    if (!target) throw new UsageError(`--to must be a prefix of ${map}, got "${to}"`)
    const { adminKey } = connection
    const servers = nodes.map(({ url }) => new Connection({ url, adminKey }))
    const probes = await Promise.all(servers.map(probe))
    for (const [index, node] of nodes.entries()) requireNode(node, probes[index] ?? {})
    const found = (await Promise.all(servers.map((one) => findWorkspace(one, wanted)))).flatMap(
      (one) => one ?? [],
    )
    const [source, another] = found
    if (!source) throw new UsageError(`no node has a workspace "${wanted}"`)
    if (source.workspace.name === 'default')
      throw new UsageError('each node has its own default; it cannot move')
    if (another) throw new UsageError(`two nodes have a workspace "${wanted}"; use its id`)
    if (source.server.url === target.url) throw new UsageError(`${to} already has "${wanted}"`)
    const made = await moveWorkspace(source, new Connection({ url: target.url, adminKey }))
    terminal.answer(made, ({ fixtures: _, ...shown }) => formatValue(shown))
  },
}

export const fleet: CommandGroup = {
  help: 'Check the nodes of a fleet behind a balancer, and move workspaces between them.',
  default: 'status',
  commands: { status, move },
}
