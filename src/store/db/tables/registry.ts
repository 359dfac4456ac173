import { sql } from 'drizzle-orm'
import { customType, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ChosenVariants } from '../../../contract/assumptions/index.ts'
import type { KeyAccess, KeyKind, KeyLimits } from '../../../contract/key-shapes.ts'
import type { Labels } from '../../../contract/labels.ts'
import type { Quota } from '../../../contract/quota.ts'
import type { ClockSetting } from '../../../kernel/clock.ts'
import { checked, INSTANT, NOT_NEGATIVE, oneOf, VALID_JSON } from './checks.ts'
import { nameOf } from './references.ts'

/** A value as JSON; null if its text is not JSON, so that one damaged row does not break a list. */
const json = <T>() =>
  customType<{ data: T; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (text) => parsed(text) as T,
  })()

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The identity of each workspace, without its contents. */
export const workspaces = sqliteTable(
  'workspaces',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Signs URLs; random, never shown. */
    signingKey: text().notNull(),
    /** Seeds the streams of repeatable randomness. */
    generatorSeed: integer().notNull(),
    clock: json<ClockSetting>().notNull(),
    /** The variants of its creation; in the default workspace those of the settings count instead. */
    variants: json<ChosenVariants>().notNull(),
    databaseFile: text().notNull(),
    /** How often the workspace was opened; keeps trace ids apart across restarts. */
    starts: integer().notNull(),
    createdAtMs: integer().notNull(),
    lastUsedAtMs: integer().notNull(),
    /** The seed that a reset goes back to: a name or the path of a folder. */
    seed: text().notNull(),
    /** The instant of its clock at creation, to whose day times of a built-in seed are shifted. */
    seededAtMs: integer().notNull(),
    initialClock: json<ClockSetting>().notNull(),
    /** When it is removed, by the clock of the machine; null for never. */
    expiresAtMs: integer(),
    quota: json<Quota>().notNull(),
    /** The variants that were switched at run time, which win over `variants`. */
    variantChoices: json<ChosenVariants>().notNull(),
    /** Its variation as text, `off` for none; null where the setting of the server counts. */
    variation: text(),
    labels: json<Labels>().notNull().default({}),
    /** The key that made it, which sees it and may change it. */
    keyId: text(),
  },
  () => [
    ...checked((column) => `length(${column}) = 8 AND ${column} NOT GLOB '*[^0-9a-f]*'`, 'id'),
    ...checked(
      VALID_JSON,
      'clock',
      'variants',
      'initialClock',
      'quota',
      'variantChoices',
      'labels',
    ),
    ...checked(NOT_NEGATIVE, 'starts', 'createdAtMs', 'expiresAtMs'),
    ...checked(INSTANT, 'seededAtMs', 'lastUsedAtMs'),
  ],
)

export const snapshots = sqliteTable(
  'snapshots',
  {
    workspaceId: nameOf(() => workspaces.id),
    name: text().notNull(),
    imageFile: text().notNull(),
    digests: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
    sizeBytes: integer().notNull(),
    takenAtMs: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.name] }),
    ...checked(VALID_JSON, 'digests'),
    ...checked(NOT_NEGATIVE, 'sizeBytes', 'takenAtMs'),
  ],
)

export const clients = sqliteTable(
  'clients',
  {
    clientId: text().primaryKey(),
    clientKey: text().notNull(),
    workspaceId: nameOf(() => workspaces.id),
  },
  (table) => [index('clients_workspace').on(table.workspaceId)],
)

export const portalApps = sqliteTable(
  'portal_apps',
  {
    appKey: text().primaryKey(),
    appSecret: text().notNull(),
    workspaceId: nameOf(() => workspaces.id),
  },
  (table) => [index('portal_apps_workspace').on(table.workspaceId)],
)

/** Access and refresh tokens; without an expiry they never expire. */
export const tokens = sqliteTable(
  'tokens',
  {
    token: text().primaryKey(),
    kind: text({ enum: ['access', 'refresh'] }).notNull(),
    workspaceId: nameOf(() => workspaces.id),
    clientId: nameOf(() => clients.clientId),
    expiresAtMs: integer(),
    /** Counts the tokens of a client and kind from 1; 0 for those that never expire. */
    number: integer().notNull(),
  },
  (table) => [
    index('tokens_expiry').on(table.workspaceId, table.expiresAtMs),
    index('tokens_number').on(table.clientId, table.kind, table.number),
    ...checked(oneOf('access', 'refresh'), 'kind'),
    ...checked(NOT_NEGATIVE, 'expiresAtMs', 'number'),
  ],
)

/** Keys of object storage, with the token that is sent beside them. */
export const grants = sqliteTable(
  'grants',
  {
    accessKeyId: text().primaryKey(),
    accessKeySecret: text().notNull(),
    securityToken: text().notNull(),
    workspaceId: nameOf(() => workspaces.id),
    /** Whose token it was granted for; null for grants of earlier versions. */
    clientId: text(),
    /** By the clock of the workspace. */
    expiresAtMs: integer().notNull(),
  },
  (table) => [
    index('grants_workspace').on(table.workspaceId, table.expiresAtMs),
    ...checked(INSTANT, 'expiresAtMs'),
  ],
)

/** Keys of the control plane beside the admin key of the settings. */
export const keys = sqliteTable(
  'keys',
  {
    id: text().primaryKey(),
    /** SHA-256 of the key, in hexadecimal digits. */
    hash: text().notNull().unique(),
    kind: text().$type<KeyKind>().notNull(),
    name: text().notNull(),
    /** Not a reference: a key outlives its workspace, and means nothing then. */
    workspaceId: text(),
    access: text().$type<KeyAccess>(),
    limits: text({ mode: 'json' }).$type<KeyLimits>(),
    createdAtMs: integer().notNull(),
    endsAtMs: integer(),
  },
  () => [
    ...checked((column) => `length(${column}) = 64`, 'hash'),
    ...checked(oneOf('admin', 'workspace', 'ci', 'metrics', 'backup'), 'kind'),
    ...checked(oneOf('read', 'steer'), 'access'),
    ...checked(VALID_JSON, 'limits'),
    ...checked(INSTANT, 'createdAtMs', 'endsAtMs'),
  ],
)

/** Changes through the control plane, and removals by time. */
export const audit = sqliteTable(
  'audit',
  {
    number: integer().primaryKey({ autoIncrement: true }),
    atMs: integer().notNull(),
    /** The name of the key; null for a caller without one, and for the server itself. */
    key: text(),
    keyId: text(),
    /** Address of the caller; null for the server itself. */
    caller: text(),
    requestId: text(),
    action: text().notNull(),
    workspaceId: text(),
    workspaceName: text(),
    result: text().notNull(),
    /** Why it was refused, or what it said. */
    detail: text(),
  },
  (table) => [
    index('audit_refused').on(table.number).where(sql`result = 'refused'`),
    ...checked(INSTANT, 'atMs'),
  ],
)
