import { describe, expect, test } from 'vitest'
import { isRightType } from '#src/domain/files/media-types.ts'

/** The type of a file as the server reads it, and declared types. */
const RIGHT: readonly (readonly [actual: string, declared: string])[] = [
  ['application/gzip', 'application/x-gzip'],
  ['application/pdf', 'Application/X-PDF; charset=binary'],
  ['application/rtf', 'text/rtf'],
  ['application/xml', 'text/xml'],
  ['application/zip', 'application/x-zip-compressed'],
  ['audio/aac', 'audio/x-aac'],
  ['audio/aiff', 'audio/x-aiff'],
  ['audio/flac', 'audio/x-flac'],
  ['audio/mp4', 'audio/m4a'],
  ['audio/mp4', 'audio/x-m4a'],
  ['audio/mpeg', 'audio/mp3'],
  ['audio/ogg', 'application/ogg'],
  ['audio/ogg', 'audio/opus'],
  ['audio/wav', 'audio/x-wav'],
  ['audio/x-ms-wma', 'audio/x-ms-wma'],
  ['audio/webm', 'video/webm'],
  ['audio/x-matroska', 'video/matroska'],
  ['image/apng', 'image/png'],
  ['image/bmp', 'image/x-ms-bmp'],
  ['image/heic', 'image/heif'],
  ['image/jpeg', 'image/jpg'],
  ['image/vnd.adobe.photoshop', 'image/x-photoshop'],
  ['image/vnd.microsoft.icon', 'image/x-icon'],
  ['text/csv', 'application/csv'],
  ['text/csv', 'application/vnd.ms-excel'],
  ['text/javascript', 'application/x-javascript'],
  ['video/3gpp', 'video/3gp'],
  ['video/mpeg', 'video/x-mpeg'],
  ['video/ogg', 'application/ogg'],
  ['video/x-matroska', 'video/matroska'],
  ['video/x-msvideo', 'video/avi'],
  ['video/x-msvideo', 'video/msvideo'],
  ['video/x-msvideo', 'video/vnd.avi'],
  ['image/png', 'application/octet-stream'],
  ['text/plain', 'binary/octet-stream'],
]

const WRONG: readonly (readonly [actual: string, declared: string])[] = [
  ['application/vnd.ms-excel', 'text/csv'],
  ['audio/ogg', 'video/ogg'],
  ['video/webm', 'audio/webm'],
  ['video/mp4', 'audio/m4a'],
  ['image/gif', 'image/png'],
  ['text/plain', 'text/csv'],
  ['application/octet-stream', 'image/png'],
]

describe('a declared media type', () => {
  test.each(RIGHT)('is right for a file of %s: %s', (actual, declared) => {
    expect(isRightType(declared, actual)).toBe(true)
  })

  test.each(WRONG)('is wrong for a file of %s: %s', (actual, declared) => {
    expect(isRightType(declared, actual)).toBe(false)
  })
})
