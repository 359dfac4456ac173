import type { ChangeableAssumption } from '../../client/generated/control.ts'
import type { CommandGroup } from '../command.ts'
import { controlCommand } from '../control-command.ts'
import { readPairs } from '../readers.ts'

const formatChosen = (some: readonly ChangeableAssumption[]): string[] =>
  some.map(({ number, chosen }) => `${number}=${chosen}`)

export const variant: CommandGroup = {
  help: 'Show and choose how the server behaves where the document is silent.',
  default: 'list',
  commands: {
    list: controlCommand('GET /variants', {
      help: 'List the assumptions that have variants: which variant is chosen, and if calls have used it.',
      columns: ['number', 'chosen', 'isTouched', 'variants'],
    }),
    set: {
      help: 'Set variants from the next call on, all or nothing. A reset keeps them.',
      takes: { '<pairs...>': ['such as A-20-1=envelope', readPairs] },
      examples: ['variant set A-20-1=envelope', 'variant set A-20-1=envelope A-1-1=everything'],
      async run({ control, terminal }, [pairs]: [Record<string, string>]) {
        const all = await control.variants.set(pairs)
        const set = all.filter(({ number }) => number in pairs)
        terminal.answer(set, formatChosen)
      },
    },
    unset: {
      help: 'Set variants back to the initial ones of the workspace, and print those that change.',
      takes: { '[numbers...]': 'numbers of assumptions; default all' },
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
  help: 'Show and set the seeded variation of responses.',
  default: 'show',
  commands: {
    show: controlCommand('GET /variation'),
    set: controlCommand('PUT /variation', {
      help: 'Vary the responses from the next call on.',
      takes: { '<seed>': 'seed', '[kinds...]': 'kinds' },
      examples: ['variation set 7', 'variation set 7 list-order extra-fields'],
    }),
    off: controlCommand('DELETE /variation'),
  },
}
