import { setTimeout as pause } from 'node:timers/promises'
import { SEQUENCE_LENGTH } from './calls/sequence.ts'
import { readMaterial, runSequence } from './calls/tester.ts'
import { Client } from './core/client.ts'
import { type Random, randomFor } from './core/random.ts'
import { bare, type FuzzRequest, jsonRequest } from './core/request.ts'
import { attack, limitOf, type Session, type Tester } from './core/session.ts'
import { createTenant, type Tenant } from './core/tenant.ts'

const CLIENTS = 24
const DISRUPTERS = 3
const DEFAULT_REQUESTS = 100_000

interface Shared {
  tenant: Tenant
  readonly archive: Buffer
  disruptions: number
}

/** Many clients of one workspace, while others reset, restore, import or remove it. */
export const races: Tester = (run) =>
  attack(run, { limit: limitOf(run, DEFAULT_REQUESTS) }, async (session) => {
    const { server } = session
    const client = new Client(server)
    const tenant = await createTenant(client)
    const archive = await client.done(bare('GET', `/_sandbox/export?workspace=${tenant.id}`))
    const shared: Shared = { tenant, archive, disruptions: 0 }
    const material = await readMaterial(session)
    const clients = session.work(CLIENTS, SEQUENCE_LENGTH, (index, connection) =>
      runSequence(session, { index, connection, tenants: [shared.tenant], material }),
    )
    const disrupters = Array.from({ length: DISRUPTERS }, (_, number) =>
      disrupt(session, shared, number),
    )
    await Promise.all([clients, ...disrupters])
    return [`${shared.disruptions} disruptions`]
  })

const disrupt = async (session: Session, shared: Shared, number: number): Promise<void> => {
  const { server, run } = session
  const random = randomFor(run.options.seed, 'disrupt', number, run.options.from)
  const connection = session.connect()
  for (; session.goesOn(); shared.disruptions += 1) {
    const { id } = shared.tenant
    const kind = random.weighted(KINDS)
    await session.send(connection, disruption(kind, shared, random), run.options.from)
    if (kind === 'remove' && shared.tenant.id === id)
      shared.tenant = await createTenant(new Client(server)).catch((error: unknown) => {
        if (server.isRunning) throw error
        return shared.tenant
      })
    await pause(random.between(0, 30))
  }
}

const KINDS = { reset: 4, snapshot: 3, restore: 4, import: 3, export: 1, drop: 1, remove: 1 }

const disruption = (
  kind: keyof typeof KINDS,
  { tenant, archive }: Shared,
  random: Random,
): FuzzRequest => {
  const at = `?workspace=${tenant.id}`
  const name = random.pick(['one', 'two'])
  const parts = random.pick([['data'], undefined])
  const archivePath = `/_sandbox/export${at}`
  return {
    reset: jsonRequest('POST', `/_sandbox/reset${at}`, { parts }),
    snapshot: jsonRequest('POST', `/_sandbox/snapshots${at}`, { name }),
    restore: bare('POST', `/_sandbox/snapshots/${name}/restore${at}`),
    drop: bare('DELETE', `/_sandbox/snapshots/${name}${at}`),
    export: bare('GET', archivePath),
    import: { ...bare('PUT', archivePath, [['Content-Type', 'application/x-tar']]), body: archive },
    remove: bare('DELETE', `/_sandbox/workspaces/${tenant.id}`),
  }[kind]
}
