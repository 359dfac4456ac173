import type { Config } from '../config/config.ts'
import type { ChosenVariants } from '../contract/assumptions/index.ts'
import { badRequest } from '../contract/errors/problem.ts'
import type { Labels } from '../contract/labels.ts'
import type { Quota } from '../contract/quota.ts'
import type { ClockSetting } from '../kernel/clock.ts'
import { randomSecret } from '../kernel/ids.ts'
import type { Credentials } from './access.ts'
import { withinQuota } from './quotas.ts'
import type { WorkspaceRecord } from './registry.ts'
import { DEFAULT_GENERATOR_SEED } from './templates.ts'

export interface NewWorkspace {
  name?: string | undefined
  seed?: string | undefined
  clock?: ClockSetting | undefined
  variants?: ChosenVariants | undefined
  /** Its variation as text; default: the variation in the server's settings. */
  variation?: string | undefined
  generatorSeed?: number
  credentials?: Credentials
  ttlMs?: number | undefined
  quota?: Quota | undefined
  labels?: Labels | undefined
  keyId?: string | undefined
  /** Maximum number of workspaces that the key makes. */
  maxOfKey?: number | undefined
  /** Maximum sum of the quotas of its workspaces, bytes. */
  maxBytesOfKey?: number | undefined
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

/** How long a workspace lives, ms; undefined for one that stays until it is deleted. */
export const lifetimeOf = (
  wanted: number | null | undefined,
  { ttlMs, maxTtlMs = Number.POSITIVE_INFINITY }: Pick<Config, 'ttlMs' | 'maxTtlMs'>,
): number | undefined => {
  const ms = wanted === undefined ? (ttlMs ?? maxTtlMs) : (wanted ?? Number.POSITIVE_INFINITY)
  if (ms > maxTtlMs)
    throw badRequest(`ttlMs is ${wanted}; SANDBOX_MAX_TTL_MS allows at most ${maxTtlMs}`)
  return Number.isFinite(ms) ? ms : undefined
}
