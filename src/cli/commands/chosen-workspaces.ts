import { ControlError } from '../../client/errors.ts'
import type { ResetPart, WorkspaceSummary } from '../../client/generated/control.ts'
import { listWorkspaces } from '../../client/server-client.ts'
import { AdjustableClock } from '../../kernel/clock.ts'
import { UsageError } from '../cli-errors.ts'
import type { CommandSpec, Context, Described, DescribedFlags } from '../command.ts'
import { routeInput } from '../control-command.ts'
import { readDuration, readEach } from '../readers.ts'
import { formatValue } from '../terminal.ts'

export const WITH_LABEL: Described = [
  'label such as team=web; repeat it to select workspaces that have all of the labels',
  readEach,
  ['workspace'],
]

const DRY_RUN: DescribedFlags = { '--dry-run': 'print what would be done without doing it' }

interface Choice {
  readonly label?: readonly string[]
  /** ms */
  readonly unusedFor?: number
  readonly dryRun?: boolean
}

/** Runs an action for each workspace and prints a line for each; in a dry run `run` is undefined. */
const doToEach = async (
  { terminal }: Context,
  workspaces: readonly WorkspaceSummary[],
  verb: string,
  run: ((workspace: WorkspaceSummary) => Promise<unknown>) | undefined,
): Promise<void> => {
  for (const workspace of workspaces) {
    await run?.(workspace).catch(passIfGone)
    if (!terminal.isJson)
      terminal.print(`${run ? '' : 'would '}${verb} ${workspace.id} ${workspace.name}`)
  }
  const shown = workspaces.map(({ id, name }) => ({ id, name }))
  terminal.answer({ workspaces: shown, dryRun: run === undefined }, () => '')
  if (workspaces.length === 0) terminal.note(`no workspace to ${verb}`)
}

export const prune: CommandSpec = {
  help: 'Delete all matching workspaces, but never "default".',
  takes: {
    '--label <name=value>': WITH_LABEL,
    '--unused-for <duration>': ['only workspaces without a call for this long', readDuration],
    ...DRY_RUN,
  },
  examples: [
    'prune --label team=web --dry-run',
    'prune --unused-for 7d',
    'prune --label team=web --label ci=nightly --unused-for 1d',
  ],
  async run(context, _args, { label, unusedFor, dryRun }: Choice) {
    if (!label && unusedFor === undefined)
      throw new UsageError('prune needs --label or --unused-for')
    const { connection } = context
    const found = await listWorkspaces(connection, label)
    const sinceMs =
      unusedFor === undefined ? Number.POSITIVE_INFINITY : new AdjustableClock().now() - unusedFor
    const remove = ({ id }: WorkspaceSummary) =>
      connection.call('DELETE /workspaces/{id}', { params: { id } })
    const unused = found.filter(
      ({ name, lastUsedAtMs }) => name !== 'default' && lastUsedAtMs <= sinceMs,
    )
    await doToEach(context, unused, 'delete', dryRun ? undefined : remove)
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
  },
  examples: [
    'reset',
    'reset --parts data clock',
    'reset --parts data,journal',
    'reset --label team=web --dry-run',
  ],
  async run(context, args, options: Choice & { parts?: ResetPart[] }) {
    const { connection, terminal } = context
    const { label, dryRun } = options
    const request = RESET.requestOf(args, options)
    if (label) {
      const found = await listWorkspaces(connection, label)
      const run = ({ id }: WorkspaceSummary) => connection.for(id).call('POST /reset', request)
      return doToEach(context, found, 'reset', dryRun ? undefined : run)
    }
    if (dryRun) throw new UsageError('--dry-run needs --label')
    terminal.answer(await connection.call<object>('POST /reset', request), formatValue)
  },
}
