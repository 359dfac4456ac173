import { type Static, Type } from '@sinclair/typebox'
import { Labels } from '../contract/labels.ts'
import { Quota } from '../contract/quota.ts'
import { Amount, ByName, NullableInt, NullableText, Text, WholeNumber } from '../contract/shapes.ts'
import { badRequest } from '../errors/problem.ts'
import { describeError } from '../validation/describe-error.ts'
import { findError } from '../validation/validator.ts'
import { lifetimeOf } from '../workspaces/new-workspace.ts'
import { withinQuota } from '../workspaces/quotas.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import { ENTRIES } from './manifest.ts'

const Clock = Type.Union([
  Type.Object({ mode: Type.Literal('real') }),
  Type.Object({ mode: Type.Literal('offset'), offsetMs: WholeNumber() }),
  Type.Object({ mode: Type.Literal('frozen'), nowMs: WholeNumber() }),
])

/** The identity of a workspace in the manifest of an archive that is made from a backup. */
const Identity = Type.Object({
  record: Type.Object({
    id: Text(),
    name: Text(),
    signingKey: Text(),
    generatorSeed: WholeNumber(),
    clock: Clock,
    initialClock: Clock,
    variants: ByName(Text(), ''),
    variantChoices: ByName(Text(), ''),
    variation: NullableText,
    starts: Amount(),
    createdAtMs: Amount(),
    lastUsedAtMs: Amount(),
    seed: Text(),
    seededAtMs: Amount(),
    expiresAtMs: NullableInt,
    quota: Quota,
    labels: Labels,
    keyId: NullableText,
  }),
  credentials: Type.Object({
    clientId: Text(),
    clientKey: Text(),
    accessToken: Type.Optional(Text()),
    appKey: Text(),
    appSecret: Text(),
  }),
})
export type Identity = Static<typeof Identity>

/** Creates a workspace with an identity of a backup and the database in a file, which is moved; one that has expired stays. */
export const createFrom = async (
  sandbox: Sandbox,
  id: string,
  identity: unknown,
  databasePath: string,
): Promise<void> => {
  const wrong = findError(Identity, identity)
  if (wrong) throw badRequest(`${ENTRIES.manifest}: ${describeError(wrong, 'workspace')}`)
  const { record, credentials } = identity as Identity
  const { accessToken = id, appKey, clientId } = credentials
  const ids = [accessToken, appKey, clientId]
  if (record.id !== id || !ids.every((one) => one.startsWith(id)))
    throw badRequest(`${ENTRIES.manifest}: its id and credentials must begin with ${id}`)
  sandbox.seedFolders.mustAllow(record.seed)
  const nowMs = sandbox.machineClock.now()
  const isOver = (record.expiresAtMs ?? Infinity) <= nowMs
  const ttlMs = lifetimeOf(undefined, sandbox.options) ?? null
  const expiresAtMs = isOver ? ttlMs && nowMs + ttlMs : record.expiresAtMs
  const quota = withinQuota(record.quota, sandbox.quota)
  const restored = { record: { ...record, quota, expiresAtMs }, path: databasePath }
  await sandbox.create({ credentials }, restored)
}
