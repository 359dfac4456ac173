import { OPERATIONS } from '#src/client/generated/constants.ts'
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

const SUPPORTING_ROUTES = {
  'get-token': { name: 'Get access token' },
  'refresh-token': { name: 'Refresh access token' },
  'begin-upload': { name: 'Begin an upload' },
  'show-upload': { name: 'Show an upload' },
  'abort-upload': { name: 'Abort an upload' },
  'send-part': { name: 'Send a part of a file' },
  'send-file': { name: 'Send a file in one request' },
  download: { name: 'Download a file' },
} as const

const OPERATION_NAMES: ReadonlyMap<string | null, Phrase> = new Map(
  Object.entries({ ...OPERATIONS, ...SUPPORTING_ROUTES }).map(([id, { name }]) => [id, name]),
)

/** What an operation or a supporting route is called in the language that is shown; empty for others. */
export const operationName = (id: string | null): string => {
  const name = OPERATION_NAMES.get(id)
  return name ? t(name) : ''
}

/** The operations by number and the supporting routes by name, as choices of a field. */
export const operationChoices = (): { const: string; title: string }[] =>
  [...OPERATION_NAMES.keys()].map((id) => ({
    const: String(id),
    title: `${id} · ${operationName(id)}`,
  }))
