import { answerJob } from './answer-job.ts'
import type { Job } from './job.ts'

/** The program of the process that works on whole databases (`src/jobs/database-jobs.ts`): one job, one answer. */
process.once('message', (job: Job) => {
  process.send?.(answerJob(job), () => process.exit())
})

// Signals of a terminal or a service manager reach every process; the server decides when this one ends.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM']) process.on(signal, () => undefined)

process.on('disconnect', () => process.exit())
