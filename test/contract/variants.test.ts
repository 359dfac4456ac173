import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type VariableId, variableIds, variantsOf } from '#src/contract/assumptions/index.ts'
import { injectServer } from '#test/kit/server.ts'
import { VARIANT_CASES } from './variants/index.ts'
import type { VariantCase } from './variants/variant-case.ts'

/** The variants of a switch, with what the list says of each. */
const meaningsOf = (id: string): [name: string, meaning: string][] =>
  Object.entries(variantsOf(id as VariableId))

const VARIABLE = variableIds()

/** The case of an assumption, with what is expected of variants by plain names. */
interface PlainCase extends Omit<VariantCase, 'shows'> {
  readonly shows: Readonly<Record<string, unknown>>
}

const CASES: Readonly<Record<string, PlainCase>> = VARIANT_CASES

/** What the cases of an assumption lack, one sentence each. */
const gapsOf = (id: string): string[] => {
  const shows = CASES[id]?.shows
  if (!shows)
    return [`${id} has variants and no case: add one to a file of test/contract/variants/`]
  const names = meaningsOf(id).map(([name]) => name)
  const missing = names
    .filter((name) => !Object.hasOwn(shows, name))
    .map((name) => `${id}: its case does not say what the variant "${name}" shows`)
  const surplus = Object.keys(shows)
    .filter((name) => !names.includes(name))
    .map((name) => `${id}: its case names the variant "${name}", which does not exist`)
  return [...missing, ...surplus]
}

/** Variants that a case expects to look like an earlier one, which would hide that they do nothing. */
const alikeIn = (id: string): string[] => {
  const shown = Object.entries(CASES[id]?.shows ?? {})
  return shown
    .filter(([, value], index) =>
      shown.slice(0, index).some(([, earlier]) => isDeepStrictEqual(value, earlier)),
    )
    .map(([name]) => `${id}: the variant "${name}" shows what another one shows`)
}

describe('the cases of variants', () => {
  test('name every variant of every assumption', () => {
    expect(VARIABLE.flatMap(gapsOf)).toEqual([])
  })

  test('name no assumption without variants', () => {
    const known: readonly string[] = VARIABLE
    expect(Object.keys(CASES).filter((id) => !known.includes(id))).toEqual([])
  })

  test('expect something else of every variant of an assumption', () => {
    expect(VARIABLE.flatMap(alikeIn)).toEqual([])
  })
})

describe.each(Object.entries(CASES))('%s', (id, { options, observe, shows }) => {
  test.each(meaningsOf(id))('answers as its variant %s says: %s', async (name) => {
    const server = await injectServer({ listens: false, ...options, variants: { [id]: name } })
    expect(await observe(server)).toEqual(shows[name])
  })
})
