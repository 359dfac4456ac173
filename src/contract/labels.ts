import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../limits.ts'
import { TypedAs } from './shapes.ts'

const LabelName = Type.String({ pattern: '^[A-Za-z0-9._/-]{1,63}$' })

const LabelValue = Type.String({
  maxLength: LIMITS.labelCharacters.max,
  pattern: '^[\\x21-\\x7e]*$',
  description: `text of at most ${LIMITS.labelCharacters.max} ASCII characters without spaces`,
})

/** Labels of a workspace by their names, such as `{ team: 'web' }`, by which lists and other calls choose. */
export const Labels = TypedAs(
  'Record<string, string>',
  Type.Record(LabelName, LabelValue, {
    maxProperties: LIMITS.labels.max,
    additionalProperties: false,
    description:
      'Labels, such as `{ "team": "web" }`: names of letters, digits, `.`, `_`, `/` and `-`, values without spaces',
  }),
)
export type Labels = Static<typeof Labels>

export const LabelChanges = TypedAs(
  'Record<string, string | null>',
  Type.Record(LabelName, Type.Union([LabelValue, Type.Null()]), {
    maxProperties: 2 * LIMITS.labels.max,
    additionalProperties: false,
    description: 'Labels to set, and with null to remove; others stay',
  }),
)

/** A label to choose by: `team=web`. */
export const WantedLabel = Type.String({
  pattern: '^[A-Za-z0-9._/-]{1,63}=[\\x21-\\x7e]*$',
  maxLength: LIMITS.text.max,
  description: 'a label such as team=web',
})

/** Name and value of each wanted label. */
export const labelPairs = (wanted: string | readonly string[] = []): [string, string][] =>
  [wanted].flat().map((text) => {
    const end = text.indexOf('=')
    return [text.slice(0, end), text.slice(end + 1)]
  })
