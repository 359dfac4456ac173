import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { shortComments, TYPE_OPTIONS } from './type-options.ts'

/** The format of seeds as a type for clients. */
export const printSeedTypes = async (seed: object): Promise<string> =>
  shortComments(
    await compile(
      { ...seed, description: 'Data in the format of seed files (docs/seeds.md).' } as JSONSchema,
      'SeedFragment',
      TYPE_OPTIONS,
    ),
  )
