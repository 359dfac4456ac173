import type { CardFormat } from './work.ts'

const MAX_PIXELS = 100_000_000

/** The AVIF decoder needs 18 bytes per pixel, decoders for other formats at most 6. */
const MAX_AVIF_PIXELS = 20_000_000

/** The pixels of a picture of a type; one with more is never decoded. */
export const maxPixelsOf = (mediaType: string): number =>
  /^image\/(avif|hei[cf])$/.test(mediaType) ? MAX_AVIF_PIXELS : MAX_PIXELS

const ofBase64 = (text: string): Buffer => Buffer.from(text, 'base64')

/** A picture of one pixel in each format, the smallest of its format that is used. */
export const PIXELS: Readonly<Record<CardFormat, Buffer>> = {
  gif: ofBase64('R0lGODlhAQABAIAAAExpceTp7iH5BAUAAAAALAAAAAABAAEAAAICTAEAOw=='),
  jpeg: ofBase64(
    '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AaP/Z',
  ),
  png: ofBase64(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  ),
  webp: ofBase64('UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAfQ9JLXvf+BiOh/AAA='),
}
