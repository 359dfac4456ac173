import { type Command, Option } from 'commander'
import type { NamedState, SetState } from '../../client/handle-types.ts'
import type { ResetPart, Snapshot } from '../../client/workspace-types.ts'
import { clientCommand } from '../client-command.ts'
import { writeInstant } from '../instants.ts'
import { readSomeOf } from '../pairs.ts'
import { columns } from '../terminal.ts'

const PARTS = ['data', 'journal', 'faults', 'clock'] as const

/** `reset`, `snapshot ...` and `state ...`. */
export const addStateCommands = (program: Command): void => {
  clientCommand(
    program
      .command('reset')
      .addOption(
        new Option('--parts <parts...>', 'only these, with spaces or commas between them')
          .choices(PARTS)
          .argParser(readSomeOf(PARTS)),
      )
      .description('Set a workspace back to how it was created; tokens stay valid.'),
    ['reset', 'reset --parts data clock', 'reset --parts data,journal'],
    async ({ control, terminal }, _args, { parts }) => {
      const wanted = parts as ResetPart[] | undefined
      await control.reset(wanted)
      terminal.answer({ reset: wanted ?? PARTS }, () => `reset ${(wanted ?? PARTS).join(', ')}`)
    },
  )
  addSnapshots(program)
  addNamedStates(program)
}

const addSnapshots = (program: Command): void => {
  const group = program.command('snapshot').description('Put data aside and bring it back.')
  clientCommand(
    group.command('take').argument('<name>').description('Put the data aside under a name.'),
    ['snapshot take before-import'],
    async ({ control, terminal }, [name = '']) =>
      terminal.answer(await control.snapshots.take(name), () => `took ${name}`),
  )
  clientCommand(
    group.command('list').description('List the snapshots, the oldest first.'),
    ['snapshot list'],
    async ({ control, terminal }) =>
      terminal.answer(await control.snapshots.list(), (all: Snapshot[]) =>
        columns(
          ['NAME', 'TAKEN', 'BYTES'],
          all.map((one) => [one.name, writeInstant(one.takenAtMs), one.sizeBytes]),
        ),
      ),
  )
  clientCommand(
    group.command('restore').argument('<name>').description('Bring the data of a snapshot back.'),
    ['snapshot restore before-import'],
    async ({ control, terminal }, [name = '']) =>
      terminal.answer(await control.snapshots.restore(name), () => `restored ${name}`),
  )
  clientCommand(
    group.command('delete').argument('<name>').description('Remove a snapshot.'),
    ['snapshot delete before-import'],
    async ({ control, terminal }, [name = '']) => {
      await control.snapshots.delete(name)
      terminal.answer({ deleted: name }, () => `deleted ${name}`)
    },
  )
}

const addNamedStates = (program: Command): void => {
  const group = program.command('state').description('Bring about states that have a name.')
  clientCommand(
    group.command('list').description('List the states by name.'),
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
      .argument('<name>')
      .description('Bring a state about, and print the ids that it made.'),
    ['state set crowd-pack-empty', 'state set approval-in-progress --json'],
    async ({ control, terminal }, [name = '']) =>
      terminal.answer(await control.state(name), ({ ids }: SetState) =>
        Object.entries(ids).map(
          ([id, value]) => `${id} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
        ),
      ),
  )
}
