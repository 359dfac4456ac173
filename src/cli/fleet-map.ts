import { readFileSync } from 'node:fs'
import { Connection } from '../client/connection.ts'
import { parsedJson } from '../client/parsed-json.ts'
import { messageOf } from '../kernel/text.ts'
import { UsageError } from './cli-errors.ts'
import type { Context, DescribedFlags } from './command.ts'
import { requireFile } from './user-files.ts'

/** A line of the balancer's map. */
export interface MappedNode {
  readonly prefix: string
  readonly name: string
  readonly url: string
  /** When its data was created, ISO 8601; absent until `fleet status --record` wrote it. */
  readonly since?: string | undefined
}

export interface OfFleet {
  readonly map?: string
}

export const MAP: DescribedFlags = {
  '--map <file>': "a fleet's nodes.map: run the command on all of its nodes instead of one server",
}

/** How long a node may take to answer. */
export const MAX_ANSWER_MS = 5_000

const LINE = /^(?!0+\s)([\da-f]{1,4})\s+([\w.-]+)\s+(https?:\/\/\S+)(?:\s+([\d:.TZ-]+))?\s*$/

/** Reads the balancer's map: prefix, server name and URL of each node. */
export const readMap = (file: string): MappedNode[] => {
  requireFile(file)
  const nodes: MappedNode[] = []
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const where = `${file}, line ${index + 1}`
    const [, prefix = '', name = '', url = '', since] = LINE.exec(line) ?? []
    if (!URL.canParse(url))
      throw new UsageError(
        `${where} must be the prefix of a node, its server name and its URL, such as "a1 a1 http://10.0.0.11:4022"`,
      )
    const node = { prefix, name, url, since }
    const clash = nodes.map((other) => clashOf(node, other)).find(Boolean)
    if (clash) throw new UsageError(`${where}: ${clash}`)
    nodes.push(node)
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

/** What `/readyz` of a server says. The balancer of a fleet adds a header to the answer of a node. */
export const probe = async (server: Connection) => {
  const signal = AbortSignal.timeout(MAX_ANSWER_MS)
  const answer = await server.send(new URL(`${server.serverUrl}/readyz`), { signal })
  const { status, node } = Object(parsedJson(await server.textOf(answer)))
  return { state: status ?? 'unknown', node, isBalancer: answer.headers.has('x-sandbox-balancer') }
}

/** What an answer is about: a node of the map, or undefined for the one server. */
export type ServerRun<T> = (server: Connection, node: MappedNode | undefined) => Promise<T>

interface FleetAnswers<T> {
  readonly answers: readonly T[]
  /** Exit code: 1 if a node failed. */
  readonly code: number | undefined
}

/**
 * Runs a command for a whole server on that server or, with a map, on each node. A node that fails does not keep the
 * others from being called. Through a balancer it would silently be about one node only, so that is refused.
 */
export const onEachServer = async <T>(
  { connection, terminal }: Context,
  { map }: OfFleet,
  run: ServerRun<T>,
): Promise<FleetAnswers<T>> => {
  const { adminKey } = connection
  if (map === undefined) {
    await requireOneServer(connection, 'add --map nodes.map, or use the URL of a node')
    return { answers: [await run(connection, undefined)], code: undefined }
  }
  const answers: T[] = []
  const failures: string[] = []
  for (const node of readMap(map)) {
    const server = new Connection({ url: node.url, adminKey })
    try {
      requireNode(node, await probe(server))
      answers.push(await run(server, node))
    } catch (error) {
      failures.push(`${node.name}: ${messageOf(error)}`)
    }
  }
  if (failures.length === 0) return { answers, code: undefined }
  return { answers, code: terminal.fail(`not all nodes did this: ${failures.join('; ')}`) }
}

/** Refuses to run a command for a whole server through the balancer of a fleet. */
export const requireOneServer = async (connection: Connection, remedy: string): Promise<void> => {
  const found = await probe(connection).catch(() => undefined)
  if (found?.isBalancer)
    throw new UsageError(
      `${connection.serverUrl} is the balancer of a fleet, where this command would reach only one node; ${remedy}`,
    )
}

export const requireNode = ({ prefix, url }: MappedNode, { node }: { node?: unknown }): void => {
  if (node !== prefix) throw new UsageError(wrongNode(url, prefix, node))
}

export const wrongNode = (url: string, prefix: string, node: unknown): string =>
  `${url} has SANDBOX_NODE ${node ?? '(not set)'}; expected ${prefix}`
