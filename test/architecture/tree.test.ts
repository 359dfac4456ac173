import { basename, dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from '#test/kit/source-files.ts'

const MAX_FILES_OF_A_FOLDER = 40
const MAX_FILES_BELOW_A_TOP_FOLDER = 60

/** The parts of `src` that are bounded by themselves: its folders, and each view of the console. */
const partOf = (file: string): string => {
  const parts = file.split('/')
  return parts.slice(0, file.startsWith('src/console/app/views/') ? 5 : 2).join('/')
}

/** A feature of the control plane is a folder of three files, so that their number grows with the features. */
const MAX_FILES_OF_CONTROL = 80

/** Names that a folder gives their meaning: an index, and the three files of a feature of the control plane. */
const NAMED_BY_FOLDER = /\/index\.ts$|^src\/control\/[\w-]+\/(?:route|schema|service)\.ts$/

const files = sourceFiles('src')

const grouped = (keyOf: (file: string) => string): [string, string[]][] => {
  const groups = new Map<string, string[]>()
  for (const file of files) groups.set(keyOf(file), [...(groups.get(keyOf(file)) ?? []), file])
  return [...groups]
}

describe('the tree of src', () => {
  test('has small folders', () => {
    const large = grouped((file) => dirname(file)).filter(
      ([, members]) => members.length > MAX_FILES_OF_A_FOLDER,
    )
    expect(large.map(([folder]) => folder)).toEqual([])
  })

  test('has small top folders', () => {
    const large = grouped(partOf).filter(
      ([folder, members]) =>
        members.length >
        (folder === 'src/control' ? MAX_FILES_OF_CONTROL : MAX_FILES_BELOW_A_TOP_FOLDER),
    )
    expect(large.map(([folder, members]) => `${folder}: ${members.length}`)).toEqual([])
  })

  test('has file names that are clear without their folder', () => {
    const named = (file: string) => NAMED_BY_FOLDER.test(file)
    const repeated = grouped((file) => (named(file) ? file : basename(file))).filter(
      ([, members]) => members.length > 2,
    )
    expect(repeated).toEqual([])
  })

  test('has no folder with a generic name', () => {
    const vague = files.filter((file) => /\b(?:utils?|helpers?|common|misc)\b/.test(file))
    expect(vague).toEqual([])
  })
})
