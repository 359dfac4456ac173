import { existsSync } from 'node:fs'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type ChosenVariants, problemsOfVariants } from '../../contract/assumptions/index.ts'
import { databaseBytes } from '../../db/statements.ts'
import { prepared } from '../../db/store.ts'
import { fileBytesOf } from '../../domain/files/kept-files.ts'
import { didYouMean } from '../../errors/did-you-mean.ts'
import { badRequest, conflict, notFound } from '../../errors/problem.ts'
import { originOf } from '../../http/service-context.ts'
import { DEFAULT_WORKSPACE_ID } from '../../kernel/ids.ts'
import { BUILT_IN_SEEDS } from '../../seeds/built-in-seeds.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import { seedFolderOf } from '../../workspaces/templates.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { clockOf } from '../clock/service.ts'
import { readFixtures } from '../fixtures/service.ts'
import { answers, creates, removes, serverWide } from '../responses.ts'
import { readVariation, variationText } from '../variation/service.ts'
import {
  CreatedWorkspace,
  WorkspaceDetail,
  WorkspaceList,
  WorkspaceOptions,
  WorkspaceParams,
  type WorkspaceSummary,
} from './schema.ts'

/** The workspaces of the server. */
const workspaces: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/workspaces',
    serverWide(creates('Create a workspace', CreatedWorkspace, { body: WorkspaceOptions })),
    async (request) => createWorkspace(app.sandbox, originOf(request), request.body),
  )
  app.get(
    '/workspaces',
    serverWide(answers('List the workspaces', WorkspaceList)),
    async (request) => ({ workspaces: listWorkspaces(app.sandbox, originOf(request)) }),
  )
  app.get(
    '/workspaces/:id',
    serverWide(
      answers('Show a workspace, by id or name, with sizes and counts', WorkspaceDetail, {
        params: WorkspaceParams,
      }),
    ),
    async (request) =>
      showWorkspace(originOf(request), findWorkspace(app.sandbox, request.params.id)),
  )
  app.delete(
    '/workspaces/:id',
    serverWide(
      removes('Delete a workspace, by id or name, with all its data and files', {
        params: WorkspaceParams,
      }),
    ),
    async ({ params }) => deleteWorkspace(app.sandbox, findWorkspace(app.sandbox, params.id)),
  )
}

/** Creates a workspace. */
const createWorkspace = async (
  sandbox: Sandbox,
  origin: string,
  options: WorkspaceOptions,
): Promise<CreatedWorkspace> => {
  const { name, seed, ttlMs, clock, assume, variation, quota } = options
  const variants = assume && variantsOf(sandbox, assume)
  if (seed !== undefined) requireSeed(sandbox, seed)
  if (name !== undefined && sandbox.findByIdOrName(name))
    throw conflict(`There is already a workspace "${name}"; choose another name`)
  const { workspace, credentials } = await sandbox.create({
    ...(name !== undefined && { name }),
    ...(seed !== undefined && { seed }),
    ...(ttlMs !== undefined && { ttlMs }),
    ...(clock && { clock: clockOf(sandbox, clock) }),
    ...(variants && { variants }),
    ...(variation && { variation: variationText(variation) }),
    ...(quota && { quota }),
  })
  return {
    id: workspace.id,
    name: workspace.record.name,
    baseUrl: baseUrlOf(origin, workspace),
    accessToken: credentials.accessToken ?? '',
    clientId: credentials.clientId,
    clientKey: credentials.clientKey,
    fixtures: readFixtures(sandbox, workspace),
  }
}

/** Refuses a seed that the caller may not use, or that is not there: callers tend to name folders of their own machine. */
const requireSeed = ({ seedFolders, options }: Sandbox, seed: string): void => {
  seedFolders.mustAllow(seed)
  if (existsSync(seedFolderOf(options.folders, seed))) return
  const hint =
    didYouMean(seed, BUILT_IN_SEEDS) ||
    `; use ${BUILT_IN_SEEDS.join(', ')} or a folder of JSON files there`
  throw badRequest(`Seed folder "${seed.slice(0, 200)}" does not exist on the server${hint}`)
}

/** The chosen variants of assumptions, beside those that the settings of the server choose. */
const variantsOf = (sandbox: Sandbox, assume: ChosenVariants): ChosenVariants => {
  const problems = problemsOfVariants(assume, didYouMean)
  if (problems.length > 0) throw badRequest(problems.join('; '))
  return { ...sandbox.options.assume, ...assume }
}

/** The workspace with an id or a name. */
const findWorkspace = (sandbox: Sandbox, idOrName: string): Workspace => {
  const found = sandbox.findByIdOrName(idOrName)
  if (!found) throw notFound(`There is no workspace "${idOrName}"`)
  return found
}

/** All workspaces, by their ids. */
const listWorkspaces = (sandbox: Sandbox, origin: string): WorkspaceSummary[] =>
  [...sandbox.all()].map((workspace) => summaryOf(origin, workspace))

/** A workspace with sizes and counts. */
const showWorkspace = (origin: string, workspace: Workspace): WorkspaceDetail => ({
  ...summaryOf(origin, workspace),
  sizeBytes: databaseBytes(workspace.store),
  fileBytes: fileBytesOf(workspace.store),
  counts: countRows(workspace),
})

/** Deletes a workspace; the default workspace stays. */
const deleteWorkspace = (sandbox: Sandbox, workspace: Workspace): void => {
  if (workspace.id === DEFAULT_WORKSPACE_ID)
    throw conflict('The workspace "default" cannot be deleted; reset it instead')
  sandbox.remove(workspace)
}

const summaryOf = (origin: string, workspace: Workspace): WorkspaceSummary => {
  const { id, name, seed, createdAtMs, expiresAtMs, variants, quota } = workspace.record
  return {
    id,
    name,
    baseUrl: baseUrlOf(origin, workspace),
    seed,
    createdAtMs,
    lastUsedAtMs: workspace.lastUsedAtMs,
    expiresAtMs,
    isOpen: workspace.openDatabase !== undefined,
    clock: workspace.clock.setting.mode,
    variants,
    variation: readVariation(workspace),
    quota,
  }
}

/** The URL under which every path of the server means this workspace. */
const baseUrlOf = (origin: string, { id }: Workspace): string => `${origin}/w/${id}`

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

const countRows = ({ store }: Workspace): Record<string, number> => ({ ...rowCounts(store).get() })

/** One row with a column for each table. */
const rowCounts = prepared((store) => {
  const counts = COUNTED.map(
    (table) => `(${COUNT_OF[table] ?? `SELECT count(*) FROM ${table}`}) AS ${table}`,
  )
  return store.sqlite.prepare<[], Record<string, number>>(`SELECT ${counts.join(', ')}`)
})

export default workspaces
