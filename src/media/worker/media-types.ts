import { supportedMimeTypes } from 'file-type'
import mime from 'mime-types'
import { extensionOf } from '../../kernel/file-names.ts'
import type { Hint } from '../work.ts'

/** What is said of bytes that are nothing known. */
export const UNKNOWN = 'application/octet-stream'

/** Names of file-type that are written differently here, as most systems do. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['application/eps', 'application/postscript'],
  ['application/x-rar-compressed', 'application/vnd.rar'],
  ['audio/x-m4a', 'audio/mp4'],
  ['image/x-icon', 'image/vnd.microsoft.icon'],
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

/** Formats in a zip whose first entries do not tell them, by extension. */
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

/** Types of which the bytes would have told: a file that only calls itself so is none. */
const TOLD_BY_BYTES: ReadonlySet<string> = new Set([
  ...[...supportedMimeTypes].flatMap((type) => [type, RENAMED.get(type) ?? type]),
  ...OLE_TYPES.values(),
  ...ZIP_TYPES.values(),
  'audio/x-flac',
  'audio/x-wav',
  'image/pjpeg',
  'image/svg+xml',
])

/** Text that is not called `text/…` and has no suffix that says so. */
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

/** Whether files of a type are texts, whose words can be counted. */
export const isText = (type: string): boolean =>
  type !== 'image/svg+xml' &&
  (type.startsWith('text/') || /[+](json|xml|yaml)$/.test(type) || OTHER_TEXT.has(type))

/** The project's name of a type that file-type tells. */
export const renamed = (type: string): string => {
  const [name = type] = type.split(';')
  return RENAMED.get(name) ?? name
}

/** The types that a file is said to have, the likelier first: as declared, then by its name. */
export const saidTypes = ({ name, mediaType }: Hint): string[] => {
  const declared = /^\s*([\w.+-]+\/[\w.+-]+)\s*(;|$)/.exec(mediaType ?? '')?.[1]?.toLowerCase()
  const named = mime.lookup(extensionOf(name)) || undefined
  return [declared, named].filter((type) => type !== undefined).filter((type) => !isVague(type))
}

/** The kind of text that a file is said to be; `text/plain`, which everybody says, counts least. */
export const saidText = (hint: Hint): string | undefined => {
  const texts = saidTypes(hint).filter(isText)
  return texts.find((type) => type !== 'text/plain') ?? texts[0]
}

/** What a file is taken for whose bytes tell nothing. */
export const believed = (hint: Hint): string =>
  saidTypes(hint).find((type) => !TOLD_BY_BYTES.has(type) && !isText(type)) ?? UNKNOWN

const isVague = (type: string): boolean => /^(application|binary)\/octet-stream$/.test(type)
