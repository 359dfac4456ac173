import { describe, expect, test } from 'vitest'
import { factsOf, sharedMedia } from '#test/store/media/media-kit.ts'

const media = sharedMedia()

const ZIP = Buffer.from('504b0304140000000000000000000000000000000000000000000100000061', 'hex')
const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])
const NOISE = Buffer.from(Array.from({ length: 1000 }, (_, i) => (i * 73 + 128) % 256))
const GBK = Buffer.from('c4e3bac32c610a', 'hex')
const LATE_PDF = Buffer.concat([Buffer.alloc(200, 1), Buffer.from('%PDF-1.4\n')])
const MPEG = Buffer.from('000001ba2100010001800001', 'hex')
const ASF = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')
const XML = '<?xml version="1.0"?>'
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le')

const TYPES: [Buffer | string, string, string | undefined, string][] = [
  ['{\\rtf1 a}', 'a.txt', 'text/plain', 'application/rtf'],
  ['%PDF-1.4\n', 'a.txt', 'text/plain', 'application/pdf'],
  ['\n%PDF-1.4\n', 'a.txt', 'text/plain', 'application/pdf'],
  [LATE_PDF, 'a', undefined, 'application/pdf'],
  [`${'a line\n'.repeat(30)}%PDF-1.4\n`, 'a.pdf', undefined, 'application/pdf'],
  ['It starts with %PDF-1.4', 'a.txt', undefined, 'text/plain'],
  [
    Buffer.concat([Buffer.alloc(1_020, 1), LATE_PDF]),
    'a.pdf',
    undefined,
    'application/octet-stream',
  ],
  ['%PDF-1.4\n', 'logo.ai', undefined, 'application/postscript'],
  ['%!PS-Adobe-3.0 EPSF-3.0\n', 'a.eps', undefined, 'application/postscript'],
  ['%!PS-Adobe-3.0\n', 'a.ai', 'application/pdf', 'application/postscript'],
  ['wOF2\0\x01\0\0', 'a.ttf', 'font/ttf', 'font/woff2'],
  ['OTTO\0', 'a', undefined, 'font/otf'],
  ['\0\x01\0\0\0', 'a', undefined, 'font/ttf'],
  ['8BPS\0\x01', 'a', undefined, 'image/vnd.adobe.photoshop'],
  ['RIFF\0\0\0\0WAVEfmt ', 'a', undefined, 'audio/wav'],
  [MPEG, 'a.mpg', undefined, 'video/mpeg'],
  [ASF, 'a', undefined, 'application/vnd.ms-asf'],
  ['Rar!\x1a\x07\0', 'a', undefined, 'application/vnd.rar'],
  ['7z\xbc\xaf\x27\x1c', 'a', undefined, 'application/octet-stream'],
  [Buffer.from('377abcaf271c', 'hex'), 'a', undefined, 'application/x-7z-compressed'],
  [ZIP, 'a.zip', undefined, 'application/zip'],
  [ZIP, 'a.docx', undefined, 'application/zip'],
  [ZIP, 'a.sketch', undefined, 'application/sketch'],
  [ZIP, 'a', 'application/sketch', 'application/sketch'],
  [OLE, 'a.doc', undefined, 'application/msword'],
  [OLE, 'a.XLS', undefined, 'application/vnd.ms-excel'],
  [OLE, 'a', 'application/vnd.ms-powerpoint', 'application/vnd.ms-powerpoint'],
  [OLE, 'a', undefined, 'application/x-cfb'],

  [svg(''), 'a.txt', 'text/plain', 'image/svg+xml'],
  [svg(XML), 'a', 'application/xml', 'image/svg+xml'],
  [svg(`\uFEFF${XML}<!-- ${'long '.repeat(999)} -->`), 'a', undefined, 'image/svg+xml'],
  [svg('<!DOCTYPE svg PUBLIC "a" "b" [<!ENTITY c "<html>">]>'), 'a', undefined, 'image/svg+xml'],
  ['<s:svg xmlns:s="http://www.w3.org/2000/svg"/>', 'a', undefined, 'image/svg+xml'],
  [utf16(svg('<?xml version="1.0" encoding="utf-16"?>')), 'a', undefined, 'image/svg+xml'],
  ['so what about <svg>?', 'a.svg', 'image/svg+xml', 'text/plain'],
  ['<!DOCTYPE html><p>a', 'a.txt', 'text/plain', 'text/html'],
  ['\n<!-- a --><HTML><body>a', 'a', undefined, 'text/html'],
  [`${XML}<html xmlns="http://www.w3.org/1999/xhtml"/>`, 'a.xml', undefined, 'text/html'],
  ['<p>a piece of a page</p>', 'a.html', undefined, 'text/html'],
  ['<p>a piece of a page</p>', 'a', undefined, 'text/plain'],
  [`${XML}<note/>`, 'a', undefined, 'application/xml'],
  [`${XML}<rss/>`, 'a.rss', undefined, 'application/rss+xml'],

  ['a,b\n', 'a.csv', undefined, 'text/csv'],
  ['a,b\n', 'a.csv', 'text/plain', 'text/csv'],
  ['a,b\n', 'a.txt', 'Text/CSV; charset=utf-8', 'text/csv'],
  ['{}', 'a.json', undefined, 'application/json'],
  ['# a', 'a.md', 'application/octet-stream', 'text/markdown'],
  ['a {}', 'a.css', undefined, 'text/css'],
  ['let a', 'a.js', undefined, 'text/javascript'],
  ['let a: number', 'a.ts', undefined, 'text/plain'],
  ['BMW is a car', 'a.txt', undefined, 'text/plain'],
  ['solid gold', 'a', undefined, 'text/plain'],
  ['solid a\nendsolid', 'a.stl', undefined, 'model/stl'],
  ['this is text', 'a.png', 'image/png', 'text/plain'],
  ['this is text', 'a', 'not a media type', 'text/plain'],
  [utf16('a,b\n'), 'a.csv', undefined, 'text/csv'],
  [`${'x'.repeat(65_535)}é`, 'a', undefined, 'text/plain'],
  [GBK, 'a.csv', undefined, 'text/csv'],
  [GBK, 'a', undefined, 'application/octet-stream'],

  ['', 'a.csv', undefined, 'text/csv'],
  ['', 'a.png', 'image/png', 'application/octet-stream'],
  ['', 'a', undefined, 'application/octet-stream'],
  [NOISE, 'a.mp4', 'video/mp4', 'application/octet-stream'],
  [NOISE, 'a.txt', 'text/plain', 'application/octet-stream'],
  [NOISE, 'a.svg', 'image/svg+xml', 'application/octet-stream'],
  [NOISE, 'a.docx', undefined, 'application/octet-stream'],
  [NOISE, 'a.rar', undefined, 'application/octet-stream'],
  [NOISE, 'a.blob', 'application/x-own', 'application/x-own'],
  [NOISE, 'a.mp4', 'application/x-own', 'application/x-own'],
  [NOISE, 'a.tga', 'application/octet-stream', 'image/x-tga'],
  [NOISE, 'a', undefined, 'application/octet-stream'],
]

function svg(before: string): string {
  return `${before}<svg xmlns="http://www.w3.org/2000/svg" width="12" height="8"/>`
}

describe('the media type', () => {
  test('is detected from the bytes, then from name and declared type', async () => {
    const answers = TYPES.map(async ([bytes, name, declared, expected]) => {
      const { mediaType } = await factsOf(media, bytes, name, declared)
      const shown = `${bytes.slice(0, 20)}, ${name}, ${declared}`
      return { answered: `${shown}: ${mediaType}`, expected: `${shown}: ${expected}` }
    })
    const all = await Promise.all(answers)
    expect(all.map(({ answered }) => answered)).toEqual(all.map(({ expected }) => expected))
  })

  test('of a drawing is detected with its dimensions after any prologue', async () => {
    const drawings = TYPES.filter(([, , , type]) => type === 'image/svg+xml').map(
      ([bytes]) => bytes,
    )
    for (const bytes of drawings.filter((drawing) => drawing.includes('width')))
      expect(await factsOf(media, bytes, 'a')).toMatchObject({ width: 12, height: 8 })
  })

  test('of a bitmap is detected with its dimensions', async () => {
    const info = Buffer.from('424d0000000000000000360000002800000014000000f4ffffff01001800', 'hex')
    const old = Buffer.from('424d00000000000000001a0000000c00000014000c0001001800', 'hex')
    for (const bytes of [info, old])
      expect(await factsOf(media, bytes, 'a')).toMatchObject({
        mediaType: 'image/bmp',
        width: 20,
        height: 12,
        isReadable: true,
      })
  })

  test('of a Photoshop file is detected with its dimensions', async () => {
    const header = Buffer.from('384250530001000000000000000300000014000001f400080003', 'hex')
    const facts = await factsOf(media, header, 'a.psd')
    expect(facts).toMatchObject({ width: 500, height: 20, isReadable: true })
  })
})
