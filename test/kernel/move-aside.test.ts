import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { moveAside } from '#src/kernel/move-aside.ts'
import { freshFolder } from '#test/kit/process.ts'

/** A folder with files of these names, each with its name as text, and an empty folder. */
const folders = (files: readonly string[], aside: readonly string[] = []) => {
  const [from, to] = [freshFolder(), join(freshFolder(), 'unknown')]
  mkdirSync(to)
  for (const name of files) writeFileSync(join(from, name), `new ${name}`)
  for (const name of aside) writeFileSync(join(to, name), `old ${name}`)
  return { from, to, move: () => moveAside(join(from, 'database.7'), to) }
}

describe('a database that is moved aside', () => {
  test('keeps its log next to it, and overwrites neither a database nor a log', () => {
    const { from, to, move } = folders(
      ['database.7', 'database.7-wal'],
      ['database.7', 'database.7~2-wal'],
    )
    expect(move()).toBe(join(to, 'database.7~3'))
    expect(readFileSync(join(to, 'database.7~3-wal'), 'utf8')).toBe('new database.7-wal')
    expect([readdirSync(from), readdirSync(to).length]).toEqual([[], 4])
  })

  test('gets its log in the next move when a kill came between the two', () => {
    const { from, to, move } = folders(['database.7-wal'], ['database.7'])
    expect(move()).toBe(join(to, 'database.7'))
    expect(readdirSync(to).sort()).toEqual(['database.7', 'database.7-wal'])
    expect(readdirSync(from)).toEqual([])
  })

  test('gets no log of another database', () => {
    const { to, move } = folders(['database.7-wal'], ['database.7', 'database.7-wal'])
    expect(move()).toBe(join(to, 'database.7~2'))
    expect(readFileSync(join(to, 'database.7-wal'), 'utf8')).toBe('old database.7-wal')
    expect(readFileSync(join(to, 'database.7~2-wal'), 'utf8')).toBe('new database.7-wal')
  })
})
