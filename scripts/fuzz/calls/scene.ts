import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '../core/connection.ts'
import type { Random } from '../core/random.ts'
import { type FuzzRequest, parseJson } from '../core/request.ts'
import type { Tenant } from '../core/tenant.ts'
import { Pool } from './pool.ts'
import type { Routes } from './routes.ts'

/** What every sequence of a run is made from. */
export interface Material {
  readonly routes: Routes
  readonly files: ReadonlyMap<string, Buffer>
}

export interface Scene extends Material {
  readonly random: Random
  readonly pool: Pool
  readonly tenant: Tenant
  /** Another workspace, whose credentials must not work here. */
  readonly stranger: Tenant
  /** What follows next, because an answer has made it possible. */
  readonly queue: Step[]
}

/** A request, and what is learned from its answer beside what every answer teaches. */
export interface Step {
  readonly request: FuzzRequest
  readonly learn?: (body: unknown) => void
}

/** The scene of a sequence, which the seed and its number decide. */
export const makeScene = (
  random: Random,
  tenants: readonly Tenant[],
  material: Material,
): Scene => {
  const tenant = random.pick(tenants)
  const pool = new Pool()
  for (const id of tenant.fixtures.assets.ids) pool.add('assets', id)
  for (const id of tenant.fixtures.atoms.ids) pool.add('atoms', id)
  pool.learn(tenant.fixtures)
  return { ...material, random, pool, tenant, stranger: random.pick(tenants), queue: [] }
}

const FOLDER = 'test/files'
const MAX_FILE_BYTES = 40_000

/** Small files of every type that the server knows, by their name. */
export const readSampleFiles = (): Map<string, Buffer> =>
  new Map(
    readdirSync(FOLDER)
      .filter((name) => statSync(join(FOLDER, name)).size < MAX_FILE_BYTES)
      .map((name) => [name, readFileSync(join(FOLDER, name))]),
  )

const MAX_LEARNED_BYTES = 65_536

/** Learns from an answer; a fault may have made it malformed. */
export const learn = ({ pool }: Scene, step: Step, answer: Answer): void => {
  if (answer.sizeBytes > MAX_LEARNED_BYTES) return
  const body = parseJson(answer.body)
  pool.learn(body)
  step.learn?.(body)
}
