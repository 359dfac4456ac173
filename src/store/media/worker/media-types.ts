import { supportedMimeTypes } from 'file-type'
import mime from 'mime-types'
import { extensionOf } from '../../../kernel/text.ts'
import type { Hint } from '../work.ts'

export const UNKNOWN = 'application/octet-stream'

/** Types of file-type that most systems name differently. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['application/eps', 'application/postscript'],
  ['application/x-rar-compressed', 'application/vnd.rar'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/x-ms-asf', 'audio/x-ms-wma'],
  ['image/x-icon', 'image/vnd.microsoft.icon'],
  ['video/MP1S', 'video/mpeg'],
  ['video/MP2P', 'video/mpeg'],
  ['video/matroska', 'video/x-matroska'],
  ['video/vnd.avi', 'video/x-msvideo'],
  ['video/x-ms-asf', 'video/x-ms-wmv'],
])

/** Old office formats, which share a container, by extension. */
export const OLE_TYPES: ReadonlyMap<string, string> = new Map([
  ['doc', 'application/msword'],
  ['xls', 'application/vnd.ms-excel'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['msg', 'application/vnd.ms-outlook'],
])

/** Zip formats that their first entries do not identify, by extension. */
export const ZIP_TYPES: ReadonlyMap<string, string> = new Map([
  ['sketch', 'application/sketch'],
  ['xd', 'application/vnd.adobe.xd'],
  ['idml', 'application/vnd.adobe.indesign-idml-package'],
  ['key', 'application/vnd.apple.keynote'],
  ['numbers', 'application/vnd.apple.numbers'],
  ['pages', 'application/vnd.apple.pages'],
  ['usdz', 'model/vnd.usdz+zip'],
  ['kmz', 'application/vnd.google-earth.kmz'],
])

/** Types that are detected by their bytes: a file that only declares one is not of that type. */
const DETECTED_BY_BYTES: ReadonlySet<string> = new Set([
  ...[...supportedMimeTypes].flatMap((type) => [type, RENAMED.get(type) ?? type]),
  ...OLE_TYPES.values(),
  ...ZIP_TYPES.values(),
  'audio/x-flac',
  'audio/x-wav',
  'image/pjpeg',
  'image/svg+xml',
])

/** Text types without the prefix `text/` or a text suffix. */
const OTHER_TEXT: ReadonlySet<string> = new Set([
  'application/graphql',
  'application/javascript',
  'application/json',
  'application/json5',
  'application/node',
  'application/sql',
  'application/toml',
  'application/x-httpd-php',
  'application/x-ndjson',
  'application/x-sh',
  'application/x-subrip',
  'application/x-tex',
  'application/x-yaml',
  'application/xml',
  'application/xml-dtd',
  'application/yaml',
])

export const isText = (type: string): boolean =>
  type !== 'image/svg+xml' &&
  (type.startsWith('text/') || /[+](json|xml|yaml)$/.test(type) || OTHER_TEXT.has(type))

export const renamed = (type: string): string => {
  const [name = type] = type.split(';')
  return RENAMED.get(name) ?? name
}

/** The declared type of a file and the type by its name, the more likely first. */
export const declaredTypes = ({ name, mediaType }: Hint): string[] => {
  const declared = /^\s*([\w.+-]+\/[\w.+-]+)\s*(;|$)/.exec(mediaType ?? '')?.[1]?.toLowerCase()
  const named = mime.lookup(extensionOf(name)) || undefined
  return [declared, named].filter((type) => type !== undefined).filter((type) => !isVague(type))
}

/** The declared text type of a file; `text/plain`, a common default, has the lowest priority. */
export const declaredText = (hint: Hint): string | undefined => {
  const texts = declaredTypes(hint).filter(isText)
  return texts.find((type) => type !== 'text/plain') ?? texts[0]
}

export const fallbackType = (hint: Hint): string =>
  declaredTypes(hint).find((type) => !DETECTED_BY_BYTES.has(type) && !isText(type)) ?? UNKNOWN

const isVague = (type: string): boolean => /^(application|binary)\/octet-stream$/.test(type)
