import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { TYPE_OPTIONS } from './type-options.ts'

/** The format of seeds as a type for clients. */
export const printSeedTypes = (seed: object): Promise<string> =>
  compile(
    { ...seed, description: 'Data in the format of seed files (docs/seeds.md).' } as JSONSchema,
    'SeedFragment',
    TYPE_OPTIONS,
  )
