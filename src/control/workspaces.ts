import { existsSync } from 'node:fs'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { didYouMean } from '../contract/errors/did-you-mean.ts'
import { badRequest, conflict } from '../contract/errors/problem.ts'
import { labelPairs } from '../contract/labels.ts'
import { TextUpTo } from '../contract/resources/primitives.ts'
import { fileBytesOf } from '../domain/files/kept-files.ts'
import { originOf } from '../http/call-context.ts'
import { notAllowed } from '../http/control-access.ts'
import { variationOf } from '../instruments/variation/variation.ts'
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
import { clockOf } from './clock.ts'
import { readFixtures } from './fixtures.ts'
import { aboutNamed, answers, creates, removes, serverWide } from './responses.ts'
import { requireVariants } from './variants.ts'
import { readVariation, variationText } from './variation.ts'
import { changeWorkspace, requireFreeName, WorkspaceChanges } from './workspace-changes.ts'
import {
  CreatedWorkspace,
  WorkspaceDetail,
  WorkspaceList,
  WorkspaceOptions,
  WorkspacePage,
  WorkspaceSummary,
} from './workspace-schemas.ts'

const params = Type.Object({
  id: TextUpTo(LIMITS.text, { description: 'Id or name of the workspace' }),
})

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
      return inPieces(page, sandbox, request.call.lifetime.signal)
    }, request.call.lifetime.signal),
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
      throw notAllowed(key, 'is not allowed to change lifetime or quota')
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
    maxBytesOfKey: key?.limits?.totalBytes,
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
    damagedFiles: sandbox.files.blobs.damaged.countOf(id),
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
