import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

const DIGEST = /^[0-9a-f]{64}$/
const PICTURE = /^\d{1,5}x\d{1,5}\.(jpg|png)$/

const checked = (name: string, pattern: RegExp): string => {
  if (!pattern.test(name)) throw new Error('a path is made of digests and sizes only')
  return name
}

/**
 * The only place that makes paths of stored files; a path is made of digests
 * and of numbers. No text of a caller ever becomes part of one.
 */
export const blobPaths = (root: string) => {
  const contents = join(root, 'contents')
  const unfinished = join(root, 'unfinished')
  const folderOf = (digest: string) => join(contents, checked(digest, DIGEST).slice(0, 2))
  const picturesOf = (digest: string) =>
    join(root, 'pictures', checked(digest, DIGEST).slice(0, 2), digest)
  return {
    root,
    /** The folder of the files, in subfolders by the first two digits of their digests. */
    contents,
    /** The folder of files that are being written; its content at a start is unfinished. */
    unfinished,
    folderOf,
    pathOf: (digest: string) => join(folderOf(digest), digest),
    /** A new random path for an unfinished file. */
    freshPath: () => join(unfinished, randomBytes(16).toString('hex')),
    picturesOf,
    /** The path of a picture made of a file, named by its box, such as `400x400.jpg`. */
    picturePath: (digest: string, name: string) => join(picturesOf(digest), checked(name, PICTURE)),
  }
}

/** The paths of one store. */
export type BlobPaths = ReturnType<typeof blobPaths>
