import { CallerError } from '../errors/caller-error.ts'
import { messageOf } from '../kernel/text.ts'
import { checkDatabase } from './check-database.ts'
import type { Job, JobOutcome } from './job.ts'
import { buildSeed, readNeededFiles } from './seed-jobs.ts'

/** Does a job, in its own process. */
export const answerJob = (job: Job): JobOutcome => {
  try {
    return { answer: doJob(job) }
  } catch (error) {
    if (error instanceof CallerError)
      return { refused: { message: error.message, summary: error.detail } }
    return { failed: messageOf(error), code: codeOf(error) }
  }
}

const codeOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

const doJob = (job: Job): unknown => {
  switch (job.kind) {
    case 'check-database':
      return checkDatabase(job.given)
    case 'read-seed':
      return readNeededFiles(job.given)
    case 'build-seed':
      return buildSeed(job.given)
  }
}
