import { bareMediaType } from '../../kernel/text.ts'

const REGISTERED_NAMES: ReadonlyMap<string, string> = new Map([
  ['application/x-javascript', 'text/javascript'],
  ['application/x-pdf', 'application/pdf'],
  ['application/x-zip-compressed', 'application/zip'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/wave', 'audio/wav'],
  ['audio/x-wav', 'audio/wav'],
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['text/xml', 'application/xml'],
])

/** True if two media types are the same except for case, parameters and spelling. */
export const isSameMediaType = (one: string, other: string): boolean =>
  registeredName(one) === registeredName(other)

export const registeredName = (mediaType: string): string => {
  const name = bareMediaType(mediaType)
  return REGISTERED_NAMES.get(name) ?? name
}
