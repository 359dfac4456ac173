import {
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { readBackup } from '#src/control/backup/backup-folder.ts'
import type { Random } from '../core/random.ts'
import type { Stage } from './stage.ts'

export const DAMAGES = ['missing', 'empty', 'cut', 'random', 'older'] as const
export type Damage = (typeof DAMAGES)[number]

/** One file of the stage that is damaged. */
export interface Target {
  readonly file: string
  readonly path: string
  /** The same file at an earlier moment; undefined where there was none. */
  readonly olderPath: string | undefined
  /** The workspaces whose own data it is; others must lose nothing. */
  readonly of: readonly string[]
  /** Whether it lies in the backup. */
  readonly isOfBackup?: boolean
  readonly env?: Readonly<Record<string, string>>
}

const contentPath = (digest: string): string => join('contents', digest.slice(0, 2), digest)

/** The kinds of files of a data folder and of a backup, as paths of a copy of the stage. */
export const targetsIn = (stage: Stage, data: string, backup: string): Target[] => {
  const [main, a, b, c] = stage.teams
  if (!main || !a || !b || !c) throw new Error('a team is missing')
  const inData = (file: string, path: string, of: readonly string[] = []): Target => {
    const older = join(stage.older, path)
    const olderPath = existsSync(older) ? older : undefined
    return { file, path: join(data, path), olderPath, of }
  }
  const database = (name: string) => join('databases', name)
  const manifest = readBackup(backup)
  const inBackup = (file: string, path: string): Target => ({
    file,
    path: join(backup, path),
    olderPath: path === 'backup.json' ? join(stage.olderBackup, path) : undefined,
    of: [],
    isOfBackup: true,
  })
  const contentOf = (name: string) =>
    manifest.databases.find((one) => one.name === name)?.sha256 ?? ''
  const keyFile = (file: string, variable: string, text: string, olderText: string): Target => {
    const path = join(data, '..', file)
    writeFileSync(path, text)
    writeFileSync(`${path}.older`, olderText)
    return { file, path, olderPath: `${path}.older`, of: [], env: { [variable]: path } }
  }
  const blob = b.files[0] ?? ''
  const key = (name: string) => ({
    id: name,
    hash: '0'.repeat(64),
    kind: 'admin',
    name,
    workspaceId: null,
    access: null,
    limits: null,
    createdAtMs: 0,
    endsAtMs: null,
  })
  return [
    inData('registry', 'registry.sqlite'),
    inData('log of the registry', 'registry.sqlite-wal'),
    inData('database of default', database(main.databaseFile), ['default']),
    inData('its log (default)', database(`${main.databaseFile}-wal`), ['default']),
    inData('database of team-a', database(a.databaseFile), ['team-a']),
    inData('its log (team-a)', database(`${a.databaseFile}-wal`), ['team-a']),
    inData('database of team-c, new', database(c.databaseFile), ['team-c']),
    inData('file of team-b', join('files', contentPath(blob)), ['team-b']),
    inData('snapshot of team-a', database(stage.image)),
    inData('template', database('template.1')),
    keyFile(
      'admin-keys',
      'SANDBOX_ADMIN_KEY_FILE',
      'a key of 24 characters x',
      'another key, which is older',
    ),
    keyFile(
      'keys.json',
      'SANDBOX_KEYS_FILE',
      JSON.stringify({ keys: [key('a'), key('b')] }),
      JSON.stringify({ keys: [key('a')] }),
    ),
    inBackup('manifest of the backup', 'backup.json'),
    inBackup('its registry', contentPath(manifest.registry.sha256)),
    inBackup('its database of team-a', contentPath(contentOf(a.databaseFile))),
    inBackup('its file of team-b', contentPath(blob)),
  ]
}

/** Damages a file; false where it has no older copy. */
export const apply = (damage: Damage, { path, olderPath }: Target, random: Random): boolean => {
  const size = statSync(path).size
  if (damage === 'missing') rmSync(path)
  if (damage === 'empty') truncateSync(path, 0)
  if (damage === 'cut') truncateSync(path, Math.trunc(size / 2))
  if (damage === 'random') {
    const bytes = readFileSync(path)
    const middle = Math.trunc(size / 2)
    random.bytes(Math.min(size - middle, 20_000)).copy(bytes, middle)
    if (random.chance(0.5)) random.bytes(Math.min(size, 100)).copy(bytes)
    writeFileSync(path, bytes)
  }
  if (damage !== 'older') return true
  if (olderPath === undefined) return false
  copyFileSync(olderPath, path)
  return true
}
