import fc from 'fast-check'
import { DomUtils, parseDocument } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { StorageError } from '#src/storage/protocol.ts'
import { encodeKey, errorXml, readCompleteParts, xmlDocument } from '#src/storage/xml.ts'
import { codeOf } from './recorded.ts'

const keyIn = (xml: string): string =>
  DomUtils.textContent(DomUtils.getElementsByTagName('Key', parseDocument(xml, { xmlMode: true })))

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
    for (const number of [2, 1]) {
      const xml = complete(partOf(number, 'a'), partOf(1, 'a'))
      expect(codeOf(() => readCompleteParts(xml))).toBe('InvalidPartOrder')
    }
    expect(codeOf(() => readCompleteParts(complete(partOf(0, 'a'))))).toBe('InvalidPartOrder')
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
