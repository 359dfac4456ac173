import { effect, signal } from '@preact/signals'
import type { KnownRule } from '#src/client/generated/control.ts'
import { language } from './language.ts'

/** What the catalogues of the server say in English, in Chinese: by code, number, name or text. */
interface Catalogue {
  readonly findings: Readonly<Record<string, { means: string; remedy: string }>>
  readonly assumptions: Readonly<Record<string, AssumptionText>>
  readonly states: Readonly<Record<string, string>>
  readonly operations: Readonly<Record<string, string>>
  readonly examples: Readonly<Record<string, string>>
}

type Variants = KnownRule['variants']

type AssumptionText = Pick<KnownRule, 'shown' | 'does' | 'why' | 'variants'>

const chinese = signal<Catalogue | undefined>(undefined)

effect(() => {
  if (language.value !== 'zh' || chinese.peek()) return
  import('./zh-catalogue.json')
    .then((loaded) => {
      chinese.value = loaded.default
    })
    .catch(() => undefined)
})

/** A text in Chinese where the page is in Chinese; undefined where the English one is to be shown. */
export const inChinese = <Kind extends keyof Catalogue>(kind: Kind, key: string) =>
  (language.value === 'zh' ? chinese.value?.[kind][key] : undefined) as
    | Catalogue[Kind][string]
    | undefined

export const withFindingText = <T extends { code: string }>(finding: T): T => ({
  ...finding,
  ...inChinese('findings', finding.code),
})

export const withAssumptionText = <T extends { number: string; variants?: Variants }>(
  rule: T,
): T => ({
  ...rule,
  ...inChinese('assumptions', rule.number),
  ...(rule.variants && { variants: withChinese(rule.variants, rule.number) }),
})

/** The texts of variants, each in English where it has no other. */
const withChinese = (
  english: Readonly<Record<string, string>>,
  number: string,
): Readonly<Record<string, string>> => {
  const known = new Map(Object.entries(inChinese('assumptions', number)?.variants ?? {}))
  return Object.fromEntries(
    Object.entries(english).map(([variant, text]) => [variant, known.get(variant) ?? text]),
  )
}
