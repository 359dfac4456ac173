import { fileTypeFromFile } from 'file-type'
import { extensionOf } from '../../../kernel/text.ts'
import type { Given, Hint } from '../work.ts'
import { rootElement } from './markup.ts'
import {
  declaredText,
  declaredTypes,
  fallbackType,
  OLE_TYPES,
  renamed,
  UNKNOWN,
  ZIP_TYPES,
} from './media-types.ts'
import { readSample, readStart, type Sample } from './sample.ts'

/** Text types with a reliable signature; other signatures can occur at the start of any text. */
const SIGNED_TEXT: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/postscript',
  'application/rtf',
  'text/calendar',
  'text/vcard',
  'text/vtt',
])

/** The media type of a file: by its bytes, and where they are ambiguous by declared type and name. */
export const detectMediaType = async ({ path, hint }: Given<'detect'>): Promise<string> => {
  const signature = await signatureOf(path)
  const sample = await readSample(path)
  if (sample.isEmpty) return declaredText(hint) ?? UNKNOWN
  if (signature === undefined && (await isLatePdf(path, sample, hint))) return 'application/pdf'
  if (sample.encoding !== undefined) return textType(sample.text, signature, hint)
  if (signature !== undefined) return refined(signature, hint)
  return (sample.isMaybeText ? declaredText(hint) : undefined) ?? fallbackType(hint)
}

/**
 * True for a PDF file with bytes before its signature, for which viewers search in the first 1,024. A text can quote the signature: it is
 * one only behind blanks, or where its type says so.
 */
const isLatePdf = async (path: string, { encoding }: Sample, hint: Hint): Promise<boolean> => {
  const start = (await readStart(path, 1_024)).toString('latin1')
  const [, before] = /^(.*?)%PDF-\d\.\d/s.exec(start) ?? []
  if (before === undefined) return false
  return (
    encoding === undefined ||
    before.trim() === '' ||
    declaredTypes(hint).includes('application/pdf')
  )
}

const signatureOf = async (path: string): Promise<string | undefined> => {
  try {
    const found = await fileTypeFromFile(path)
    return found && renamed(found.mime)
  } catch {
    return undefined
  }
}

const textType = (text: string, signature: string | undefined, hint: Hint): string => {
  if (signature !== undefined && (SIGNED_TEXT.has(signature) || isSaid(signature, hint)))
    return refined(signature, hint)
  const root = rootElement(text)
  if (root === 'svg') return 'image/svg+xml'
  if (root === 'html') return 'text/html'
  const plain = signature === 'application/xml' ? 'application/xml' : 'text/plain'
  const said = declaredText(hint)
  return said === undefined || said === 'text/plain' ? plain : said
}

const isSaid = (type: string, hint: Hint): boolean =>
  type !== 'application/xml' && declaredTypes(hint).includes(type)

const refined = (signature: string, hint: Hint): string => {
  if (signature === 'application/x-cfb') return oneOf(OLE_TYPES, hint) ?? signature
  if (signature === 'application/zip') return oneOf(ZIP_TYPES, hint) ?? signature
  // Illustrator files are PDF files with another extension.
  if (signature === 'application/pdf' && extensionOf(hint.name) === 'ai')
    return 'application/postscript'
  return signature
}

const oneOf = (types: ReadonlyMap<string, string>, hint: Hint): string | undefined =>
  types.get(extensionOf(hint.name)) ??
  declaredTypes(hint).find((type) => [...types.values()].includes(type))
