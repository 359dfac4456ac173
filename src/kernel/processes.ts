import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { sha256Hex } from './signature.ts'

/** Distinguishes this process from others with the same id, which are usual in containers. */
export const PROCESS_TAG = randomBytes(4).toString('hex')

/** The start of names in the folder for temporary files, which processes of other hosts may share. */
export const HOST_PREFIX = `dam-sandbox-${sha256Hex(hostname()).slice(0, 8)}-`

/** True if a process on this machine is running, including a process of another user. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
