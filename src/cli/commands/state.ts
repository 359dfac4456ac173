import { RESET_PARTS } from '../../client/generated/constants.ts'
import type { ResetPart, StateName } from '../../client/generated/control.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { answering, type CommandGroup, type CommandSpec } from '../command.ts'
import { readChoices } from '../readers.ts'
import { columns } from '../terminal.ts'

/** `reset`. */
export const reset: CommandSpec = {
  help: 'Reset a workspace to its seed; tokens stay valid.',
  options: {
    '--parts <parts...>': [
      'parts to reset, separated by spaces or commas; default all',
      readChoices(RESET_PARTS),
    ],
  },
  examples: ['reset', 'reset --parts data clock', 'reset --parts data,journal'],
  run: answering(
    async ({ control }, _args, { parts }: { parts?: ResetPart[] }) => {
      await control.reset(parts)
      return { reset: parts ?? RESET_PARTS }
    },
    (done) => `reset ${done.reset.join(', ')}`,
  ),
}

const NAME = { '<name>': 'name of the snapshot' }

/** `snapshot take|list|restore|delete`. */
export const snapshot: CommandGroup = {
  help: 'Take, list, restore and delete snapshots.',
  default: 'list',
  commands: {
    take: {
      help: 'Take a snapshot of the data.',
      arguments: NAME,
      examples: ['snapshot take before-import'],
      run: answering(
        ({ control }, [name]: [string]) => control.snapshots.take(name),
        ({ name }) => `took ${name}`,
      ),
    },
    list: {
      help: 'List snapshots, oldest first.',
      examples: ['snapshot list'],
      run: answering(
        ({ control }) => control.snapshots.list(),
        (all) =>
          columns(
            ['NAME', 'TAKEN', 'BYTES'],
            all.map((one) => [one.name, formatInstant(one.takenAtMs), one.sizeBytes]),
          ),
      ),
    },
    restore: {
      help: 'Restore the data of a snapshot.',
      arguments: NAME,
      examples: ['snapshot restore before-import'],
      run: answering(
        ({ control }, [name]: [string]) => control.snapshots.restore(name),
        ({ name }) => `restored ${name}`,
      ),
    },
    delete: {
      help: 'Delete a snapshot.',
      arguments: NAME,
      examples: ['snapshot delete before-import'],
      run: answering(
        async ({ control }, [name]: [string]) => {
          await control.snapshots.delete(name)
          return { deleted: name }
        },
        ({ deleted }) => `deleted ${deleted}`,
      ),
    },
  },
}

/** `state list|set`. */
export const state: CommandGroup = {
  help: 'List and set named states.',
  default: 'list',
  commands: {
    list: {
      help: 'List named states.',
      examples: ['state list'],
      run: answering(
        ({ control }) => control.states(),
        (all) =>
          columns(
            ['NAME', 'MAKES TRUE'],
            all.map(({ name, sentence }) => [name, sentence]),
          ),
      ),
    },
    set: {
      help: 'Set a named state, and print its ids.',
      arguments: { '<name>': 'name of the state' },
      examples: ['state set crowd-pack-empty', 'state set approval-in-progress --json'],
      run: answering(
        ({ control }, [name]: [StateName]) => control.state(name),
        ({ ids }) =>
          Object.entries(ids).map(
            ([id, value]) => `${id} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
          ),
      ),
    },
  },
}
