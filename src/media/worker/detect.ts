import { fileTypeFromFile } from 'file-type'
import { extensionOf } from '../../kernel/file-names.ts'
import type { Hint } from '../work.ts'
import {
  believed,
  OLE_TYPES,
  renamed,
  saidText,
  saidTypes,
  UNKNOWN,
  ZIP_TYPES,
} from './media-types.ts'
import { rootElement } from './root-element.ts'
import { readSample } from './sample.ts'

/** Kinds of text that their first bytes tell; other signatures can stand at the start of any text. */
const TELLING_TEXT: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/postscript',
  'application/rtf',
  'text/calendar',
  'text/vcard',
  'text/vtt',
])

/** The media type of a file: what its bytes say, and only where they leave it open what is said of it. */
export const detectMediaType = async (path: string, hint: Hint): Promise<string> => {
  const signature = await signatureOf(path)
  const sample = await readSample(path)
  if (sample.isEmpty) return saidText(hint) ?? UNKNOWN
  if (sample.encoding !== undefined) return textType(sample.text, signature, hint)
  if (signature !== undefined) return refined(signature, hint)
  return (sample.isMaybeText ? saidText(hint) : undefined) ?? believed(hint)
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
  if (signature !== undefined && (TELLING_TEXT.has(signature) || isSaid(signature, hint)))
    return refined(signature, hint)
  const root = rootElement(text)
  if (root === 'svg') return 'image/svg+xml'
  if (root === 'html') return 'text/html'
  const plain = signature === 'application/xml' ? 'application/xml' : 'text/plain'
  const said = saidText(hint)
  return said === undefined || said === 'text/plain' ? plain : said
}

const isSaid = (type: string, hint: Hint): boolean =>
  type !== 'application/xml' && saidTypes(hint).includes(type)

/** Containers of several formats: what the name says, if it is one of those. */
const refined = (signature: string, hint: Hint): string => {
  if (signature === 'application/x-cfb') return oneOf(OLE_TYPES, hint) ?? signature
  if (signature === 'application/zip') return oneOf(ZIP_TYPES, hint) ?? signature
  // Illustrator writes PDF files and calls them its own.
  if (signature === 'application/pdf' && extensionOf(hint.name) === 'ai')
    return 'application/postscript'
  return signature
}

const oneOf = (types: ReadonlyMap<string, string>, hint: Hint): string | undefined =>
  types.get(extensionOf(hint.name)) ??
  saidTypes(hint).find((type) => [...types.values()].includes(type))
