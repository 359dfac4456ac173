import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from '../kernel/processes.ts'
import { sha256Hex } from '../kernel/signature.ts'

/** It contains the host, because processes of other hosts may share the folder for temporary files. */
const prefix = (): string => `dam-sandbox-${sha256Hex(hostname()).slice(0, 8)}-`

/** Distinguishes this process from an earlier one with the same id, which is usual in containers. */
const PROCESS_TAG = randomBytes(4).toString('hex')

/** The path of the folder that this process uses alone and removes at its end. */
export const privateFolder = (): string =>
  join(tmpdir(), `${prefix()}${process.pid}-${PROCESS_TAG}-${randomBytes(4).toString('hex')}`)

/** Removes the private folders of killed processes; folders without permission to remove are skipped. */
export const removeAbandonedFolders = async (): Promise<void> => {
  const pattern = new RegExp(`^${prefix()}(\\d+)-([0-9a-f]{8})-[0-9a-f]{8}$`)
  for (const name of await readdir(tmpdir())) {
    const [, pid, tag] = pattern.exec(name) ?? []
    if (pid !== undefined && isAbandoned(Number(pid), tag))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

const isAbandoned = (pid: number, tag: string | undefined): boolean =>
  pid === process.pid ? tag !== PROCESS_TAG : !isRunning(pid)
