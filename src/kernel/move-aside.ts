import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A log belongs to its database by its name. */
const LOG = '-wal'

/**
 * Moves a file, and the log beside a database, into a folder in which it overwrites nothing; returns the new path. A log that
 * a killed server has left without its database follows it.
 */
export const moveAside = (path: string, folder: string): string => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const isThere = existsSync(path)
  const isTaken = (target: string) => (isThere && existsSync(target)) || existsSync(target + LOG)
  let target = join(folder, basename(path))
  for (let number = 2; isTaken(target); number += 1)
    target = join(folder, `${basename(path)}~${number}`)
  if (isThere) renameSync(path, target)
  if (existsSync(path + LOG)) renameSync(path + LOG, target + LOG)
  return target
}

/** The folder below a data folder for files that no server recognizes. */
export const unknownFolder = (data: string): string => join(data, 'unknown')
