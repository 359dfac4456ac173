import { type Command, InvalidArgumentError } from 'commander'
import { VARIATION_KINDS } from '../../client/generated/constants.ts'
import type { Variation, VariationKind } from '../../client/generated/control.ts'
import { clientCommand } from '../client-command.ts'
import { readOneOf } from '../pairs.ts'

/** `variation show|set|off`. */
export const addVariationCommands = (program: Command): void => {
  const group = program
    .command('variation')
    .description('Vary what the document leaves open of the answers, by a seed.')
  clientCommand(
    group.command('show').description('Show the variation.'),
    ['variation show'],
    async ({ control, terminal }) =>
      terminal.answer({ variation: await control.variation.get() }, formatState),
  )
  clientCommand(
    group
      .command('set')
      .argument('<variation>', 'seed with or without kinds, such as 7 or 7:list-order', readChoice)
      .description(`Vary the answers from the next call on. Kinds: ${VARIATION_KINDS.join(', ')}.`),
    ['variation set 7', 'variation set 7:list-order,id-gaps'],
    async ({ control, terminal }, [choice]) => {
      const { seed, kinds } = choice as unknown as Choice
      terminal.answer({ variation: await control.variation.set(seed, kinds) }, formatState)
    },
  )
  clientCommand(
    group.command('off').description('End the variation.'),
    ['variation off'],
    async ({ control, terminal }) => {
      await control.variation.off()
      terminal.answer({ variation: null }, formatState)
    },
  )
}

interface Choice {
  readonly seed: number
  readonly kinds: VariationKind[] | undefined
}

const readKind = readOneOf(VARIATION_KINDS)

const readChoice = (text: string): Choice => {
  const [, seed, kinds] = /^(\d+)(?::(.+))?$/.exec(text) ?? []
  if (seed === undefined)
    throw new InvalidArgumentError('It must be a seed with or without kinds, such as 7:list-order.')
  return { seed: Number(seed), kinds: kinds?.split(',').map((kind) => readKind(kind.trim())) }
}

const formatState = ({ variation }: { variation: Variation | null }): string =>
  variation ? `seed ${variation.seed}: ${variation.kinds.join(', ')}` : 'off'
