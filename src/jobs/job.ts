import type { NeededSeedFiles } from '../seeds/seed-files.ts'
import type { CheckedDatabase, DatabaseToCheck } from './check-database.ts'
import type { SeedToBuild, SeedToRead } from './seed-jobs.ts'

/** The kinds of job with their input and output. */
export interface Jobs {
  'check-database': { given: DatabaseToCheck; answer: CheckedDatabase }
  'read-seed': { given: SeedToRead; answer: NeededSeedFiles }
  'build-seed': { given: SeedToBuild; answer: null }
}

/** A job as it is sent to the process that does it. */
export type Job = { [K in keyof Jobs]: { kind: K; given: Jobs[K]['given'] } }[keyof Jobs]

/** The refusal of a job; `summary` quotes nothing of the files that were read. */
export interface JobRefusal {
  message: string
  summary: string
}

/** The message of the process; `failed` is an error that its input did not cause. */
export type JobOutcome =
  | { answer: unknown }
  | { refused: JobRefusal }
  | { failed: string; code: string | undefined }
