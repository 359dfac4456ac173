import { describe, expect, test } from 'vitest'
import { importsOf, sourceFiles } from '#test/kit/source-files.ts'

const sources = sourceFiles('src/console/app')

/** The folder of a view that a file belongs to, if it does. */
const viewOf = (file: string): string | undefined => /\/views\/([\w-]+)\//.exec(file)?.[1]

describe('the console', () => {
  test('has views that do not import each other', () => {
    const offences = sources.flatMap((file) =>
      importsOf(file)
        .filter((target) => viewOf(file) && viewOf(target) && viewOf(target) !== viewOf(file))
        .map((target) => `${file} imports ${target}`),
    )
    expect(offences).toEqual([])
  })
})
