import { type Static, Type } from '@sinclair/typebox'
import { type ChosenVariants, problemsOfVariants } from '../../contract/assumptions/index.ts'
import { didYouMean } from '../../contract/errors/did-you-mean.ts'
import { badRequest } from '../../contract/errors/problem.ts'
import { Labels } from '../../contract/labels.ts'
import { Quota } from '../../contract/quota.ts'
import {
  Count,
  Int,
  MapOf,
  NonEmptyText,
  Text,
  TextUpTo,
} from '../../contract/resources/primitives.ts'
import { Part, WantedAmount } from '../../contract/shapes.ts'
import { describeError } from '../../contract/validation/describe-error.ts'
import { findError } from '../../contract/validation/validator.ts'
import { WorkspaceName } from '../../contract/workspace-name.ts'
import { parseVariation } from '../../instruments/variation/variation-kinds.ts'
import { AdjustableClock } from '../../kernel/clock.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { messageOf } from '../../kernel/text.ts'
import { isWellKnown } from '../../workspaces/access.ts'
import { lifetimeOf } from '../../workspaces/new-workspace.ts'
import { withinQuota } from '../../workspaces/quotas.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import { ENTRIES } from './manifest.ts'

const { max } = LIMITS.clockMs

const Instant = WantedAmount('An instant, epoch ms', max)

const Clock = Type.Union([
  Part('The clock of the machine', { mode: Type.Literal('real') }),
  Part('A clock that runs on from an instant', {
    mode: Type.Literal('offset'),
    offsetMs: Type.Integer({ minimum: -max, maximum: max }),
  }),
  Part('A clock that stands still', { mode: Type.Literal('frozen'), nowMs: Instant }),
])

const Variants = MapOf(Text, LIMITS.freeKeys)

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

/** A secret as the server makes it. */
const Secret = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: '32 lower-case hexadecimal digits',
})

const Credential = TextUpTo(LIMITS.text, {
  pattern: '^[\\x21-\\x7e]+$',
  description: 'printable ASCII characters without spaces',
})

const Named = TextUpTo(LIMITS.text, {
  pattern: '^[0-9a-f]{8}-[\\x21-\\x7e]+$',
  description: 'the id of the workspace, a hyphen, and ASCII characters without spaces',
})

/** The identity of a workspace in the manifest of an archive that is made from a backup, judged as what is created. */
const Identity = Part('The identity of a workspace', {
  record: Part('Its record', {
    id: Text,
    name: WorkspaceName,
    signingKey: Secret,
    generatorSeed: Int,
    clock: Clock,
    initialClock: Clock,
    variants: Variants,
    variantChoices: Variants,
    variation: orNull(Text),
    starts: Count,
    createdAtMs: Instant,
    lastUsedAtMs: Instant,
    seed: TextUpTo(LIMITS.seedName, { minLength: 1 }),
    seededAtMs: Instant,
    expiresAtMs: orNull(Instant),
    quota: Quota,
    labels: Labels,
    keyId: orNull(NonEmptyText),
  }),
  credentials: Part('Its credentials', {
    clientId: Named,
    clientKey: Credential,
    accessToken: Type.Optional(Named),
    appKey: Named,
    appSecret: Credential,
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
    throw badRequest(`${ENTRIES.manifest}: its id and credentials must start with ${id}`)
  const problem = problemOf(sandbox, identity as Identity)
  if (problem !== undefined) throw badRequest(`${ENTRIES.manifest}: ${problem}`)
  sandbox.seedFolders.mustAllow(record.seed)
  const restored = {
    record: {
      ...record,
      quota: withinQuota(record.quota, sandbox.quota),
      expiresAtMs: endOf(sandbox, record.expiresAtMs),
    },
    path: databasePath,
  }
  await sandbox.create({ credentials }, restored)
}

/** What no schema says of an identity; undefined where nothing is wrong. */
const problemOf = ({ options }: Sandbox, { record, credentials }: Identity): string | undefined => {
  for (const name of ['clock', 'initialClock'] as const)
    if (new AdjustableClock(record[name]).now() < 0)
      return `record.${name} is before 1970; it must be an instant from 1970 on`
  for (const name of ['variants', 'variantChoices'] as const) {
    const [problem] = problemsOfVariants(record[name] as ChosenVariants, didYouMean)
    if (problem !== undefined) return `record.${name}: ${problem}`
  }
  try {
    if (record.variation !== null) parseVariation(record.variation)
  } catch (error) {
    return `record.variation ${messageOf(error)}`
  }
  return options.profile === 'staging' && isWellKnown(credentials)
    ? 'credentials are the well-known ones, which staging does not allow; create a new workspace instead'
    : undefined
}

/** When a restored workspace ends: as it would have, within the longest lifetime of the server; one that has ended gets the usual one. */
const endOf = ({ options, machineClock }: Sandbox, expiresAtMs: number | null): number | null => {
  const nowMs = machineClock.now()
  const usualMs = lifetimeOf(undefined, options)
  const longestMs = Math.min(options.maxTtlMs ?? Infinity, LIMITS.workspaceMs.max)
  if (expiresAtMs !== null && expiresAtMs > nowMs) return Math.min(expiresAtMs, nowMs + longestMs)
  if (expiresAtMs === null && options.maxTtlMs === undefined) return null
  return usualMs === undefined ? null : nowMs + usualMs
}
