import type { Answer } from '../core/answer-reader.ts'
import type { Random } from '../core/random.ts'
import type { FuzzRequest } from '../core/request.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Pool } from './pool.ts'
import type { Tenant } from './stage.ts'

/** What the requests of a sequence are made from. */
export interface Scene {
  readonly random: Random
  readonly pool: Pool
  readonly tenant: Tenant
  /** Another workspace, whose credentials must not work here. */
  readonly stranger: Tenant
  readonly controlPlane: ControlPlane
  /** Contents of files by their name. */
  readonly files: ReadonlyMap<string, Buffer>
  /** What follows next, because an answer has made it possible. */
  readonly queue: Step[]
}

/** A request, and what is learned from its answer beside what every answer teaches. */
export interface Step {
  readonly request: FuzzRequest
  readonly learn?: (answer: Answer, body: unknown) => void
}
