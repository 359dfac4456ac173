/** The text kinds: assets that are a text and not a file (published elsewhere). */
const TEXT_KINDS: ReadonlySet<string> = new Set(['content_text', 'content_rtf'])

/** Kinds of assets that are no single file: a published `extension` of one of them promises its text, link or parts. */
const KINDS: ReadonlySet<string> = new Set([...TEXT_KINDS, 'content_url', 'res_group'])

export const isKind = (name: string): boolean => KINDS.has(name)

/** True if an asset or sub-resource of this kind is a text; its `resType` is 1 then. */
export const isTextKind = (kind: string): boolean => TEXT_KINDS.has(kind)

const FORMATS: readonly (readonly [prefix: string, format: string])[] = [
  ['image/vnd.adobe.photoshop', 'design'],
  ['image/', 'picture'],
  ['application/postscript', 'design'],
  ['application/sketch', 'design'],
  ['video/', 'video'],
  ['audio/', 'audio'],
  ['font/', 'font'],
  ['text/csv', 'sheet'],
  ['text/html', 'web'],
  ['application/zip', 'archive'],
  ['application/x-7z', 'archive'],
  ['application/vnd.rar', 'archive'],
  ['application/vnd.ms-excel', 'sheet'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml', 'sheet'],
]

/** `fileFormatType` of a media type: `picture` and `video` are the document's, the others ours. */
export const fileFormatOf = (mediaType: string): string => {
  if (isTextKind(mediaType)) return mediaType
  const name = mediaType.toLowerCase()
  return FORMATS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'document'
}
