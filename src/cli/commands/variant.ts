import { type Command, InvalidArgumentError } from 'commander'
import type { ChangeableAssumption } from '../../client/generated/control.ts'
import { clientCommand } from '../client-command.ts'
import type { Terminal } from '../terminal.ts'

/** `variant list|set|unset`. */
export const addVariantCommands = (program: Command): void => {
  const group = program
    .command('variant')
    .description('List and switch the variants of assumptions.')
  addList(group)
  addSet(group)
  addUnset(group)
}

const addList = (group: Command): void => {
  clientCommand(
    group
      .command('list')
      .argument('[numbers...]', 'numbers of assumptions; without them all')
      .option('--touched', 'only assumptions that calls have consulted')
      .option('--changed', 'only assumptions whose variant is not the first')
      .description('List the assumptions with variants; the chosen variant is marked by *.'),
    ['variant list', 'variant list A-20-1', 'variant list --touched'],
    async ({ control, terminal }, args, options) => {
      const numbers = args.flat()
      const all = await control.variants.get()
      const wanted = all.filter(
        (one) =>
          (numbers.length === 0 || numbers.includes(one.number)) &&
          (options.touched !== true || one.isTouched) &&
          (options.changed !== true || isChanged(one)),
      )
      terminal.answer(wanted, (some: ChangeableAssumption[]) => formatAll(some, terminal))
    },
  )
}

const addSet = (group: Command): void => {
  clientCommand(
    group
      .command('set')
      .argument('<pairs...>', 'such as A-20-1=envelope', readChange)
      .description('Switch variants from the next call on, all or none; a reset keeps them.'),
    ['variant set A-20-1=envelope', 'variant set A-20-1=envelope A-1-1=everything'],
    async ({ control, terminal }, [pairs]) => {
      const changes = (pairs ?? []) as unknown as readonly [string, string][]
      const all = await control.variants.set(Object.fromEntries(changes))
      const numbers = new Set(changes.map(([number]) => number))
      answerChosen(
        terminal,
        all.filter(({ number }) => numbers.has(number)),
      )
    },
  )
}

const addUnset = (group: Command): void => {
  clientCommand(
    group
      .command('unset')
      .argument('[numbers...]', 'numbers of assumptions; without them all')
      .description(
        'Set variants to those that the workspace began with, and print those that change.',
      ),
    ['variant unset A-20-1', 'variant unset'],
    async ({ control, terminal }, args) => {
      const numbers = args.flat()
      const before = new Map(
        (await control.variants.get()).map(({ number, chosen }) => [number, chosen]),
      )
      const all =
        numbers.length === 0
          ? await control.variants.reset()
          : await control.variants.set(Object.fromEntries(numbers.map((one) => [one, null])))
      answerChosen(
        terminal,
        all.filter(({ number, chosen }) => before.get(number) !== chosen),
      )
    },
  )
}

const readChange = (
  text: string,
  before: readonly (readonly [string, string])[] = [],
): (readonly [string, string])[] => {
  const [, number, variant] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (number === undefined || variant === undefined)
    throw new InvalidArgumentError('It must be a pair such as A-20-1=envelope.')
  return [...before, [number, variant]]
}

const isChanged = ({ variants, chosen }: ChangeableAssumption): boolean =>
  Object.keys(variants)[0] !== chosen

const answerChosen = (terminal: Terminal, some: readonly ChangeableAssumption[]): void =>
  terminal.answer(some, (all: ChangeableAssumption[]) =>
    all.map(({ number, chosen }) => `${number}=${chosen}`),
  )

/** The variants of each assumption, one a line. */
const formatAll = (some: readonly ChangeableAssumption[], terminal: Terminal): string[] =>
  some.flatMap(({ number, shown, variants, chosen, isTouched }) => [
    `${terminal.paint('bold', number)}  ${shown}${isTouched ? '  (touched)' : ''}`,
    ...Object.entries(variants).map(
      ([name, does]) =>
        `  ${name === chosen ? '*' : ' '} ${name.padEnd(widthOf(variants))}  ${does}`,
    ),
  ])

const widthOf = (variants: object): number =>
  Object.keys(variants).reduce((widest, { length }) => Math.max(widest, length), 0)
