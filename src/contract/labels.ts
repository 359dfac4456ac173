import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../limits.ts'

/** Labels of a workspace by their names, such as `{ team: 'web' }`, by which lists and other calls choose. */
export const Labels = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9._/-]{1,63}$' }),
  Type.String({ maxLength: LIMITS.labelCharacters.max, pattern: '^[\\x21-\\x7e]*$' }),
  {
    maxProperties: LIMITS.labels.max,
    additionalProperties: false,
    description:
      'Labels, such as `{ "team": "web" }`: names of letters, digits, `.`, `_`, `/` and `-`, values without spaces',
  },
)
export type Labels = Static<typeof Labels>
