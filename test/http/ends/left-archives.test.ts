import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { archiveOf, partOf } from '#src/control/transfer/export-workspace.ts'
import { FORMAT } from '#src/control/transfer/manifest.ts'

const FILES = 12
const MANIFEST = { format: FORMAT, schema: 1, seed: 'minimal', exportedAtMs: 0 }

const targetOf = (descriptor: string): string => {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return ''
  }
}

const openIn = (folder: string): number =>
  readdirSync('/proc/self/fd').filter((name) => targetOf(name).startsWith(folder)).length

test.each([10, 70_000, 300_000])(
  'an archive of files of %d bytes whose reader leaves between any two pieces leaves none of them open',
  async (bytes) => {
    const folder = mkdtempSync(join(tmpdir(), 'parts-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const names = Array.from({ length: FILES }, (_, index) => `file-${index}`)
    for (const name of names) writeFileSync(join(folder, name), 'x'.repeat(bytes))
    const parts = await Promise.all(names.map((name) => partOf(name, join(folder, name))))
    for (let leaveAt = 0; leaveAt < 4 * FILES; leaveAt += 1)
      for (const turns of [0, 1, 2, 3]) {
        const stream = archiveOf(MANIFEST, parts)
        let pieces = 0
        stream.on('error', () => undefined)
        stream.on('data', () => {
          pieces += 1
        })
        // Work of the file system comes between two turns.
        for (let turn = 0; pieces < leaveAt && turn < 5_000 && !stream.destroyed; turn += 1)
          await setImmediate()
        for (let turn = 0; turn < turns; turn += 1) await setImmediate()
        stream.destroy()
      }
    await expect.poll(() => openIn(folder), { timeout: 5_000 }).toBe(0)
  },
)
