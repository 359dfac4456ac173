import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { Count, TextUpTo } from '../resources/primitives.ts'

/** A file that E16 makes an atom of, as the caller describes it; `size` in bytes, `type` a media type. */
export const DeclaredFile = Type.Object({
  path: TextUpTo(LIMITS.filePathCharacters, { minLength: 1 }),
  name: TextUpTo(LIMITS.fileNameCharacters, { minLength: 1 }),
  size: Type.Optional(Count),
  type: Type.Optional(TextUpTo(LIMITS.mediaTypeCharacters)),
})
export type DeclaredFile = Static<typeof DeclaredFile>
