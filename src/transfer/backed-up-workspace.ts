import { type Static, Type } from '@sinclair/typebox'
import { Labels } from '../contract/labels.ts'
import { Quota } from '../contract/quota.ts'
import { LIMITS } from '../limits.ts'

const Text = (limit: { readonly max: number } = LIMITS.text) =>
  Type.String({ minLength: 1, maxLength: limit.max })
const Int = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
const Count = Type.Integer({ minimum: 0, maximum: LIMITS.clockMs.max })
const OrNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

const Clock = Type.Union([
  Type.Object({ mode: Type.Literal('real') }),
  Type.Object({ mode: Type.Literal('offset'), offsetMs: Int }),
  Type.Object({ mode: Type.Literal('frozen'), nowMs: Int }),
])

const Variants = Type.Record(Text(), Text(), { maxProperties: LIMITS.freeKeys.max })

/** The identity of a workspace in the archive with which it is restored from a backup. */
export const BackedUpWorkspace = Type.Object({
  record: Type.Object(
    {
      id: Type.String({ pattern: '^[0-9a-f]{8}$' }),
      name: Text(LIMITS.workspaceName),
      signingKey: Text(),
      generatorSeed: Int,
      clock: Clock,
      initialClock: Clock,
      variants: Variants,
      variantChoices: Variants,
      variation: OrNull(Text()),
      starts: Count,
      createdAtMs: Count,
      lastUsedAtMs: Count,
      seed: Text(LIMITS.seedName),
      seededAtMs: Count,
      expiresAtMs: OrNull(Count),
      quota: Quota,
      labels: Labels,
    },
    { additionalProperties: false },
  ),
  credentials: OrNull(
    Type.Object({ clientId: Text(), clientKey: Text(), appKey: Text(), appSecret: Text() }),
  ),
  tokens: Type.Array(
    Type.Object({
      token: Text(),
      kind: Type.Union([Type.Literal('access'), Type.Literal('refresh')]),
      expiresAtMs: OrNull(Count),
    }),
    { maxItems: 2 * LIMITS.tokens.max + 1 },
  ),
})
export type BackedUpWorkspace = Static<typeof BackedUpWorkspace>
