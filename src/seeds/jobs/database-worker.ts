import { CallerError } from '../../contract/errors/caller-error.ts'
import { messageOf } from '../../kernel/text.ts'
import { readSeed } from '../read-seed.ts'
import { neededFiles } from '../seed-files.ts'
import { checkDatabase } from './check-database.ts'
import type { Job, JobOutcome } from './database-jobs.ts'
import { buildSeed } from './seed-jobs.ts'

/** The program of the process that works on whole databases (`src/seeds/jobs/database-jobs.ts`): an answer for each job. */
process.on('message', (job: Job) => {
  process.send?.({ answer: answerJob(job) })
})

// Signals of a terminal or a service manager reach every process; the server decides when this one ends.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM']) process.on(signal, () => undefined)

process.on('disconnect', () => process.exit())

process.send?.({ ready: true })

const answerJob = (job: Job): JobOutcome => {
  try {
    return { answer: doJob(job) }
  } catch (error) {
    if (error instanceof CallerError)
      return { refused: { message: error.message, summary: error.detail } }
    return { failed: messageOf(error), code: Object(error).code }
  }
}

const doJob = (job: Job): unknown => {
  switch (job.kind) {
    case 'check-database':
      return checkDatabase(job.given)
    case 'read-seed':
      return neededFiles(readSeed(job.given))
    case 'build-seed':
      return buildSeed(job.given)
  }
}
