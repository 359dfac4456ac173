import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOST_PREFIX, isRunning, PROCESS_TAG } from '../../kernel/processes.ts'

/** The path of the folder that this process uses alone and removes at its end. */
export const privateFolder = (): string =>
  join(tmpdir(), `${HOST_PREFIX}${process.pid}-${PROCESS_TAG}-${randomBytes(4).toString('hex')}`)

/** Removes the private folders of killed processes; folders without permission to remove are skipped. */
export const removeAbandonedFolders = async (): Promise<void> => {
  const pattern = new RegExp(`^${HOST_PREFIX}(\\d+)-([0-9a-f]{8})-[0-9a-f]{8}$`)
  for (const name of await readdir(tmpdir())) {
    const [, pid, tag] = pattern.exec(name) ?? []
    if (pid !== undefined && isAbandoned(Number(pid), tag))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

const isAbandoned = (pid: number, tag: string | undefined): boolean =>
  pid === process.pid ? tag !== PROCESS_TAG : !isRunning(pid)
