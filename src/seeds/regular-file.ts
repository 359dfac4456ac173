import { closeSync, constants, fstatSync, openSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'

/** Windows has neither of these flags. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** True if a path is a folder or below it; both must be canonical. */
export const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/**
 * Opens a regular file and returns its descriptor; reading a FIFO or a device could block for ever. Links
 * are resolved first: with a root the target must be below it.
 */
export const openRegularFile = (path: string, maxBytes: number, root?: string): number => {
  const real = realpathSync(path)
  if (root !== undefined && !isWithin(root, real))
    throw new Error('it is outside the folders that the server may read seeds from')
  const descriptor = openSync(real, FLAGS)
  try {
    const facts = fstatSync(descriptor)
    if (!facts.isFile()) throw new Error('it is not a regular file')
    const { size } = facts
    if (size > maxBytes) throw new Error(`it has ${size} bytes; at most ${maxBytes} are allowed`)
    return descriptor
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}
