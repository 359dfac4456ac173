import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

const DIGEST = /^[0-9a-f]{64}$/
const PICTURE = /^\d{1,5}x\d{1,5}\.(jpg|png)$/

/**
 * The only place that makes paths of stored files; a path is made of digests
 * and of numbers. No text of a caller ever becomes part of one.
 */
export class BlobPaths {
  readonly root: string

  constructor(root: string) {
    this.root = root
  }

  /** The folder of the files, in subfolders by the first two digits of their digests. */
  get contents(): string {
    return join(this.root, 'contents')
  }

  /** The folder of files that are being written; its content at a start is unfinished. */
  get unfinished(): string {
    return join(this.root, 'unfinished')
  }

  get pictures(): string {
    return join(this.root, 'pictures')
  }

  folderOf(digest: string): string {
    return join(this.contents, checked(digest, DIGEST).slice(0, 2))
  }

  /** The path of the file with a SHA-256 digest, 64 lower-case hexadecimal digits. */
  pathOf(digest: string): string {
    return join(this.folderOf(digest), digest)
  }

  freshPath(): string {
    return join(this.unfinished, randomBytes(16).toString('hex'))
  }

  picturesOf(digest: string): string {
    return join(this.pictures, checked(digest, DIGEST).slice(0, 2), digest)
  }

  /** The path of a picture made of a file, named by its box, such as `400x400.jpg`. */
  picturePath(digest: string, name: string): string {
    return join(this.picturesOf(digest), checked(name, PICTURE))
  }
}

const checked = (name: string, pattern: RegExp): string => {
  if (!pattern.test(name)) throw new Error('a path is made of digests and sizes only')
  return name
}
