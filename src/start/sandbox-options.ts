import type { Config } from '../config/config.ts'
import { LIMITS } from '../limits.ts'
import type { SandboxOptions } from '../workspaces/sandbox.ts'

const GIB = 1_073_741_824

/** In staging no workspace can fill the disk: 1 GiB of data, 10 GiB of files, 5 GiB of snapshots. */
const STAGING_QUOTA = {
  databaseBytes: GIB,
  fileBytes: 10 * GIB,
  snapshotBytes: 5 * GIB,
} as const

/** The options of the sandbox that follow from the settings; the package knows its folders. */
export const sandboxOptions = (config: Config): Omit<SandboxOptions, 'folders'> => {
  const { data, seed, seedFolders, sync, assume, lifetimes, maxOpen, maxWaiters } = config
  const isStaging = config.profile === 'staging'
  return {
    dataFolder: data,
    seed,
    seedFolders,
    sync,
    variants: assume,
    variation: config.variation,
    lifetimes,
    maxOpen,
    maxWaiters,
    quota: isStaging ? STAGING_QUOTA : {},
    journals: {
      entries: config.journalEntries,
      bytes: config.journalBytes,
      processBytes: LIMITS.journalBytes.max,
      hidesPeople: isStaging,
    },
  }
}
