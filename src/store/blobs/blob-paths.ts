import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

export const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

const checked = (digest: string): string => {
  if (!isDigest(digest)) throw new Error('a path is made of digests only')
  return digest
}

/**
 * The only place that makes paths of stored files; a path is made of digests. No text of a caller ever becomes part of one.
 */
export const blobPaths = (root: string) => {
  const contents = join(root, 'contents')
  const unfinished = join(root, 'unfinished')
  const folderOf = (digest: string) => join(contents, checked(digest).slice(0, 2))
  return {
    root,
    /** The folder of the files, in subfolders by the first two digits of their digests. */
    contents,
    /** The folder of files that are being written; its content at a start is unfinished. */
    unfinished,
    folderOf,
    pathOf: (digest: string) => join(folderOf(digest), digest),
    freshPath: () => join(unfinished, randomBytes(16).toString('hex')),
  }
}

export type BlobPaths = ReturnType<typeof blobPaths>
