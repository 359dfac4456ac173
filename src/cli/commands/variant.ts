import { InvalidArgumentError } from 'commander'
import { VARIATION_KINDS } from '../../client/generated/constants.ts'
import type {
  ChangeableAssumption,
  Variation,
  VariationKind,
} from '../../client/generated/control.ts'
import { answering, type CommandGroup } from '../command.ts'
import { readOneOf, readPair } from '../readers.ts'
import type { Terminal } from '../terminal.ts'

const NUMBERS = { '[numbers...]': 'numbers of assumptions; without them all' }

const isChanged = ({ variants, chosen }: ChangeableAssumption): boolean =>
  Object.keys(variants)[0] !== chosen

const formatChosen = (some: readonly ChangeableAssumption[]): string[] =>
  some.map(({ number, chosen }) => `${number}=${chosen}`)

/** The variants of each assumption, one a line. */
const formatAll = (some: readonly ChangeableAssumption[], { paint }: Terminal): string[] =>
  some.flatMap(({ number, shown, variants, chosen, isTouched }) => {
    const width = Object.keys(variants).reduce((widest, { length }) => Math.max(widest, length), 0)
    return [
      `${paint('bold', number)}  ${shown}${isTouched ? '  (touched)' : ''}`,
      ...Object.entries(variants).map(
        ([name, does]) => `  ${name === chosen ? '*' : ' '} ${name.padEnd(width)}  ${does}`,
      ),
    ]
  })

/** `variant list|set|unset`. */
export const variant: CommandGroup = {
  help: 'List and switch the variants of assumptions.',
  default: 'list',
  commands: {
    list: {
      help: 'List the assumptions with variants; the chosen variant is marked by *.',
      arguments: NUMBERS,
      options: {
        '--touched': 'only assumptions that calls have consulted',
        '--changed': 'only assumptions whose variant is not the first',
      },
      examples: ['variant list', 'variant list A-20-1', 'variant list --touched'],
      run: answering(
        async ({ control }, [numbers]: [string[]], given: { touched?: true; changed?: true }) => {
          const all = await control.variants.get()
          return all.filter(
            (one) =>
              (numbers.length === 0 || numbers.includes(one.number)) &&
              (!given.touched || one.isTouched) &&
              (!given.changed || isChanged(one)),
          )
        },
        formatAll,
      ),
    },
    set: {
      help: 'Switch variants from the next call on, all or none; a reset keeps them.',
      arguments: { '<pairs...>': ['such as A-20-1=envelope', readPair] },
      examples: ['variant set A-20-1=envelope', 'variant set A-20-1=envelope A-1-1=everything'],
      run: answering(async ({ control }, [pairs]: [[string, string][]]) => {
        const changes = new Map(pairs)
        const all = await control.variants.set(Object.fromEntries(changes))
        return all.filter(({ number }) => changes.has(number))
      }, formatChosen),
    },
    unset: {
      help: 'Set variants to those that the workspace began with, and print those that change.',
      arguments: NUMBERS,
      examples: ['variant unset A-20-1', 'variant unset'],
      run: answering(async ({ control }, [numbers]: [string[]]) => {
        const { get, set, reset } = control.variants
        const before = new Map((await get()).map(({ number, chosen }) => [number, chosen]))
        const all = await (numbers.length === 0
          ? reset()
          : set(Object.fromEntries(numbers.map((one) => [one, null]))))
        return all.filter(({ number, chosen }) => before.get(number) !== chosen)
      }, formatChosen),
    },
  },
}

interface Choice {
  readonly seed: number
  readonly kinds: VariationKind[] | undefined
}

const readKind = readOneOf(VARIATION_KINDS)

const readVariation = (text: string): Choice => {
  const [, seed, kinds] = /^(\d+)(?::(.+))?$/.exec(text) ?? []
  if (seed === undefined)
    throw new InvalidArgumentError('It must be a seed with or without kinds, such as 7:list-order.')
  return { seed: Number(seed), kinds: kinds?.split(',').map((kind) => readKind(kind.trim())) }
}

const formatState = (state: { variation: Variation | null }): string =>
  state.variation ? `seed ${state.variation.seed}: ${state.variation.kinds.join(', ')}` : 'off'

/** `variation show|set|off`. */
export const variation: CommandGroup = {
  help: 'Show and set the seeded variation of answers.',
  default: 'show',
  commands: {
    show: {
      help: 'Show the variation.',
      examples: ['variation show'],
      run: answering(
        async ({ control }) => ({ variation: await control.variation.get() }),
        formatState,
      ),
    },
    set: {
      help: `Vary the answers from the next call on. Kinds: ${VARIATION_KINDS.join(', ')}.`,
      arguments: {
        '<variation>': ['seed with or without kinds, such as 7 or 7:list-order', readVariation],
      },
      examples: ['variation set 7', 'variation set 7:list-order,extra-fields'],
      run: answering(
        async ({ control }, [{ seed, kinds }]: [Choice]) => ({
          variation: await control.variation.set(seed, kinds),
        }),
        formatState,
      ),
    },
    off: {
      help: 'End the variation.',
      examples: ['variation off'],
      run: answering(async ({ control }) => {
        await control.variation.off()
        return { variation: null }
      }, formatState),
    },
  },
}
