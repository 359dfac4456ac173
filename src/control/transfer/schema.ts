import { ByName, Instant, IntegerField, Shape, Text } from '../schema-types.ts'

/** What a fragment of a seed has added. */
export const SeedAdded = Shape('SeedAdded', {
  added: ByName(IntegerField(), 'How many things were added, by the keys of the fragment'),
})

/** What a workspace has been given by an import. */
export const Imported = Shape('Imported', {
  seed: Text('What the exported workspace was made of'),
  exportedAtMs: Instant('When it was exported'),
  databaseBytes: IntegerField('Of its database, bytes'),
  files: IntegerField('How many files it names'),
})
