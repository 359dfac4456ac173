import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { shown } from '../known-field.ts'
import { Count, TextUpTo } from '../resources/primitives.ts'

/** A file that E16 makes an atom of, as the caller describes it; `size` in bytes, `type` a media type. */
export const DeclaredFile = Type.Object({
  path: shown(
    TextUpTo(LIMITS.filePathCharacters, { minLength: 1 }),
    'Path of the uploaded file, the filePath of its upload.',
    'A-16-1',
  ),
  name: shown(
    TextUpTo(LIMITS.fileNameCharacters, { minLength: 1 }),
    'Name of the file, with its extension.',
    'A-4-7',
  ),
  size: shown(
    Type.Optional(Count),
    'Size in bytes; it must be that of the uploaded file. Without an upload and a size it counts as 0.',
    'A-16-2',
    'A-16-1',
  ),
  type: shown(
    Type.Optional(TextUpTo(LIMITS.mediaTypeCharacters)),
    'Media type, such as `image/png`; read from the bytes, or from the name, when absent.',
    'A-16-2',
  ),
})
export type DeclaredFile = Static<typeof DeclaredFile>
