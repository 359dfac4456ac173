import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { HOST_PREFIX, isRunning, PROCESS_TAG } from '../kernel/processes.ts'
import { atExit } from './at-exit.ts'

/** A server program of this machine and this user. */
export interface AnnouncedServer {
  readonly pid: number
  /** Distinguishes it from a server of another host with the same process id. */
  readonly tag: string
  readonly url: string
  readonly data: string | null
  readonly artifacts: string | null
}

const uid = process.getuid?.() ?? 0

const PREFIX = `${HOST_PREFIX}${uid}-port-`

/** Names this process to `dam-sandbox stop` until its end, and its URL to the process that started it. */
export const announce = (url: string, { data, artifacts }: Partial<Config>): void => {
  const path = join(tmpdir(), `${PREFIX}${new URL(url).port}.json`)
  const { pid } = process
  const server: AnnouncedServer = {
    pid,
    tag: PROCESS_TAG,
    url,
    data: pathOf(data),
    artifacts: pathOf(artifacts),
  }
  try {
    // Removes the files of servers that were killed.
    announcedServers()
    rmSync(path, { force: true })
    writeFileSync(path, JSON.stringify(server), { flag: 'wx', mode: 0o600 })
    atExit(() => rmSync(path, { force: true }))
  } catch {
    // Where nothing can be written, only `stop` does not find the server.
  }
  // The process that waited for it may have ended.
  process.send?.({ url }, () => {})
}

const pathOf = (folder: string | undefined): string | null => (folder ? resolve(folder) : null)

/** The servers that run; a file of another user is not trusted. */
export const announcedServers = (): AnnouncedServer[] =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(PREFIX))
    .flatMap((name) => read(join(tmpdir(), name)))

const read = (path: string): AnnouncedServer[] => {
  try {
    if (statSync(path).uid !== uid) return []
    const server: AnnouncedServer = JSON.parse(readFileSync(path, 'utf8'))
    if (URL.canParse(server.url) && isRunning(server.pid)) return [server]
    rmSync(path)
    return []
  } catch {
    // It ended just now.
    return []
  }
}
