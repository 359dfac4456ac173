import { SUMMARIES } from '#src/client/generated/constants.ts'
import { formatNumber, language } from './language.ts'
import { zh } from './zh.ts'

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

const SUPPORTING_ROUTES: Readonly<Record<string, Phrase>> = {
  'get-token': 'Get access token',
  'refresh-token': 'Refresh access token',
  'begin-upload': 'Begin an upload',
  'show-upload': 'Show an upload',
  'abort-upload': 'Abort an upload',
  'send-part': 'Send a part of a file',
  'send-file': 'Send a file in one request',
  download: 'Download a file',
  'grant-storage': 'Grant object storage',
  'storage-put': 'Put an object',
  'storage-initiate': 'Initiate an upload in parts',
  'storage-part': 'Upload a part',
  'storage-list-parts': 'List the parts of an upload',
  'storage-list-uploads': 'List open uploads',
  'storage-complete': 'Complete an upload in parts',
  'storage-abort': 'Abort an upload in parts',
  'storage-head': 'Show the headers of an object',
  'storage-get': 'Get an object',
  'storage-delete': 'Delete an object',
  'storage-post': 'Post an object by a form',
}

const names = (): [id: string, name: string][] => [
  ...Object.entries(SUMMARIES).map(([id, summary]): [string, string] => [
    id,
    summary[language.value],
  ]),
  ...Object.entries(SUPPORTING_ROUTES).map(([id, name]): [string, string] => [id, t(name)]),
]

export const operationName = (id: string | null): string =>
  names().find(([known]) => known === id)?.[1] ?? ''

export const operationChoices = (): { const: string; title: string }[] =>
  names().map(([id, name]) => ({ const: id, title: `${id} · ${name}` }))
