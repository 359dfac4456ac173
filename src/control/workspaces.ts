import { existsSync } from 'node:fs'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { didYouMean } from '../contract/errors/did-you-mean.ts'
import { badRequest, conflict } from '../contract/errors/problem.ts'
import { WorkspaceFixtures } from '../contract/fixtures.ts'
import { Labels, labelPairs, WantedLabel } from '../contract/labels.ts'
import { Quota } from '../contract/quota.ts'
import { MapOf, TextUpTo, Text as WantedText } from '../contract/resources/primitives.ts'
import {
  Amount,
  ByName,
  Flag,
  MachineInstant,
  Part,
  Shape,
  Text,
  TextOrNull,
  TypedAs,
  WantedCount,
  WholeNumberOrNull,
} from '../contract/shapes.ts'
import { WorkspaceName } from '../contract/workspace-name.ts'
import { fileBytesOf } from '../domain/files/kept-files.ts'
import { notAllowed } from '../http/control-access.ts'
import { originOf } from '../http/service-context.ts'
import { variationOf } from '../instruments/variation/variation.ts'
import { VariationOrNull, VariationSetting } from '../instruments/variation/variation-schema.ts'
import { LIMITS } from '../kernel/limits.ts'
import { inPieces } from '../kernel/pieces.ts'
import { WorkQueue } from '../kernel/work-queue.ts'
import { BUILT_IN_SEEDS } from '../seeds/built-in-seeds.ts'
import type { Credentials } from '../workspaces/access.ts'
import type { KeyRecord } from '../workspaces/keys/key-files.ts'
import { lifetimeOf } from '../workspaces/new-workspace.ts'
import type { WorkspaceRecord } from '../workspaces/registry.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import { seedFolderOf } from '../workspaces/templates.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { ClockMode, ClockSetting, clockOf } from './clock.ts'
import { readFixtures } from './fixtures.ts'
import { aboutNamed, answers, creates, removes, serverWide } from './responses.ts'
import { requireVariants } from './variants.ts'
import { readVariation, variationText } from './variation.ts'
import { changeWorkspace, requireFreeName, WorkspaceChanges } from './workspace-changes.ts'

export const WorkspaceOptions = Shape('WorkspaceOptions', 'Options of a new workspace', {
  name: Type.Optional(WorkspaceName),
  seed: Type.Optional(
    TextUpTo(LIMITS.seedName, {
      minLength: 1,
      description:
        '`demo`, `minimal` or the path of a folder of seed files on the server; default: the default seed',
    }),
  ),
  ttlMs: Type.Optional(
    WantedCount(
      'Lifetime, ms; default: the lifetime in the settings, else the workspace lives until it is deleted',
      LIMITS.workspaceMs.max,
    ),
  ),
  clock: Type.Optional(ClockSetting),
  assume: Type.Optional(
    TypedAs(
      'Partial<Variants>',
      MapOf(WantedText, LIMITS.freeKeys, {
        description: "Variants by the numbers of assumptions, such as `{ 'A-20-1': 'envelope' }`",
      }),
    ),
  ),
  variation: Type.Optional(VariationSetting),
  quota: Type.Optional(Quota),
  labels: Type.Optional(Labels),
})
export type WorkspaceOptions = Static<typeof WorkspaceOptions>

const params = Type.Object({
  id: TextUpTo(LIMITS.text, { description: 'Id or name of the workspace' }),
})

const identity = {
  id: Text('Eight hexadecimal digits; all credentials of the workspace start with them'),
  name: Text('Unique name'),
  baseUrl: Text('Base URL of this workspace'),
}

const summary = {
  ...identity,
  seed: Text(
    'Seed that it was created from and that a reset restores: `demo`, `minimal` or a folder',
  ),
  createdAtMs: MachineInstant('When it was created'),
  lastUsedAtMs: MachineInstant('Time of the last call'),
  expiresAtMs: Type.Union([MachineInstant('When it is deleted'), Type.Null()], {
    description: 'When it is deleted, epoch ms by the clock of the machine; null for never',
  }),
  isOpen: Flag('Whether its database is open; a call opens it'),
  clock: ClockMode,
  variants: ByName(Text(), 'Chosen variants by the numbers of assumptions'),
  variation: VariationOrNull,
  quota: Quota,
  labels: Labels,
  databaseBytes: WholeNumberOrNull('Size of its database, bytes; null if the file is missing'),
  fileBytes: WholeNumberOrNull(
    'Size of all files that its data refers to, bytes; null if its database has not been open since the start',
  ),
  damage: TextOrNull(
    'What cannot be read, so that the server refuses calls to the workspace; null if no damage is known',
  ),
}

export const WorkspaceSummary = Shape('WorkspaceSummary', 'A workspace in a list', summary)
export type WorkspaceSummary = Static<typeof WorkspaceSummary>

const WorkspaceList = Part('A page of the workspaces', {
  workspaces: Type.Array(WorkspaceSummary, { description: 'The workspaces of the page' }),
  total: Amount('Number of workspaces on all pages'),
  next: TextOrNull('Value of `after` for the next page; null on the last page'),
})

const WorkspacePage = Type.Object({
  label: Type.Optional(
    Type.Union([WantedLabel, Type.Array(WantedLabel, { maxItems: LIMITS.labels.max })], {
      description:
        'Only workspaces with this label, such as `team=web`; repeat it for workspaces that have all of the labels',
    }),
  ),
  after: Type.Optional(
    TextUpTo(LIMITS.text, {
      description: 'Id after which the page starts; default: the first page',
    }),
  ),
  limit: Type.Optional(
    WantedCount(
      `Maximum number of workspaces; default ${LIMITS.listedWorkspaces.max}`,
      LIMITS.listedWorkspaces.max,
    ),
  ),
})

export const WorkspaceDetail = Shape('WorkspaceDetail', 'A workspace with sizes and counts', {
  ...summary,
  sizeBytes: Amount('Size of its database, bytes'),
  fileBytes: Amount('Size of all files that its data refers to, bytes'),
  counts: ByName(Amount(), 'Number of rows of the main tables of its database'),
})
export type WorkspaceDetail = Static<typeof WorkspaceDetail>

export const CreatedWorkspace = Shape(
  'CreatedWorkspace',
  'A new workspace with everything you need to call it',
  {
    ...identity,
    accessToken: Text('Access token that never expires'),
    clientId: Text('Client id for requesting tokens'),
    clientKey: Text('Secret of the client'),
    fixtures: WorkspaceFixtures,
  },
)
export type CreatedWorkspace = Static<typeof CreatedWorkspace>

const changes = answers('Change name, lifetime, quota or labels of a workspace', WorkspaceSummary, {
  description:
    'A JSON merge patch (RFC 7396): absent properties stay unchanged; null removes a label, a limit or the lifetime.',
  params,
  body: WorkspaceChanges,
})

const creation = creates('Create a workspace', CreatedWorkspace, { body: WorkspaceOptions })

const list = answers('List workspaces, ordered by id', WorkspaceList, {
  querystring: WorkspacePage,
})

const detail = answers(
  'Show a workspace, by id or name, with its sizes and counts',
  WorkspaceDetail,
  {
    params,
  },
)

const removal = removes('Delete a workspace, by id or name, with all its data and files', {
  params,
})

const workspaces: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox } = app
  app.post('/workspaces', serverWide(creation, 'create'), async (request) => {
    const { workspace, credentials } = await createWorkspace(request)
    request.workspace = workspace
    return createdWorkspace(sandbox, originOf(request), workspace, credentials)
  })
  // One at a time: a list of many workspaces takes time and memory.
  const lists = new WorkQueue()
  app.get('/workspaces', serverWide(list, 'list'), (request) =>
    lists.run(() => {
      const page = listPage(sandbox, originOf(request), request.key, request.query)
      return inPieces(page, sandbox, request.call.signal)
    }, request.call.signal),
  )
  app.get('/workspaces/:id', aboutNamed(detail, 'read'), async (request) => {
    const { record, store } = request.workspace
    return {
      ...summaryOf(originOf(request), record, sandbox),
      sizeBytes: store.sizeBytes,
      fileBytes: fileBytesOf(store),
      counts: store.get<Record<string, number>>(COUNTS) ?? {},
    }
  })
  app.patch('/workspaces/:id', aboutNamed(changes, 'manage'), async (request) => {
    const { workspace, key, body } = request
    const isBound = body.ttlMs !== undefined || body.quota !== undefined
    if (key && key.kind !== 'admin' && isBound)
      throw notAllowed(key, 'may not change lifetime or quota')
    request.auditDetail = `${workspace.record.name}: ${JSON.stringify(body)}`
    changeWorkspace(sandbox, workspace, body)
    return summaryOf(originOf(request), workspace.record, sandbox)
  })
  app.delete('/workspaces/:id', aboutNamed(removal, 'manage'), async ({ workspace }) => {
    if (workspace.id === sandbox.defaultId)
      throw conflict('The workspace "default" cannot be deleted; reset it instead')
    sandbox.remove(workspace)
  })
}

function* listPage(
  sandbox: Sandbox,
  origin: string,
  key: KeyRecord | null | undefined,
  { after = '', limit = LIMITS.listedWorkspaces.max, label }: Static<typeof WorkspacePage>,
): Generator<undefined, Static<typeof WorkspaceList>> {
  const { total, records } = sandbox.list(after, limit, {
    labels: labelPairs(label),
    keyId: key?.kind === 'admin' ? null : (key?.id ?? null),
  })
  const workspaces: WorkspaceSummary[] = []
  for (const record of records) {
    workspaces.push(summaryOf(origin, sandbox.known.get(record.id)?.record ?? record, sandbox))
    yield
  }
  const next = records.length < limit ? null : (records.at(-1)?.id ?? null)
  return { workspaces, total, next }
}

const createWorkspace = ({ server, key, body }: FastifyRequest) => {
  const { sandbox } = server
  const { clock, assume, variation, ...given } = withinKey(sandbox, key, body as WorkspaceOptions)
  const { name, seed } = given
  if (assume) requireVariants(assume)
  if (seed !== undefined) requireSeed(sandbox, seed)
  if (name !== undefined) requireFreeName(sandbox, name)
  return sandbox.create({
    ...given,
    variants: assume && { ...sandbox.options.assume, ...assume },
    clock: clock && clockOf(sandbox, clock),
    variation: variation && variationText(variation),
    keyId: key?.id,
    maxOfKey: key?.limits?.workspaces,
  })
}

/** Bounds a workspace by the limits of the key that makes it. */
const withinKey = (
  { options }: Sandbox,
  key: KeyRecord | null | undefined,
  wanted: WorkspaceOptions,
): WorkspaceOptions => {
  if (!key?.limits) return wanted
  const { bytes = Infinity, ttlMs = Infinity } = key.limits
  const atMost = (size = Infinity) => Math.min(size, bytes)
  const { databaseBytes, fileBytes, snapshotBytes } = wanted.quota ?? {}
  return {
    ...wanted,
    ttlMs: Math.min(lifetimeOf(wanted.ttlMs, options) ?? Infinity, ttlMs),
    quota: {
      databaseBytes: atMost(databaseBytes),
      fileBytes: atMost(fileBytes),
      snapshotBytes: atMost(snapshotBytes),
    },
  }
}

const createdWorkspace = (
  sandbox: Sandbox,
  origin: string,
  workspace: Workspace,
  { accessToken = '', clientId, clientKey }: Credentials,
): CreatedWorkspace => ({
  id: workspace.id,
  name: workspace.record.name,
  baseUrl: baseUrlOf(origin, workspace),
  accessToken,
  clientId,
  clientKey,
  fixtures: readFixtures(sandbox, workspace),
})

/** Refuses a seed that the caller may not use or that does not exist: callers tend to name folders on their own machine. */
const requireSeed = ({ seedFolders, options }: Sandbox, seed: string): void => {
  seedFolders.mustAllow(seed)
  if (existsSync(seedFolderOf(options.folders, seed))) return
  const hint =
    didYouMean(seed, BUILT_IN_SEEDS) ||
    `; use ${BUILT_IN_SEEDS.join(', ')} or a folder of JSON files there`
  throw badRequest(`Seed folder "${seed.slice(0, 200)}" does not exist on the server${hint}`)
}

/** A stored workspace, with the properties that only a workspace in use has. */
const summaryOf = (origin: string, record: WorkspaceRecord, sandbox: Sandbox): WorkspaceSummary => {
  const { id, name, seed, createdAtMs, lastUsedAtMs, expiresAtMs, quota, labels, damage } = record
  const used = sandbox.known.get(id)
  return {
    id,
    name,
    baseUrl: baseUrlOf(origin, record),
    seed,
    createdAtMs,
    lastUsedAtMs: used?.lastUsedAtMs ?? lastUsedAtMs,
    expiresAtMs,
    isOpen: used?.openDatabase !== undefined,
    clock: used?.clock.setting.mode ?? record.clock.mode,
    variants: used?.variants ?? record.variants,
    variation: readVariation({
      variation: used
        ? used.variation
        : variationOf(record.variation ?? sandbox.options.variation, record.generatorSeed),
    }),
    quota,
    labels,
    ...sandbox.sizesOf(record),
    damage: sandbox.damage.find(id)?.why ?? damage ?? null,
  }
}

const baseUrlOf = (origin: string, { id }: Pick<Workspace, 'id'>): string => `${origin}/w/${id}`

const COUNTED = [
  'assets',
  'atoms',
  'collections',
  'approvals',
  'approval_tasks',
  'crowd_packs',
  'crowd_members',
  'portal_contents',
  'users',
  'uploads',
  'files',
] as const

/** Deleted packs are not counted, though their rows may still wait to be removed. */
const COUNT_OF: Partial<Record<(typeof COUNTED)[number], string>> = {
  crowd_packs: 'SELECT count(*) FROM crowd_packs WHERE is_deleted = 0',
  crowd_members: `SELECT count(*) - (
      SELECT count(*) FROM crowd_packs p JOIN crowd_members m ON m.pack_id = p.id
      WHERE p.is_deleted = 1)
    FROM crowd_members`,
}

const COUNTS = `SELECT ${COUNTED.map(
  (table) => `(${COUNT_OF[table] ?? `SELECT count(*) FROM ${table}`}) AS ${table}`,
).join(', ')}`

export default workspaces
