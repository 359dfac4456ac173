import type { ChangeableAssumption } from '../../client/generated/control.ts'
import type { CommandGroup } from '../command.ts'
import { controlCommand } from '../control-command.ts'
import { readPairs } from '../readers.ts'

const formatChosen = (some: readonly ChangeableAssumption[]): string[] =>
  some.map(({ number, chosen }) => `${number}=${chosen}`)

export const variant: CommandGroup = {
  help: 'List and switch the variants of assumptions.',
  default: 'list',
  commands: {
    list: controlCommand('GET /variants', {
      help: 'List the assumptions with variants: the chosen one, and whether calls have consulted it.',
      columns: ['number', 'chosen', 'isTouched', 'variants'],
    }),
    set: {
      help: 'Switch variants from the next call on, all or none; a reset keeps them.',
      takes: { '<pairs...>': ['such as A-20-1=envelope', readPairs] },
      examples: ['variant set A-20-1=envelope', 'variant set A-20-1=envelope A-1-1=everything'],
      async run({ control, terminal }, [pairs]: [Record<string, string>]) {
        const all = await control.variants.set(pairs)
        const set = all.filter(({ number }) => number in pairs)
        terminal.answer(set, formatChosen)
      },
    },
    unset: {
      help: 'Set variants to those that the workspace began with, and print those that change.',
      takes: { '[numbers...]': 'numbers of assumptions; without them all' },
      async run({ control, terminal }, [numbers]: [string[]]) {
        const { get, set, reset } = control.variants
        const before = await get()
        const changes = Object.fromEntries(numbers.map((number) => [number, null]))
        const after = await (numbers.length === 0 ? reset() : set(changes))
        const changed = after.filter(({ chosen }, index) => chosen !== before[index]?.chosen)
        terminal.answer(changed, formatChosen)
      },
    },
  },
}

export const variation: CommandGroup = {
  help: 'Show and set the seeded variation of answers.',
  default: 'show',
  commands: {
    show: controlCommand('GET /variation'),
    set: controlCommand('PUT /variation', {
      help: 'Vary the answers from the next call on.',
      takes: { '<seed>': 'seed', '[kinds...]': 'kinds' },
      examples: ['variation set 7', 'variation set 7 list-order extra-fields'],
    }),
    off: controlCommand('DELETE /variation'),
  },
}
