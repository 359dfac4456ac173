import type { Connection } from '../../client/connection.ts'
import { ControlError } from '../../client/errors.ts'
import type { ResetPart, WorkspaceSummary } from '../../client/generated/control.ts'
import { listWorkspaces } from '../../client/server-client.ts'
import { AdjustableClock } from '../../kernel/clock.ts'
import { UsageError } from '../cli-errors.ts'
import type { CommandSpec, Context, Described, DescribedFlags } from '../command.ts'
import { routeInput } from '../control-command.ts'
import { MAP, type OfFleet, onEachServer } from '../fleet-map.ts'
import { readDuration, readEach } from '../readers.ts'
import { formatValue } from '../terminal.ts'

export const WITH_LABEL: Described = [
  'label such as team=web; repeat it to select workspaces that have all of the labels',
  readEach,
  ['workspace'],
]

const DRY_RUN: DescribedFlags = { '--dry-run': 'print what would be done without doing it' }

interface Choice extends OfFleet {
  readonly label?: readonly string[]
  /** ms */
  readonly unusedFor?: number
  readonly dryRun?: boolean
}

interface ChosenAction {
  readonly verb: string
  readonly find: (server: Connection) => Promise<readonly WorkspaceSummary[]>
  readonly run: (server: Connection, workspace: WorkspaceSummary) => Promise<unknown>
}

/** Runs an action for each chosen workspace, of all nodes with a map, and prints a line for each. */
const doToEach = async (
  context: Context,
  choice: Choice,
  { verb, find, run }: ChosenAction,
): Promise<number | undefined> => {
  const { terminal } = context
  const { dryRun = false } = choice
  const done: Pick<WorkspaceSummary, 'id' | 'name'>[] = []
  const { code } = await onEachServer(context, choice, async (server) => {
    for (const workspace of await find(server)) {
      const { id, name } = workspace
      if (!dryRun) await run(server, workspace).catch(passIfGone)
      if (!terminal.isJson) terminal.print(`${dryRun ? 'would ' : ''}${verb} ${id} ${name}`)
      done.push({ id, name })
    }
  })
  terminal.answer({ workspaces: done, dryRun }, () => '')
  if (done.length === 0) terminal.note(`no workspace to ${verb}`)
  return code
}

export const prune: CommandSpec = {
  help: 'Delete all matching workspaces, but never "default".',
  takes: {
    '--label <name=value>': WITH_LABEL,
    '--unused-for <duration>': ['only workspaces without a call for this long', readDuration],
    ...DRY_RUN,
    ...MAP,
  },
  examples: [
    'prune --label team=web --dry-run',
    'prune --unused-for 7d',
    'prune --label team=web --label ci=nightly --unused-for 1d',
  ],
  async run(context, _args, choice: Choice) {
    const { label, unusedFor } = choice
    if (!label && unusedFor === undefined)
      throw new UsageError('prune needs --label or --unused-for')
    const sinceMs =
      unusedFor === undefined ? Number.POSITIVE_INFINITY : new AdjustableClock().now() - unusedFor
    return doToEach(context, choice, {
      verb: 'delete',
      find: async (server) =>
        (await listWorkspaces(server, label)).filter(
          ({ name, lastUsedAtMs }) => name !== 'default' && lastUsedAtMs <= sinceMs,
        ),
      run: (server, { id }) => server.call('DELETE /workspaces/{id}', { params: { id } }),
    })
  },
}

/** The workspace may already be gone: deleted by another caller, or expired. */
const passIfGone = (error: unknown): void => {
  if (!(error instanceof ControlError && error.status === 404)) throw error
}

const RESET = routeInput('POST /reset', {
  '--parts <parts...>': ['parts', 'parts to reset, separated by spaces or commas; default all'],
})

export const reset: CommandSpec = {
  help: 'Reset a workspace, or all workspaces with a given label, to its seed. Tokens stay valid.',
  takes: {
    ...RESET.takes,
    '--label <name=value>': WITH_LABEL,
    ...DRY_RUN,
    ...MAP,
  },
  examples: [
    'reset',
    'reset --parts data clock',
    'reset --parts data,journal',
    'reset --label team=web --dry-run',
  ],
  async run(context, args, options: Choice & { parts?: ResetPart[] }) {
    const { connection, terminal } = context
    const { label, dryRun, map } = options
    const request = RESET.requestOf(args, options)
    if (label)
      return doToEach(context, options, {
        verb: 'reset',
        find: (server) => listWorkspaces(server, label),
        run: (server, { id }) => server.for(id).call('POST /reset', request),
      })
    if (dryRun) throw new UsageError('--dry-run needs --label')
    if (map !== undefined) throw new UsageError('--map needs --label')
    terminal.answer(await connection.call<object>('POST /reset', request), formatValue)
    return undefined
  },
}
