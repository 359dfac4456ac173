import { readFileSync } from 'node:fs'
import { Connection } from '../../client/connection.ts'
import type { ServerInfo } from '../../client/generated/control.ts'
import { parsedJson } from '../../client/parsed-json.ts'
import { messageOf } from '../../kernel/text.ts'
import { UsageError } from '../cli-errors.ts'
import type { CommandGroup, CommandSpec } from '../command.ts'
import { formatValue } from '../terminal.ts'
import { requireFile } from '../user-files.ts'

interface MappedNode {
  readonly prefix: string
  readonly name: string
  readonly url: string
}

interface NodeStatus extends MappedNode {
  readonly state: string
  readonly version?: string
  readonly workspaces?: number
  readonly freeBytes?: number | null
  readonly problem?: string | undefined
}

/** Time for all responses of a node. */
const MAX_ANSWER_MS = 5_000

/** Reads the balancer's map: prefix, server name and URL of each node. */
const readMap = (file: string): MappedNode[] => {
  requireFile(file)
  const nodes: MappedNode[] = []
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const where = `${file}, line ${index + 1}`
    const [, prefix = '', name = '', url = ''] =
      /^(?!0+\s)([\da-f]{1,4})\s+([\w.-]+)\s+(https?:\/\/\S+)\s*$/.exec(line) ?? []
    if (!URL.canParse(url))
      throw new UsageError(
        `${where} must be the prefix of a node, its server name and its URL, such as "a1 a1 http://10.0.0.11:4022"`,
      )
    const clash = nodes.map((other) => clashOf({ prefix, name, url }, other)).find(Boolean)
    if (clash) throw new UsageError(`${where}: ${clash}`)
    nodes.push({ prefix, name, url })
  }
  if (nodes.length === 0) throw new UsageError(`${file} has no nodes`)
  return nodes
}

const clashOf = (one: MappedNode, other: MappedNode): string | undefined => {
  const both = `${other.prefix} and ${one.prefix}`
  if (one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix))
    return `${both} are prefixes of the same ids`
  return one.name === other.name || one.url === other.url ? `${both} are one server` : undefined
}

const problemOf = ({ prefix, url }: MappedNode, state: string, { node }: ServerInfo) => {
  if (node !== prefix) return `${url} has SANDBOX_NODE ${node ?? '(not set)'}; expected ${prefix}`
  return state === 'ready' ? undefined : `${url} is not ready`
}

const statusOf = async (mapped: MappedNode, adminKey: string | undefined): Promise<NodeStatus> => {
  const server = new Connection({ url: mapped.url, adminKey })
  const signal = AbortSignal.timeout(MAX_ANSWER_MS)
  let state = 'down'
  try {
    const answer = await server.send(new URL(`${server.url}/readyz`), { signal })
    state = Object(parsedJson(await server.textOf(answer))).status ?? 'unknown'
    const info = await server.call<ServerInfo>('GET /', { signal })
    const { version, workspaces, storage } = info
    return {
      ...mapped,
      state,
      version,
      workspaces: workspaces.stored,
      freeBytes: storage.freeBytes,
      problem: problemOf(mapped, state, info),
    }
  } catch (error) {
    return { ...mapped, state, problem: `${mapped.name}: ${messageOf(error)}` }
  }
}

const status: CommandSpec = {
  help: 'Check the map of a balancer and show the state of its nodes. The exit code is 1 if a node needs attention.',
  takes: { '--map <file>': 'map with the prefix, server name and URL of each node' },
  examples: ['fleet status --map deploy/haproxy/nodes.map'],
  async run({ connection, terminal }, _args, { map }: { map?: string }) {
    if (map === undefined) throw new UsageError('--map is required')
    const nodes = await Promise.all(
      readMap(map).map((mapped) => statusOf(mapped, connection.adminKey)),
    )
    const versions = new Set(nodes.flatMap(({ version }) => version ?? []))
    const members = ['prefix', 'name', 'url', 'state', 'version', 'workspaces', 'freeBytes']
    terminal.answer({ nodes }, () => formatValue(nodes, members))
    const problems = nodes.flatMap(({ problem }) => problem ?? [])
    if (versions.size > 1)
      problems.push(`the nodes run different versions: ${[...versions].join(', ')}`)
    return problems.length === 0 ? undefined : terminal.fail(problems.join('; '))
  },
}

export const fleet: CommandGroup = {
  help: 'Check the nodes of a fleet behind a balancer.',
  default: 'status',
  commands: { status },
}
