import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSource } from '#test/kit/source-files.ts'

const entries = readdirSync(join(resolve(import.meta.dirname, '../..'), 'src'), {
  withFileTypes: true,
})

const text = readSource('src/README.md')

/** The rows of the table: a folder, and what it has. */
const rows = [...text.matchAll(/^\| `([\w-]+)\/` +\| (.*?) +\|$/gm)]

describe('the map of the sources', () => {
  test('has one row for each folder of src, and no other', () => {
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(rows.map(([, name]) => name).sort()).toEqual(folders.sort())
  })

  test('says what each folder has, in words that no other row uses', () => {
    const purposes = rows.map(([, , purpose = '']) => purpose)
    expect(purposes.filter((purpose) => purpose.length < 10)).toEqual([])
    expect(new Set(purposes).size).toBe(purposes.length)
  })

  test('names each file next to the folders', () => {
    const files = entries.filter((entry) => entry.isFile() && entry.name !== 'README.md')
    expect(files.filter(({ name }) => !text.includes(`\`${name}\``))).toEqual([])
  })
})
