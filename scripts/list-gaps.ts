import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FINDINGS, SUPPORTING_SUMMARIES } from '#src/client/generated/constants.ts'
import { zh } from '#src/console/texts/zh.ts'
import catalogue from '#src/console/texts/zh-catalogue.json' with { type: 'json' }
import { assumption, assumptionIds } from '#src/contract/assumptions/index.ts'
import { STATES } from '#src/control/states/state-catalogue.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import type { OpenApiDocument } from '#src/openapi/describe-routes.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { chineseGaps, flatTexts, phrasesIn, type Texts } from './print/chinese-gaps.ts'

const CONSOLE = 'src/console'

const consolePhrases = (): Texts => {
  const known = new Set<string>(Object.keys(zh))
  const literals = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('texts/zh'))
    .flatMap((name) => phrasesIn(readFileSync(join(CONSOLE, name), 'utf8'), known))
  const all = [...literals, ...Object.values(SUPPORTING_SUMMARIES)]
  return new Map(all.map((text) => [text, text]))
}

/** The summaries of the examples that Try offers: those of requests in the document. */
const examplesOfDocument = (): string[] => {
  const path = join(shippedFolders().openapi, 'openapi.json')
  const { paths }: OpenApiDocument = JSON.parse(readFileSync(path, 'utf8'))
  return Object.values(paths)
    .map(({ post }) => Object(post))
    .filter((operation) => operation['x-operation'])
    .flatMap(({ requestBody }) => Object.values(Object(Object(requestBody).content)))
    .flatMap((content) => Object.values(Object(Object(content).examples)))
    .map((example) => String(Object(example).summary))
}

const ENGLISH: Readonly<Record<keyof typeof catalogue, unknown>> = {
  findings: Object.fromEntries(
    Object.entries(FINDINGS).map(([code, { means, remedy }]) => [code, { means, remedy }]),
  ),
  assumptions: Object.fromEntries(
    assumptionIds().map((id) => {
      const { says: shown, does, why, variants = {} } = assumption(id)
      return [id, { shown, does, why, variants }]
    }),
  ),
  states: Object.fromEntries(
    Object.entries(STATES).map(([name, { sentence }]) => [name, sentence]),
  ),
  operations: Object.fromEntries(CATALOGUE.map(({ id, description }) => [id, description])),
  examples: Object.fromEntries(examplesOfDocument().map((summary) => [summary, summary])),
}

/** False for Chinese texts of names that a server answers, such as roles: no source of the console has them. */
const isNoName = (gap: string): boolean => !/: no longer used: [a-z]+$/.test(gap)

/** Lists what the console shows in English when it is set to Chinese. Run by `npm run gaps`, never by the server. */
const main = (): void => {
  const gaps = [
    ...chineseGaps('console', consolePhrases(), flatTexts(zh)).filter(isNoName),
    ...Object.entries(ENGLISH).flatMap(([kind, texts]) =>
      chineseGaps(kind, flatTexts(texts), flatTexts(catalogue[kind as keyof typeof catalogue])),
    ),
    ...CATALOGUE.filter(({ summaryInChinese }) => summaryInChinese === undefined).map(
      ({ id }) => `operations: in English only: ${id} summary`,
    ),
  ]
  process.stdout.write(gaps.length === 0 ? 'no gaps\n' : `${gaps.join('\n')}\n`)
}

main()
