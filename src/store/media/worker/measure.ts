import { readFile, stat } from 'node:fs/promises'
import { LIMITS } from '../../../kernel/limits.ts'
import { type FileFacts, type Given, noFacts } from '../work.ts'
import { isText } from './media-types.ts'
import { readSample, readStart } from './sample.ts'

const FILM_TYPES: ReadonlySet<string> = new Set([
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'video/3gpp',
  'video/3gpp2',
  'video/mp2t',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/x-m4v',
  'video/x-matroska',
])

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])

/** The facts of a file of a known type; facts that do not apply or cannot be read are null. */
export const measure = async ({ path, mediaType }: Given<'measure'>): Promise<FileFacts> => {
  try {
    const facts = { ...noFacts(mediaType, true), ...(await factsOf(path, mediaType)) }
    const { width, height, durationMs } = facts
    return [width, height, durationMs].every(isMeasure) ? facts : noFacts(mediaType, false)
  } catch {
    return noFacts(mediaType, false)
  }
}

/** False for what a damaged file can claim, such as a negative width or an endless film. */
const isMeasure = (value: number | null): boolean =>
  value === null || (Number.isSafeInteger(value) && value >= 0)

/** The modules for each kind of file are loaded on first use. */
const factsOf = async (path: string, mediaType: string): Promise<Partial<FileFacts>> => {
  if (mediaType === 'image/vnd.adobe.photoshop') return photoshopFacts(path)
  if (mediaType === 'image/bmp') return bitmapFacts(path)
  if (mediaType.startsWith('image/'))
    return (await import('./pictures.ts')).measurePicture(path, mediaType)
  if (FILM_TYPES.has(mediaType)) return filmFacts(path, mediaType)
  const isPlainText = isText(mediaType) && !HTML_TYPES.has(mediaType)
  return isPlainText ? { wordNum: await textWords(path) } : {}
}

/** Height and width are at fixed places, in this order. */
const photoshopFacts = async (path: string): Promise<Partial<FileFacts>> => {
  const header = await readStart(path, 26)
  return { height: header.readUInt32BE(14), width: header.readUInt32BE(18) }
}

/** Width and height are at fixed places; a negative height means rows from top to bottom. */
const bitmapFacts = async (path: string): Promise<Partial<FileFacts>> => {
  const header = await readStart(path, 26)
  // The header of OS/2 has 12 bytes and sides of 16 bits.
  if (header.readUInt32LE(14) === 12)
    return { width: header.readUInt16LE(18), height: header.readUInt16LE(20) }
  return { width: header.readInt32LE(18), height: Math.abs(header.readInt32LE(22)) }
}

/** The EXIF orientation of a clockwise rotation. */
const ORIENTATIONS = { 0: 1, 90: 6, 180: 3, 270: 8 } as const

/** Types of containers, which hold videos, where they hold audio only. */
const AUDIO_TYPES: ReadonlyMap<string, string> = new Map([
  ['video/3gpp', 'audio/3gpp'],
  ['video/3gpp2', 'audio/3gpp2'],
  ['video/mp4', 'audio/mp4'],
  ['video/webm', 'audio/webm'],
  ['video/x-matroska', 'audio/x-matroska'],
])

/** The facts of a video or audio file; only the needed parts of the file are read. A damaged one throws. */
const filmFacts = async (path: string, mediaType: string): Promise<Partial<FileFacts>> => {
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    if ((await input.getTracks()).length === 0) throw new Error('nothing to play')
    // The metadata are exact and read at once; without them every packet of some formats must be read. Those can start at any time.
    const seconds =
      (await input.getDurationFromMetadata()) ??
      (await input.computeDuration()) - (await input.getFirstTimestamp())
    const track = await input.getPrimaryVideoTrack()
    return {
      mediaType: (track === null && AUDIO_TYPES.get(mediaType)) || mediaType,
      width: (await track?.getSquarePixelWidth()) ?? null,
      height: (await track?.getSquarePixelHeight()) ?? null,
      orientation: ORIENTATIONS[(await track?.getRotation()) ?? 0],
      durationMs: Math.round(seconds * 1000),
    }
  } finally {
    input.dispose()
  }
}

/** The number of words of a text; null when it is too long, or its encoding is unknown. */
const textWords = async (path: string): Promise<number | null> => {
  const { size } = await stat(path)
  if (size === 0) return 0
  const { encoding } = await readSample(path)
  if (size > LIMITS.textFileBytes.max || encoding === undefined) return null
  const { countWords } = await import('./words.ts')
  return countWords(new TextDecoder(encoding).decode(await readFile(path)))
}
