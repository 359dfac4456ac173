import { SUMMARIES, SUPPORTING_SUMMARIES } from '#src/client/generated/constants.ts'
import { formatNumber, language } from './language.ts'
import { zh } from './zh.ts'

/** An English text. `zh.ts` has the Chinese ones, and `npm run gaps` lists what is missing there. */
export type Phrase = keyof typeof zh | (string & {})

const CHINESE: ReadonlyMap<string, string> = new Map(Object.entries(zh))

/** A text in the language that is shown, or in English where it has no other, with values in the places `{1}` and `{2}`; numbers have the separators of the language. */
export const t = (text: Phrase, ...values: readonly (string | number)[]): string => {
  const shown = language.value === 'zh' ? (CHINESE.get(text) ?? text) : text
  if (values.length === 0) return shown
  return shown.replace(/\{(\d)\}/g, (_, place) => {
    const value = values[Number(place) - 1] ?? ''
    return typeof value === 'number' ? formatNumber(value) : value
  })
}

const names = (): [id: string, name: string][] => [
  ...Object.entries(SUMMARIES).map(([id, summary]): [string, string] => [
    id,
    summary[language.value],
  ]),
  ...Object.entries(SUPPORTING_SUMMARIES).map(([id, name]): [string, string] => [id, t(name)]),
]

export const operationName = (id: string | null): string =>
  names().find(([known]) => known === id)?.[1] ?? ''

export const operationChoices = (): { const: string; title: string }[] =>
  names().map(([id, name]) => ({ const: id, title: `${id} · ${name}` }))
