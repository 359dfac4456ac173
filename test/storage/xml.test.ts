import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { StorageError } from '#src/storage/protocol.ts'
import { encodeKey, errorXml, readCompleteParts, xmlDocument } from '#src/storage/xml.ts'
import { codeOf } from './recorded.ts'

const keyIn = (xml: string): string => {
  let key = ''
  let isInKey = false
  const parser = new Parser(
    {
      onopentag: (name) => {
        isInKey = name === 'Key'
      },
      ontext: (text) => {
        if (isInKey) key += text
      },
      onclosetag: () => {
        isInKey = false
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return key
}

const complete = (...parts: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<CompleteMultipartUpload xmlns="http://s3.example.test/">${parts.join('\n')}</CompleteMultipartUpload>`

const partOf = (number: number | string, etag: string): string =>
  `<Part><ETag>${etag}</ETag><PartNumber>${number}</PartNumber></Part>`

describe('an answer in XML', () => {
  test('keeps every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(keyIn(xmlDocument('R', { Key: text }))).toBe(text)
        expect(decodeURIComponent(encodeKey(text, 'url'))).toBe(text)
      }),
    )
  })

  test('has one element for each entry of a list, and none for undefined', () => {
    const xml = xmlDocument('R', { A: undefined, Part: [{ N: 1 }, { N: 2 }], Done: false })
    expect(xml).toContain('<R><Part><N>1</N></Part><Part><N>2</N></Part><Done>false</Done></R>')
  })

  test('gives code, message, ids and details of a refusal', () => {
    const error = new StorageError('AccessDenied', 'a < b', { ServerTime: 'now' })
    expect(errorXml(error, { RequestId: '1', HostId: 'h' })).toContain(
      '<Code>AccessDenied</Code><Message>a &#60; b</Message><RequestId>1</RequestId><HostId>h</HostId><ServerTime>now</ServerTime>',
    )
  })
})

describe('the parts of a completed upload', () => {
  test('are read in the spellings of SDKs', () => {
    const parts = [
      partOf(1, '&quot;AB&quot;'),
      '<Part>\n<PartNumber>3</PartNumber>\n<ETag>"cd"</ETag><ChecksumCRC32>x</ChecksumCRC32>\n</Part>\n',
    ]
    expect(readCompleteParts(complete(...parts))).toEqual([
      { partNumber: 1, etag: 'ab' },
      { partNumber: 3, etag: 'cd' },
    ])
  })

  test('are refused when they are not in order', () => {
    for (const numbers of [
      [2, 1],
      [1, 1],
      [0, 1],
    ])
      expect(
        codeOf(() => readCompleteParts(complete(...numbers.map((number) => partOf(number, 'a'))))),
      ).toBe('InvalidPartOrder')
  })

  test('are refused as MalformedXML for anything else', () => {
    const texts = [
      '',
      '<a/>',
      complete(),
      complete('<Part></Part>'),
      complete(partOf('x', 'a')),
      complete(partOf(1, '')),
      complete(partOf(1, 'a'), 'x'),
      complete('<Part><ETag>a</ETag><ETag>b</ETag><PartNumber>1</PartNumber></Part>'),
      '['.repeat(100_000),
      complete('<Part>'.repeat(50_000)),
    ]
    for (const text of texts) expect(codeOf(() => readCompleteParts(text))).toBe('MalformedXML')
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(codeOf(() => readCompleteParts(text))).toBe('MalformedXML')
      }),
    )
  })
})
