import type { Config } from '../config/config.ts'
import type { ChosenVariants } from '../contract/assumptions/index.ts'
import type { Labels } from '../contract/labels.ts'
import type { Quota } from '../contract/quota.ts'
import type { ClockSetting } from '../kernel/clock.ts'
import { randomSecret } from '../kernel/ids.ts'
import type { Credentials } from './access.ts'
import type { WorkspaceRecord } from './registry.ts'
import { DEFAULT_GENERATOR_SEED } from './templates.ts'

export interface NewWorkspace {
  name?: string | undefined
  seed?: string | undefined
  clock?: ClockSetting | undefined
  variants?: ChosenVariants | undefined
  /** Its variation as text; without it that of the server's settings. */
  variation?: string | undefined
  generatorSeed?: number
  credentials?: Credentials
  ttlMs?: number | undefined
  quota?: Quota | undefined
  labels?: Labels | undefined
  keyId?: string | undefined
}

export const recordOf = (
  created: Pick<WorkspaceRecord, 'id' | 'databaseFile' | 'createdAtMs' | 'seededAtMs'>,
  wanted: NewWorkspace,
  defaults: Pick<Config, 'seed' | 'assume'> & { quota: Quota },
): WorkspaceRecord => {
  const clock = wanted.clock ?? { mode: 'real' }
  return {
    ...created,
    // Composed, so that a name is found however a keyboard or a file system spells its letters.
    name: wanted.name?.normalize('NFC') ?? created.id,
    signingKey: randomSecret(),
    generatorSeed: wanted.generatorSeed ?? DEFAULT_GENERATOR_SEED,
    clock,
    initialClock: clock,
    variants: wanted.variants ?? defaults.assume,
    variantChoices: {},
    variation: wanted.variation ?? null,
    starts: 0,
    lastUsedAtMs: created.createdAtMs,
    seed: wanted.seed ?? defaults.seed,
    expiresAtMs: wanted.ttlMs === undefined ? null : created.createdAtMs + wanted.ttlMs,
    quota: withinQuota(wanted.quota, defaults.quota),
    labels: wanted.labels ?? {},
    keyId: wanted.keyId ?? null,
  }
}

const withinQuota = (asked: Quota | undefined, max: Quota): Quota => {
  const quota: Quota = { ...max, ...asked }
  for (const key of ['databaseBytes', 'fileBytes', 'snapshotBytes'] as const) {
    const [wanted, given] = [quota[key], max[key]]
    if (wanted !== undefined && given !== undefined) quota[key] = Math.min(wanted, given)
  }
  return quota
}
