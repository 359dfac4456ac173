import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../kernel/limits.ts'
import { MapOf } from './resources/primitives.ts'

const LabelValue = Type.String({
  maxLength: LIMITS.labelCharacters.max,
  pattern: '^[\\x21-\\x7e]*$',
  description: `text of at most ${LIMITS.labelCharacters.max} ASCII characters without spaces`,
})

const propertyNames = { type: 'string', maxLength: 63, pattern: '^[A-Za-z0-9._/-]*$' }

/** Labels of a workspace by their names, such as `{ team: 'web' }`, by which lists and other calls choose. */
export const Labels = Type.Unsafe<Record<string, string>>({
  ...MapOf(LabelValue, LIMITS.labels),
  propertyNames,
  description:
    'Labels, such as `{ "team": "web" }`: names of letters, digits, `.`, `_`, `/` and `-`, values without spaces',
})
export type Labels = Static<typeof Labels>

export const LabelChanges = Type.Unsafe<Record<string, string | null>>({
  ...MapOf(Type.Union([LabelValue, Type.Null()]), LIMITS.labels),
  propertyNames,
  description: 'Labels to set, and with null to remove; others stay',
})

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
