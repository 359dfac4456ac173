import { describe, expect, test } from 'vitest'
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

  test.each([
    ['text/html', '<!doctype html><p>one two</p>', 'a'],
    ['application/xhtml+xml', '<p>one two</p>', 'a.xhtml'],
    ['application/pdf', '%PDF-1.7\none two', 'a'],
  ])('is null for %s', async (mediaType, text, name) => {
    expect(await factsOf(media, text, name)).toMatchObject({
      mediaType,
      wordNum: null,
      isReadable: true,
    })
  })
})
