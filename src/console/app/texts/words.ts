import { SUMMARIES } from '../../../client/generated/constants.ts'
import { en } from './en.ts'
import { language } from './language.ts'
import { zh } from './zh.ts'

type Words = typeof en

const shown = (): Words => (language.value === 'zh' ? zh : en)

/** The words of a part of the console in the language that is shown, with those that all parts share. */
export const words = <Part extends keyof Words>(part: Part): Words['common'] & Words[Part] => ({
  ...shown().common,
  ...shown()[part],
})

/** What operations and supporting routes are called in the language that is shown. */
const names = (): [id: string, name: string][] => [
  ...Object.entries(SUMMARIES).map(([id, summary]): [string, string] => [
    id,
    summary[language.value],
  ]),
  ...Object.entries(shown().supportingRoutes),
]

/** What an operation or a supporting route is called in the language that is shown; empty for others. */
export const operationName = (id: string | null): string =>
  names().find(([known]) => known === id)?.[1] ?? ''

/** The operations by number and the supporting routes by name, as choices of a field. */
export const operationChoices = (): { const: string; title: string }[] =>
  names().map(([id, name]) => ({ const: id, title: `${id} · ${name}` }))
