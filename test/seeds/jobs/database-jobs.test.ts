import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { InvalidDataError } from '#src/contract/errors/invalid-data-error.ts'
import { DatabaseJobs, JobEndedError } from '#src/seeds/jobs/database-jobs.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { freshFolder } from '#test/kit/process.ts'

const { databaseWorker, seeds } = shippedFolders()
const MINIMAL = { folder: join(seeds, 'minimal') }

const jobsWith = (timeoutMs?: number): DatabaseJobs => {
  const jobs = new DatabaseJobs(databaseWorker, timeoutMs)
  onTestFinished(() => jobs.close())
  return jobs
}

describe('DatabaseJobs', () => {
  test('runs any number of jobs concurrently', async () => {
    const jobs = jobsWith()
    const needed = await Promise.all([1, 2, 3, 4, 5].map(() => jobs.run('read-seed', MINIMAL)))
    for (const { names } of needed) expect(names).toContain('mist-ridge.jpg')
  })

  test('ends jobs on timeout and runs the next ones', async () => {
    const jobs = jobsWith(0)
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => jobs.run('read-seed', MINIMAL)))
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ reason: expect.any(JobEndedError) })
  })

  test('ends jobs with their caller and with the server', async () => {
    const jobs = jobsWith()
    const caller = new AbortController()
    const left = jobs.run('read-seed', MINIMAL, caller.signal)
    const stopped = jobs.run('read-seed', MINIMAL)
    const failures = Promise.all([
      expect(left).rejects.toThrow(),
      expect(stopped).rejects.toThrow(),
    ])
    await Promise.resolve()
    caller.abort()
    jobs.close()
    await failures
  })

  test('describes an invalid seed in two messages, one of which quotes nothing of it', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'a.json'), '{\n  "secret": hunter2\n}')
    const error = await jobsWith()
      .run('read-seed', { folder })
      .catch((caught) => caught)
    expect(error).toBeInstanceOf(InvalidDataError)
    expect(error.detail).toBe(`seed file ${join(folder, 'a.json')} is not JSON: line 2, column 13`)
  })
})
