import { open } from 'node:fs/promises'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

export interface Sample {
  isEmpty: boolean
  /** Undefined when the bytes are not text in one of these encodings. */
  encoding: Encoding | undefined
  text: string
  isMaybeText: boolean
}

const SAMPLE_BYTES = 64 * 1024

export const readSample = async (path: string): Promise<Sample> => {
  const bytes = await readStart(path, SAMPLE_BYTES)
  const encoding = bytes.length > 0 ? encodingOf(bytes) : undefined
  const text = encoding === undefined ? undefined : decoded(bytes, encoding)
  const isText = text !== undefined && !hasControls(text)
  return {
    isEmpty: bytes.length === 0,
    encoding: isText ? encoding : undefined,
    text: isText ? text : '',
    isMaybeText: isText || !hasControls(bytes.toString('latin1')),
  }
}

export const readStart = async (path: string, length: number): Promise<Buffer> => {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
  return buffer.subarray(0, bytesRead)
}

/** The encoding by the byte order mark; UTF-8 without one. */
export const encodingOf = (bytes: Buffer): Encoding => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Undefined when the bytes are not of the encoding; a character cut at the end is left out. */
const decoded = (bytes: Buffer, encoding: Encoding): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

/** True if there are control characters that do not occur in text; browsers use the same list. */
const hasControls = (text: string): boolean => {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x20 && !(code >= 0x09 && code <= 0x0d && code !== 0x0b) && code !== 0x1b)
      return true
  }
  return false
}
