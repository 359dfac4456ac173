import type { FileFacts } from '../work.ts'
import { isText } from './media-types.ts'

/** Videos and sounds whose containers can be read. */
const FILM_TYPES: ReadonlySet<string> = new Set([
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/x-m4v',
  'video/x-matroska',
])

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])

/** The facts of a file of a known type; facts that do not apply or cannot be read are null. */
export const measure = async (path: string, mediaType: string): Promise<FileFacts> => {
  const facts: FileFacts = {
    mediaType,
    width: null,
    height: null,
    orientation: 1,
    durationMs: null,
    wordNum: null,
    isReadable: true,
  }
  try {
    return { ...facts, ...(await factsOf(path, mediaType)) }
  } catch {
    return { ...facts, isReadable: false }
  }
}

const factsOf = async (path: string, mediaType: string): Promise<Partial<FileFacts>> => {
  if (mediaType.startsWith('image/')) {
    const { measurePicture } = await import('./measure-picture.ts')
    return measurePicture(path, mediaType)
  }
  if (FILM_TYPES.has(mediaType)) {
    const { measureFilm } = await import('./measure-film.ts')
    return measureFilm(path)
  }
  if (mediaType === 'application/pdf') {
    const { countPdfWords } = await import('./measure-pdf.ts')
    return { wordNum: await countPdfWords(path) }
  }
  if (isText(mediaType) || HTML_TYPES.has(mediaType)) {
    const { countWords } = await import('./count-words.ts')
    return { wordNum: await countWords(path, HTML_TYPES.has(mediaType)) }
  }
  return {}
}
