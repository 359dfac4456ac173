import fc from 'fast-check'
import { DomUtils, parseDocument } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { StorageError } from '#src/routes/storage/protocol.ts'
import {
  encodeKey,
  errorXml,
  type ListedPart,
  readCompleteParts as readInSteps,
  xmlDocument,
  xmlSteps,
} from '#src/routes/storage/xml.ts'
import { codeOf } from './recorded.ts'

const keyIn = (xml: string): string =>
  DomUtils.textContent(DomUtils.getElementsByTagName('Key', parseDocument(xml, { xmlMode: true })))

const readCompleteParts = (xml: string): ListedPart[] => {
  const steps = readInSteps(xml)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
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

  test('is the same when it is made in steps, one for each entry of a list', () => {
    const entries = Array.from({ length: 1_000 }, (_, N) => ({ N, Key: `<${N}>` }))
    const values = { A: 'a & b', B: undefined, Part: entries, Owner: { Id: 1 }, Done: true }
    const steps = [...xmlSteps('R', values)]
    expect(steps.join('')).toBe(xmlDocument('R', values))
    expect(Math.max(...steps.map(({ length }) => length))).toBeLessThan(100)
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
    for (const number of [2, 1]) {
      const xml = complete(partOf(number, 'a'), partOf(1, 'a'))
      expect(codeOf(() => readCompleteParts(xml))).toBe('InvalidPartOrder')
    }
    expect(codeOf(() => readCompleteParts(complete(partOf(0, 'a'))))).toBe('InvalidPartOrder')
  })

  test('are refused when a number is out of range or written otherwise than in a query', () => {
    for (const number of [10_001, 99_999, 999_999_999])
      expect(codeOf(() => readCompleteParts(complete(partOf(number, 'a'))))).toBe('InvalidArgument')
    for (const number of ['01', '+1', '1.0', '1e3', '10000000000', '١'])
      expect(codeOf(() => readCompleteParts(complete(partOf(number, 'a'))))).toBe('MalformedXML')
  })

  test('are refused before one of more than 2 KiB is looked at, and beyond 10,000', () => {
    const text = (part: string) => () => readCompleteParts(complete(part))
    const filled = (length: number) =>
      partOf(1, 'a').replace('<ETag>', `<A>${' '.repeat(length)}</A><ETag>`)
    expect(text(filled(1_900))).not.toThrow()
    for (const part of [filled(2_048), `<Part>${'<a></a>'.repeat(599_000)}</Part>`])
      expect(text(part)).toThrow(/^A <Part> must have at most 2048 characters/)
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => partOf(index + 1, 'a')).join('')
    expect(readCompleteParts(complete(many(10_000)))).toHaveLength(10_000)
    expect(codeOf(text(many(10_001)))).toBe('MalformedXML')
  })

  test('are refused as MalformedXML for anything else', () => {
    const texts = [
      ...['', '<a/>', '['.repeat(100_000)],
      ...['', '<Part></Part>', '<Part>'.repeat(50_000)].map((part) => complete(part)),
      ...[partOf('x', 'a'), partOf(1, ''), `${partOf(1, 'a')}x`].map((part) => complete(part)),
      complete('<Part><ETag>a</ETag><ETag>b</ETag><PartNumber>1</PartNumber></Part>'),
    ]
    for (const text of texts) expect(codeOf(() => readCompleteParts(text))).toBe('MalformedXML')
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(codeOf(() => readCompleteParts(text))).toBe('MalformedXML')
      }),
    )
  })
})
