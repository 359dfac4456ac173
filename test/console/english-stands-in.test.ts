import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { chineseGaps, flatTexts, phrasesIn } from '#scripts/print/chinese-gaps.ts'

/** A module of the console, whose types need those of a browser. */
const textsOf = (name: string) => import(`../../src/console/texts/${name}.ts`)

const textsOfConsole = async () => {
  // The console reads the language of the browser as it loads.
  vi.stubGlobal('navigator', { language: 'zh-CN' })
  const { language } = await textsOf('language')
  const before = language.value
  language.value = 'zh'
  onTestFinished(() => {
    language.value = before
  })
  const { t } = await textsOf('words')
  const { withAssumptionText, withFindingText, inChinese } = await textsOf('in-chinese')
  await expect.poll(() => inChinese('states', 'empty-library')).toBeDefined()
  return { t, withAssumptionText, withFindingText }
}

afterEach(() => vi.unstubAllGlobals())

describe('a text without a Chinese one', () => {
  test('is shown in English: a phrase, a finding, an assumption and one of its variants', async () => {
    const { t, withAssumptionText, withFindingText } = await textsOfConsole()
    expect(t('Close')).toBe('关闭')
    expect(t('A new text of {1}', 1_234)).toBe('A new text of 1,234')
    expect(t('constructor')).toBe('constructor')
    const finding = { code: 'a-new-finding', means: 'a meaning', remedy: 'a remedy' }
    expect(withFindingText(finding)).toEqual(finding)
    const rule = { number: 'unlisted', does: 'it does', variants: { first: 'one way' } }
    expect(withAssumptionText(rule)).toEqual(rule)
    const known = { number: 'A-auth-1', variants: { ignored: 'ignored', added: 'added later' } }
    const { variants } = withAssumptionText(known)
    expect(variants).toEqual({
      ignored: expect.stringMatching(/[\u4e00-\u9fff]/),
      added: 'added later',
    })
  })
})

describe('the report of gaps', () => {
  const english = flatTexts({ a: { means: 'Call E8', variants: { one: 'x' } }, b: 'y' })

  test('is empty for the same texts in both languages', () => {
    const chinese = flatTexts({ a: { means: '调用 E8', variants: { one: '一' } }, b: '二' })
    expect(chineseGaps('findings', english, chinese)).toEqual([])
  })

  test('names each text that is missing, is no longer used, or names other things', () => {
    const chinese = flatTexts({ a: { means: '调用 E9' }, b: '二', c: '三' })
    expect(chineseGaps('findings', english, chinese)).toEqual([
      'findings: in English only: a variants one',
      'findings: no longer used: c',
      'findings: does not name E8: a means',
    ])
  })

  test('finds the phrases in a source of the console', () => {
    const source = `import { t } from './words.ts'
      // 'A comment of ours'
      const shown = [t('Copied.'), field('Comment'), <p class="muted cut">{t("It\\'s on")}</p>]
      throw new Error('The reader sees no such text')
      const title = 'Search the list'`
    expect(phrasesIn(source, new Set(['Comment']))).toEqual([
      'Copied.',
      'Comment',
      "It's on",
      'Search the list',
    ])
  })
})
