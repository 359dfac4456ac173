import { REGISTERED_NAMES } from '../../domain/assets/media-types.ts'

/** Media types of files by their extension, where the bytes of a file show both; without {@link REGISTERED_NAMES}. */
const MEDIA_TYPES: Readonly<Record<string, readonly string[]>> = {
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  png: ['image/png'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  avif: ['image/avif'],
  tif: ['image/tiff'],
  tiff: ['image/tiff'],
  bmp: ['image/bmp'],
  svg: ['image/svg+xml'],
  psd: ['image/vnd.adobe.photoshop'],
  mp4: ['video/mp4', 'audio/mp4'],
  m4a: ['audio/mp4', 'audio/x-m4a', 'video/mp4'],
  mov: ['video/quicktime'],
  webm: ['video/webm', 'audio/webm'],
  mp3: ['audio/mpeg'],
  wav: ['audio/wav'],
  flac: ['audio/flac', 'audio/x-flac'],
  pdf: ['application/pdf'],
  ai: ['application/postscript', 'application/illustrator', 'application/pdf'],
  zip: ['application/zip'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  txt: ['text/plain', 'text/csv', 'text/html', 'text/markdown'],
  csv: ['text/csv', 'text/plain'],
  html: ['text/html', 'text/plain'],
  htm: ['text/html', 'text/plain'],
  otf: ['font/otf'],
  ttf: ['font/ttf'],
  woff: ['font/woff'],
  woff2: ['font/woff2'],
  content_text: ['content_text'],
  content_rtf: ['content_rtf'],
}

const withOtherNames = (mediaType: string): string[] => [
  mediaType,
  ...[...REGISTERED_NAMES].flatMap(([name, registered]) => (registered === mediaType ? name : [])),
]

/** The table `known (extension, media_type)` of an SQL query. */
export const KNOWN_MEDIA_TYPES = `known(extension, media_type) AS (VALUES ${Object.entries(
  MEDIA_TYPES,
)
  .flatMap(([extension, types]) =>
    types.flatMap(withOtherNames).map((type) => `('${extension}', '${type}')`),
  )
  .join(', ')})`

/** The media type in a column, without parameters and in lower case, as SQL. */
export const bareType = (column: string): string =>
  `lower(trim(substr(${column}, 1, instr(${column} || ';', ';') - 1)))`
