import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { KeyOptions } from '../../contract/key-shapes.ts'
import { AdjustableClock } from '../../kernel/clock.ts'
import { isWorkspaceId } from '../../kernel/ids.ts'
import { messageOf } from '../../kernel/text.ts'
import { type KeyRecord, readKeys } from '../../workspaces/keys/key-files.ts'
import { newKey, summaryOf } from '../../workspaces/keys/key-register.ts'
import { UsageError } from '../cli-errors.ts'
import type { CommandGroup, CommandSpec } from '../command.ts'
import { controlCommand, routeInput } from '../control-command.ts'
import { MAP, type OfFleet, onEachServer, readMap } from '../fleet-map.ts'
import { readSize } from '../readers.ts'
import { formatValue } from '../terminal.ts'

interface OfFile {
  readonly file?: string
}

const FILE = {
  '--file <file>': 'key file that all nodes of a fleet read, instead of a server',
}

const COLUMNS = ['id', 'kind', 'name', 'workspace', 'access', 'limits', 'endsAt']

const CREATED = routeInput('POST /keys', {
  '--kind <kind>': 'kind',
  '--name <name>': 'name',
  '--access <access>': 'access',
  '--ends-at <instant>': 'endsAt',
  '--max-workspaces <number>': [
    'limits.workspaces',
    'maximum number of workspaces at a time, for a ci key',
  ],
  '--max-bytes <size>': [
    'limits.bytes',
    'maximum size of the data, of the files and of the snapshots of each of its workspaces, such as 100MiB, for a ci key',
    readSize,
  ],
  '--max-total-bytes <size>': [
    'limits.totalBytes',
    'maximum size of all its workspaces together, as the sum of their quotas, such as 20GiB, for a ci key',
    readSize,
  ],
  '--max-ttl <duration>': ['limits.ttlMs', 'maximum lifetime of each of its workspaces'],
})

const create: CommandSpec = {
  help: 'Create a key and print it (it is not shown again). A workspace key applies to --workspace.',
  takes: {
    ...CREATED.takes,
    ...FILE,
    '--map <file>':
      'nodes.map of the fleet: with --file, divide --max-workspaces and --max-total-bytes among its nodes',
  },
  examples: [
    'keys create --kind workspace --name team-web --workspace web',
    'keys create --kind ci --name pipelines --max-workspaces 50 --max-ttl 2h',
    'keys create --kind admin --name owner --file /etc/dam-sandbox/keys.json',
  ],
  async run({ connection, terminal }, args, options: OfFile & OfFleet) {
    const { json } = CREATED.requestOf(args, options)
    const { kind, name, ...given } = json as KeyOptions
    const rest = withinFleet(given, options)
    if (kind === undefined || name === undefined)
      throw new UsageError('--kind and --name are required')
    const isForOne = kind === 'workspace'
    if (isForOne && connection.workspace === undefined)
      throw new UsageError('a workspace key needs --workspace')
    const wanted = { kind, name, ...rest, ...(isForOne && { workspace: connection.workspace }) }
    if (options.file !== undefined && options.map === undefined && rest.limits?.workspaces)
      terminal.note('--max-workspaces counts on each node; with --map nodes.map it is divided')
    const made = options.file
      ? createIn(options.file, wanted as KeyOptions)
      : await connection.call<object>('POST /keys', { json: wanted })
    terminal.answer(made, formatValue)
  },
}

/** Divides the number of workspaces and their total size among the nodes, each of which counts its own. */
const withinFleet = <T extends Pick<KeyOptions, 'limits'>>(
  wanted: T,
  options: OfFile & OfFleet,
): T => {
  const { file, map } = options
  const { limits } = wanted
  if (map === undefined) return wanted
  if (file === undefined) throw new UsageError('--map needs --file, the key file of all nodes')
  if (limits?.workspaces === undefined) throw new UsageError('--map needs --max-workspaces')
  const nodes = readMap(map).length
  const workspaces = Math.floor(limits.workspaces / nodes)
  if (workspaces === 0)
    throw new UsageError(`--max-workspaces must be at least ${nodes}, one for each node`)
  const { totalBytes } = limits
  const bytes = totalBytes == null ? {} : { totalBytes: Math.floor(totalBytes / nodes) }
  return { ...wanted, limits: { ...limits, workspaces, ...bytes } }
}

const createIn = (file: string, wanted: KeyOptions): object => {
  if (wanted.workspace !== undefined && !isWorkspaceId(wanted.workspace))
    throw new UsageError(`a key file needs the id of a workspace, got "${wanted.workspace}"`)
  const { key, record } = newKey(wanted, new AdjustableClock().now())
  writeKeys(file, [...(existsSync(file) ? keysIn(file) : []), record])
  return { ...summaryOf(record), key }
}

const keysIn = (file: string): KeyRecord[] => {
  try {
    return readKeys(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`)
  }
}

/** Nodes may read the file at any time, so it is replaced as a whole. */
const writeKeys = (file: string, keys: readonly KeyRecord[]): void => {
  const unfinished = `${file}.part`
  const former = statSync(file, { throwIfNoEntry: false })
  const mode = former ? former.mode & 0o777 : 0o600
  writeFileSync(unfinished, `${JSON.stringify({ keys }, undefined, 2)}\n`, { mode })
  // A server that does not run as root must be able to read the file after root has changed it.
  const { uid, gid } = former ?? statSync(dirname(file))
  if (process.getuid?.() === 0) chownSync(unfinished, uid, gid)
  renameSync(unfinished, file)
}

export const keys: CommandGroup = {
  help: 'Create, list and delete keys of the control plane.',
  default: 'list',
  commands: {
    create,
    list: {
      help: 'List the keys without their secrets.',
      takes: FILE,
      async run({ connection, terminal }, _args, { file }: OfFile) {
        const shown = file
          ? keysIn(file).map(summaryOf)
          : (await connection.call<{ keys: object[] }>('GET /keys')).keys
        terminal.answer(shown, () => formatValue(shown, COLUMNS))
      },
    },
    own: controlCommand('GET /keys/own'),
    delete: {
      help: 'Delete a key. The server rejects it from then on.',
      takes: { '<id>': 'id of the key', ...FILE },
      async run({ connection, terminal }, [id]: [string], { file }: OfFile) {
        if (file) {
          const former = keysIn(file)
          const left = former.filter((key) => key.id !== id)
          if (left.length === former.length) throw new UsageError(`${file} has no key "${id}"`)
          writeKeys(file, left)
        } else await connection.call('DELETE /keys/{id}', { params: { id } })
        terminal.answer({ deleted: id }, formatValue)
      },
    },
  },
}

const AUDIT = routeInput('GET /audit', {
  '--about <id or name>': 'about',
  '--limit <number>': 'limit',
  '--before <number>': 'before',
})

const AUDIT_COLUMNS = ['at', 'key', 'action', 'workspaceName', 'result', 'detail', 'caller']

export const audit: CommandSpec = {
  help: 'List changes and who made them, newest first.',
  takes: { ...AUDIT.takes, '--map <file>': [String(MAP['--map <file>']), undefined, ['before']] },
  examples: ['audit --about checkout', 'audit --limit 20 --json'],
  async run(context, args, options: OfFleet & { limit?: number }) {
    const { terminal } = context
    const request = AUDIT.requestOf(args, options)
    const { answers, code } = await onEachServer(context, options, async (server, node) => {
      const page = await server.call<AuditPage>('GET /audit', request)
      return { ...page, entries: page.entries.map((entry) => ({ node: node?.name, ...entry })) }
    })
    if (options.map === undefined) {
      const [page] = answers
      terminal.answer(page, () => formatValue(page?.entries, AUDIT_COLUMNS))
      return code
    }
    const entries = answers
      .flatMap((page) => page.entries)
      .sort((one, other) => other.at.localeCompare(one.at))
      .slice(0, options.limit)
    terminal.answer({ entries }, () => formatValue(entries, ['node', ...AUDIT_COLUMNS]))
    return code
  },
}

interface AuditPage {
  readonly entries: readonly { readonly at: string }[]
  readonly next: number | null
}

export const credentials: CommandGroup = {
  help: "Rotate a workspace's credentials.",
  default: 'create',
  commands: {
    create: controlCommand('POST /credentials'),
    'delete-earlier': controlCommand('DELETE /credentials/earlier'),
  },
}
