import { describe, expect, test } from 'vitest'
import { LIMITS } from '#src/kernel/limits.ts'
import { countWords } from '#src/store/media/worker/words.ts'
import { factsOf, sharedMedia } from '#test/store/media/media-kit.ts'

const media = sharedMedia()

describe('the word count', () => {
  test.each([
    ['', 0],
    ['  \n\t ', 0],
    ['one', 1],
    ["it's a well-known fact, 100%.", 5],
    ['a - b — c', 3],
    ['你好，世界', 4],
    ['コーヒー', 4],
    ['first，second。third', 3],
    ['see 世界 now', 4],
    ['a世b', 3],
    ['한국어 문장', 2],
    ['ａｂｃ１，ｄ', 2],
    ['𠮷野家', 3],
    ['naïve café\u00a0Ärger', 3],
  ])('of %j is %i', (text, expected) => {
    expect(countWords(text)).toBe(expected)
  })

  test.each([
    ['<p>one</p><p>two</p>three<br>four', 4],
    ['<p>f<b>our</b> <a href="five six">seven</a></p>', 2],
    ['<head><title>no</title><style>no {}</style><script>no</script></head><body>yes', 1],
    ['<title>no</title><p>yes', 1],
    ['<!-- no --><noscript>no</noscript><template><b>no</b></template>yes &amp; no&nbsp;more', 3],
    ['<ul><li>a<li>b</ul><table><tr><td>c<td>d</table>', 4],
    ['<script>"<p>no</p>"</script>', 0],
    ['</title></style>yes', 1],
  ])('of a page counts visible words: %s', async (page, wordNum) => {
    const facts = await factsOf(media, `<!doctype html>${page}`, 'a')
    expect(facts).toMatchObject({ mediaType: 'text/html', wordNum, isReadable: true })
  })

  test('is null for a text that is too long or has an unknown encoding', async () => {
    const text = 'word '.repeat(6_600_000)
    expect(await factsOf(media, text, 'a')).toMatchObject({
      mediaType: 'text/plain',
      wordNum: 6.6e6,
    })
    expect(await factsOf(media, `${text}${text}`, 'a')).toMatchObject({ wordNum: null })
    const gbk = Buffer.from('c4e3bac3', 'hex')
    const facts = await factsOf(media, gbk, 'a.txt')
    expect(facts).toMatchObject({ mediaType: 'text/plain', wordNum: null, isReadable: true })
    const utf16 = Buffer.from('\uFEFFone two', 'utf16le')
    expect(await factsOf(media, utf16, 'a')).toMatchObject({ wordNum: 2 })
    expect(await factsOf(media, '', 'a.txt')).toMatchObject({ wordNum: 0, isReadable: true })
  })

  test('covers all pages of a PDF; a damaged one is not readable', async () => {
    const facts = await factsOf(media, pdfOf(['one two', 'three']), 'a')
    expect(facts).toMatchObject({ mediaType: 'application/pdf', wordNum: 3, isReadable: true })
    const damaged = await factsOf(media, '%PDF-1.7\nnothing', 'a')
    expect(damaged).toMatchObject({ wordNum: null, isReadable: false })
  })
})

/** A PDF with one text on each page. */
const pdfOf = (texts: readonly string[]): string => {
  const pages = texts.map((text, index) => {
    const stream = `BT /F 12 Tf 9 9 Td (${text}) Tj ET`
    return (
      `${10 + index} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents ${100 + index} 0 R` +
      `/Resources<</Font<</F 3 0 R>>>>>>endobj\n` +
      `${100 + index} 0 obj<</Length ${stream.length}>>stream\n${stream}\nendstream endobj\n`
    )
  })
  const kids = texts.map((_, index) => `${10 + index} 0 R`).join(' ')
  return [
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n',
    `2 0 obj<</Type/Pages/Kids[${kids}]/Count ${texts.length}>>endobj\n`,
    '3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n',
    ...pages,
    'trailer<</Root 1 0 R>>\n',
  ].join('')
}

describe('the word count of a page', () => {
  test.each([
    [LIMITS.pageDepth.max, 1],
    [LIMITS.pageDepth.max + 1, null],
    [10_000, null],
  ])('with %i nested elements is %j', async (depth, wordNum) => {
    const page = `${'<div>'.repeat(depth)}word${'</div>'.repeat(depth)}`
    expect(await factsOf(media, page, 'a.html')).toMatchObject({
      mediaType: 'text/html',
      wordNum,
      isReadable: true,
    })
  })

  test('has no bound for siblings', async () => {
    expect(await factsOf(media, '<div>word</div>'.repeat(100_000), 'a.html')).toMatchObject({
      wordNum: 100_000,
    })
  })
})
