import { bareMediaType } from '../../kernel/text.ts'

/** Other spellings of media types, each behind the name that the server uses. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'application/gzip': ['application/x-gzip', 'application/gzip-compressed', 'application/gzipped'],
  'application/pdf': ['application/x-pdf'],
  'application/postscript': ['application/eps', 'application/illustrator', 'image/x-eps'],
  'application/rtf': ['application/x-rtf', 'text/richtext', 'text/rtf'],
  'application/vnd.rar': ['application/rar', 'application/x-rar', 'application/x-rar-compressed'],
  'application/x-7z-compressed': ['application/7z', 'application/x-7z'],
  'application/xml': ['text/xml'],
  'application/yaml': ['application/x-yaml', 'text/x-yaml', 'text/yaml'],
  'application/zip': ['application/x-zip', 'application/x-zip-compressed'],
  'audio/3gpp': ['audio/3gp'],
  'audio/aac': ['audio/aacp', 'audio/x-aac', 'audio/x-hx-aac-adts'],
  'audio/aiff': ['audio/x-aiff'],
  'audio/flac': ['audio/x-flac'],
  'audio/midi': ['audio/mid', 'audio/x-midi'],
  'audio/mp4': ['audio/m4a', 'audio/x-m4a', 'audio/x-mp4'],
  'audio/mpeg': ['audio/mp3', 'audio/mpeg3', 'audio/mpg', 'audio/x-mp3', 'audio/x-mpeg'],
  'audio/ogg': [
    'application/ogg',
    'application/x-ogg',
    'audio/opus',
    'audio/vorbis',
    'audio/x-ogg',
  ],
  'audio/wav': ['audio/vnd.wave', 'audio/wave', 'audio/x-pn-wav', 'audio/x-wav'],
  'audio/x-ms-wma': ['audio/wma', 'audio/x-wma'],
  'font/otf': ['application/x-font-otf', 'application/vnd.ms-opentype'],
  'font/ttf': ['application/x-font-ttf', 'application/x-font-truetype', 'font/sfnt'],
  'font/woff': ['application/font-woff', 'application/x-font-woff'],
  'image/bmp': ['image/x-bmp', 'image/x-ms-bmp'],
  'image/heic': ['image/heic-sequence', 'image/heif', 'image/heif-sequence'],
  'image/jpeg': ['image/jpg', 'image/pjpeg'],
  // An animated PNG is a PNG, and its usual name is the same.
  'image/png': ['image/apng', 'image/vnd.mozilla.apng', 'image/x-png'],
  'image/svg+xml': ['image/svg'],
  'image/tiff': ['image/tif', 'image/x-tif', 'image/x-tiff'],
  'image/vnd.adobe.photoshop': [
    'application/photoshop',
    'application/x-photoshop',
    'image/photoshop',
    'image/psd',
    'image/x-photoshop',
    'image/x-psd',
  ],
  'image/vnd.microsoft.icon': ['image/ico', 'image/icon', 'image/x-icon'],
  'text/csv': ['application/csv', 'text/comma-separated-values', 'text/x-csv'],
  'text/javascript': ['application/javascript', 'application/x-javascript'],
  'text/markdown': ['text/x-markdown'],
  'video/3gpp': ['video/3gp'],
  'video/mp2t': ['video/mp2ts', 'video/x-mpegts'],
  'video/mp4': ['video/x-m4v'],
  'video/mpeg': ['video/mpg', 'video/x-mpeg'],
  'video/ogg': ['video/x-ogg'],
  'video/x-matroska': ['video/matroska', 'video/mkv'],
  'video/x-ms-wmv': ['video/wmv', 'video/x-ms-asf'],
  'video/x-msvideo': ['video/avi', 'video/msvideo', 'video/vnd.avi'],
}

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SPELLINGS).flatMap(([name, others]) => others.map((other) => [other, name])),
)

/** Declared types that are right for files of another type as well. */
const ALSO_RIGHT: ReadonlySet<string> = new Set([
  // Windows calls a CSV file a file of its spreadsheet program.
  'application/vnd.ms-excel for text/csv',
  'audio/ogg for video/ogg',
  // Browsers name a container by the extension.
  'video/3gpp for audio/3gpp',
  'video/3gpp2 for audio/3gpp2',
  'video/mp4 for audio/mp4',
  'video/webm for audio/webm',
  'video/x-matroska for audio/x-matroska',
])

/** False if a declared media type contradicts that of its file; case, parameters and spelling do not count. */
export const isRightType = (declared: string, actual: string): boolean => {
  const name = registeredName(declared)
  const right = registeredName(actual)
  return name === right || ALSO_RIGHT.has(`${name} for ${right}`) || CLAIMS_NOTHING.test(name)
}

const CLAIMS_NOTHING = /^(?:application|binary)\/octet-stream$/

export const registeredName = (mediaType: string): string => {
  const name = bareMediaType(mediaType)
  return NAMES.get(name) ?? name
}
