import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from '#test/kit/source-files.ts'

/** Names that a folder gives their meaning: an index, a command, and the three files of a feature of the control plane. */
const NAMED_BY_FOLDER =
  /\/index\.ts$|^src\/cli\/commands\/|^src\/control\/[\w-]+\/(?:route|schema|service)\.ts$/

const files = sourceFiles('src')

const grouped = (keyOf: (file: string) => string): [string, string[]][] => {
  const groups = new Map<string, string[]>()
  for (const file of files) groups.set(keyOf(file), [...(groups.get(keyOf(file)) ?? []), file])
  return [...groups]
}

describe('the tree of src', () => {
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
