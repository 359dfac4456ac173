import { type Command, Option } from 'commander'
import { RESET_PARTS } from '../../client/generated/constants.ts'
import type {
  NamedState,
  ResetPart,
  SetState,
  Snapshot,
  StateName,
} from '../../client/generated/control.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { clientCommand } from '../client-command.ts'
import { readSomeOf } from '../pairs.ts'
import { columns } from '../terminal.ts'

/** `reset`, `snapshot ...` and `state ...`. */
export const addStateCommands = (program: Command): void => {
  clientCommand(
    program
      .command('reset')
      .addOption(
        new Option(
          '--parts <parts...>',
          'parts to reset, separated by spaces or commas; default all',
        )
          .choices(RESET_PARTS)
          .argParser(readSomeOf(RESET_PARTS)),
      )
      .description('Reset a workspace to its seed; tokens stay valid.'),
    ['reset', 'reset --parts data clock', 'reset --parts data,journal'],
    async ({ control, terminal }, _args, { parts }) => {
      const wanted = parts as ResetPart[] | undefined
      await control.reset(wanted)
      terminal.answer(
        { reset: wanted ?? RESET_PARTS },
        () => `reset ${(wanted ?? RESET_PARTS).join(', ')}`,
      )
    },
  )
  addSnapshots(program)
  addNamedStates(program)
}

const addSnapshots = (program: Command): void => {
  const group = program.command('snapshot').description('Take, list, restore and delete snapshots.')
  clientCommand(
    group
      .command('take')
      .argument('<name>', 'name of the snapshot')
      .description('Take a snapshot of the data.'),
    ['snapshot take before-import'],
    async ({ control, terminal }, [name = '']) =>
      terminal.answer(await control.snapshots.take(name), () => `took ${name}`),
  )
  clientCommand(
    group.command('list').description('List snapshots, oldest first.'),
    ['snapshot list'],
    async ({ control, terminal }) =>
      terminal.answer(await control.snapshots.list(), (all: Snapshot[]) =>
        columns(
          ['NAME', 'TAKEN', 'BYTES'],
          all.map((one) => [one.name, formatInstant(one.takenAtMs), one.sizeBytes]),
        ),
      ),
  )
  clientCommand(
    group
      .command('restore')
      .argument('<name>', 'name of the snapshot')
      .description('Restore the data of a snapshot.'),
    ['snapshot restore before-import'],
    async ({ control, terminal }, [name = '']) =>
      terminal.answer(await control.snapshots.restore(name), () => `restored ${name}`),
  )
  clientCommand(
    group
      .command('delete')
      .argument('<name>', 'name of the snapshot')
      .description('Delete a snapshot.'),
    ['snapshot delete before-import'],
    async ({ control, terminal }, [name = '']) => {
      await control.snapshots.delete(name)
      terminal.answer({ deleted: name }, () => `deleted ${name}`)
    },
  )
}

const addNamedStates = (program: Command): void => {
  const group = program.command('state').description('List and set named states.')
  clientCommand(
    group.command('list').description('List named states.'),
    ['state list'],
    async ({ control, terminal }) =>
      terminal.answer(await control.states(), (all: NamedState[]) =>
        columns(
          ['NAME', 'MAKES TRUE'],
          all.map(({ name, sentence }) => [name, sentence]),
        ),
      ),
  )
  clientCommand(
    group
      .command('set')
      .argument('<name>', 'name of the state')
      .description('Set a named state, and print its ids.'),
    ['state set crowd-pack-empty', 'state set approval-in-progress --json'],
    async ({ control, terminal }, [name = '']) =>
      terminal.answer(await control.state(name as StateName), ({ ids }: SetState) =>
        Object.entries(ids).map(
          ([id, value]) => `${id} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
        ),
      ),
  )
}
