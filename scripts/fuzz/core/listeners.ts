import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { SETTINGS, type SettingName, variableOf } from '#src/config/settings.ts'
import type { Address } from './connection.ts'

const PORTS = (Object.keys(SETTINGS) as SettingName[]).filter((name) => /port$/i.test(name))

/** Free ports for every listener that the settings of a server know, so that none is left out. */
export const EVERY_PORT: Readonly<Record<string, string>> = Object.fromEntries(
  PORTS.map((name) => [variableOf(name), '0']),
)

const LISTENING = '0A'

/** Where a process listens, by what the system says. */
export const listenersOf = (pid: number): Address[] => {
  const inodes = new Set(readdirSync(`/proc/${pid}/fd`).map((name) => inodeOf(pid, name)))
  const rows = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/${pid}/net/${name}`, 'utf8').trim().split('\n').slice(1),
  )
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = '']) => state === LISTENING && inodes.has(inode))
    .map(([, local = '']) => ({
      hostname: '127.0.0.1',
      port: Number.parseInt(local.split(':')[1] ?? '', 16),
    }))
    .sort((one, other) => one.port - other.port)
}

const inodeOf = (pid: number, descriptor: string): string | undefined => {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1]
  } catch {
    return undefined
  }
}
