import { type Static, Type } from '@sinclair/typebox'
import { Part, Text, TextOrNull } from './shapes.ts'

export const BuildOrNull = Type.Union(
  [
    Part('Build', {
      commit: TextOrNull('Commit of its sources; null where they were not in a repository'),
      time: Text('When it was built, ISO 8601'),
    }),
    Type.Null(),
  ],
  { description: 'What the program was built of; null where the sources run' },
)
export type BuildOrNull = Static<typeof BuildOrNull>
