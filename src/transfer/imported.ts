import type { Static } from '@sinclair/typebox'
import { Amount, Instant, Shape, Text } from '../contract/shapes.ts'

/** What an import has put into a workspace. */
export const Imported = Shape('Imported', 'What an import has put into a workspace', {
  seed: Text('Seed that the exported workspace was created from'),
  exportedAtMs: Instant('When it was exported'),
  databaseBytes: Amount('Size of its database, bytes'),
  files: Amount('Number of files that its data names'),
})
export type Imported = Static<typeof Imported>
