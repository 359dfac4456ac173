import { describe, expect, test } from 'vitest'
import { LONE_TESTS, PROGRAM_TESTS } from '#test/kit/projects.ts'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

const RUNS_PROGRAM =
  /\b(?:startProcess|startProgram|startCli|runCli|runProcess|serverWithCli|acceptanceTarget)\(|'dist\/|'npm'/

const testFiles = sourceFiles('test').filter((file) => file.endsWith('.test.ts'))

/** The files of a pattern: one file, or all tests below a folder. */
const filesOf = (pattern: string): string[] => {
  const start = pattern.replace('**/*.test.ts', '')
  return testFiles.filter((file) => file.startsWith(start))
}

describe('the projects of the tests', () => {
  test('build the program for tests that run it, and for no others', () => {
    const running = testFiles.filter((file) => RUNS_PROGRAM.test(readSource(file)))
    const built = PROGRAM_TESTS.flatMap(filesOf).sort()
    expect(running.filter((file) => file !== 'test/architecture/projects.test.ts')).toEqual(built)
  })

  test.each([...PROGRAM_TESTS, ...LONE_TESTS])('have tests for %s', (pattern) => {
    expect(filesOf(pattern)).not.toEqual([])
  })
})
