import { formatNumber, language } from './language.ts'
import { zh } from './zh.ts'

/** A text of the console in English. One that has no Chinese does not compile. */
export type Phrase = keyof typeof zh

/** A text in the language that is shown, with values in the places `{1}` and `{2}`; numbers have the separators of the language. */
export const t = (text: Phrase, ...values: readonly (string | number)[]): string => {
  const shown = language.value === 'zh' ? zh[text] : text
  if (values.length === 0) return shown
  return shown.replace(/\{(\d)\}/g, (_, place) => {
    const value = values[Number(place) - 1] ?? ''
    return typeof value === 'number' ? formatNumber(value) : value
  })
}

/** The operations by number and the supporting routes by name. */
const OPERATION_NAMES: Readonly<Record<string, Phrase>> = {
  E1: 'Search asset collections',
  E2: 'Social media hot content',
  E3: 'Client tracking report',
  E4: 'Asset detail list',
  E5: 'Approval task list by creation time',
  E6: 'Search content in a block',
  E7: 'Add members to a crowd pack',
  E8: 'Query users by id list',
  E9: 'Create external asset ingestion approval',
  E10: 'List crowd members of a crowd pack',
  E11: 'Get single content detail',
  E12: 'Add in-app notification',
  E13: 'Complete multipart upload',
  E14: 'Add portal collaborators in batch',
  E15: 'Update a private-domain marketing task',
  E16: 'Create content atoms',
  E17: 'List non-root archive groups',
  E18: 'Delete a crowd pack',
  E19: 'Report image-search effect',
  E20: 'Update metadata field values',
  E21: 'Ingest assets into the library',
  E22: 'Add assets to an asset collection',
  'get-token': 'Get access token',
  'refresh-token': 'Refresh access token',
  'begin-upload': 'Begin an upload',
  'show-upload': 'Show an upload',
  'abort-upload': 'Abort an upload',
  'send-part': 'Send a part of a file',
  'send-file': 'Send a file in one request',
  download: 'Download a file',
}

/** What an operation or a supporting route is called in the language that is shown; empty for others. */
export const operationName = (id: string | null): string => {
  const name = id !== null && Object.hasOwn(OPERATION_NAMES, id) && OPERATION_NAMES[id]
  return name ? t(name) : ''
}

/** The operations by number and the supporting routes by name, as choices of a field. */
export const operationChoices = (): { const: string; title: string }[] =>
  Object.keys(OPERATION_NAMES).map((id) => ({ const: id, title: `${id} · ${operationName(id)}` }))
