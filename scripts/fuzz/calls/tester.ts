import { Client } from '../core/client.ts'
import type { Connection } from '../core/connection.ts'
import { randomFor } from '../core/random.ts'
import { attack, limitOf, type Session, type Tester } from '../core/session.ts'
import { Slices } from '../core/slices.ts'
import { setStage, type Tenant } from '../core/tenant.ts'
import { readRoutes } from './routes.ts'
import { learn, type Material, makeScene, readSampleFiles } from './scene.ts'
import { nextStep, SEQUENCE_LENGTH } from './sequence.ts'

const DEFAULT_REQUESTS = 350_000
const RESET_EVERY = 10_000

/** Mutated requests to operations, tokens, uploads, downloads and the control plane, in random sequences. */
export const calls: Tester = (run) => {
  const env = { SANDBOX_CHECK_REPLIES: 'on', SANDBOX_SYNC: 'normal' }
  return attack(run, { env, limit: limitOf(run, DEFAULT_REQUESTS) }, async (session) => {
    const { server } = session
    const client = new Client(server)
    const material = await readMaterial(session)
    const slices = new Slices(RESET_EVERY, ['residentMiB', 'descriptors'])
    const statuses = new Map<string, number>()
    let tenants = await setStage(client)
    await session.work(run.options.connections, SEQUENCE_LENGTH, async (index, connection) => {
      if (session.sent > 0 && index % RESET_EVERY === 0)
        tenants = await setStage(client).catch((error: Error) => {
          if (server.isRunning)
            session.report({ kind: '5xx', text: `reset: ${error.message}`, index })
          return tenants
        })
      await runSequence(session, { index, connection, tenants, material }, (status, ms) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        slices.note(ms, server.pid)
      })
    })
    for (const text of slices.judge()) session.report({ kind: 'memory', text })
    const counts = [...statuses].sort().map(([status, times]) => `${status} ${times}`)
    return [`answers: ${counts.join(', ')}`, ...slices.describe()]
  })
}

export const readMaterial = async ({ server }: Session): Promise<Material> => {
  return { routes: await readRoutes(new Client(server)), files: readSampleFiles() }
}

/** Sends the requests of one sequence, which its number and the seed decide. */
export const runSequence = async (
  session: Session,
  given: { index: number; connection: Connection; tenants: readonly Tenant[]; material: Material },
  onAnswer: (status: string, durationMs: number) => void = () => undefined,
): Promise<void> => {
  const { tester, options } = session.run
  const { index, connection, tenants, material } = given
  const random = randomFor(options.seed, tester, index / SEQUENCE_LENGTH)
  const scene = makeScene(random, tenants, material)
  for (let position = 0; position < SEQUENCE_LENGTH && session.goesOn(); position += 1) {
    const step = nextStep(scene, position)
    const startedAt = performance.now()
    const outcome = await session.send(connection, step.request, index + position)
    const isAnswer = outcome.kind === 'answer'
    onAnswer(isAnswer ? String(outcome.status) : outcome.why, performance.now() - startedAt)
    if (isAnswer) learn(scene, step, outcome)
  }
}
