import { RECORD_KINDS } from '#src/client/generated/constants.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { Pool } from '../calls/pool.ts'
import { Client } from '../core/client.ts'
import type { Connection } from '../core/connection.ts'
import { randomFor } from '../core/random.ts'
import { bare, type FuzzRequest, jsonRequest, parseJson } from '../core/request.ts'
import { attack, type Session, type Tester } from '../core/session.ts'
import { createTenant, operationCall, type Tenant } from '../core/tenant.ts'
import { makeOddArchive } from './odd-archive.ts'

const DEFAULT_ARCHIVES = 2_000
/** An import of a megabyte that takes longer is one that never answers. */
const IMPORT_DUE_MS = 20_000
const SHORT_IMPORT_DUE_MS = 3_000
const STATES = ['asset-ingested', 'composite-asset', 'empty-library', 'collection-editable']

export const archives: Tester = (run) => {
  const { options } = run
  let left = options.requests ?? DEFAULT_ARCHIVES
  let taken = 0
  return attack(run, { limit: Number.POSITIVE_INFINITY }, async (session) => {
    const { server } = session
    const client = new Client(server)
    const tenant = await createTenant(client)
    const connection = session.connect()
    // All tables have rows once every operation was called.
    await exercise(tenant, (request) =>
      sendTo(session, connection, request, options.from, 'the unchanged seed'),
    )
    const exported = bare('GET', `/_sandbox/export?workspace=${tenant.id}`)
    const base = await client.done(exported)
    for (; left > 0 && session.goesOn(); left -= 1) {
      const index = session.nextIndex()
      if (await tryArchive(session, { index, connection, tenant, base })) taken += 1
    }
    return [`${taken} archives taken`]
  })
}

const tryArchive = async (
  session: Session,
  given: { index: number; connection: Connection; tenant: Tenant; base: Buffer },
): Promise<boolean> => {
  const { index, connection, tenant, base } = given
  const { seed, short } = session.run.options
  const { what, bytes } = makeOddArchive(base, randomFor(seed, 'archives', index))
  const path = `/_sandbox/export?workspace=${tenant.id}`
  const request: FuzzRequest = {
    ...bare('PUT', path, [['Content-Type', 'application/x-tar']]),
    body: bytes,
    patienceMs: short ? SHORT_IMPORT_DUE_MS : IMPORT_DUE_MS,
  }
  const note = `after an import with ${what}`
  const outcome = await session.send(connection, request, index, note)
  if (outcome.kind === 'cut' && outcome.why === 'left')
    session.report({ kind: 'silence', text: 'no answer to an import', index, detail: note })
  if (outcome.kind === 'cut' || outcome.status >= 300) return false
  await exercise(tenant, (one) => sendTo(session, connection, one, index, note))
  return true
}

const sendTo = async (
  session: Session,
  connection: Connection,
  request: FuzzRequest,
  index: number,
  note: string,
): Promise<unknown> => {
  if (!session.server.isRunning) return undefined
  const outcome = await session.send(connection, request, index, note)
  return outcome.kind === 'answer' ? parseJson(outcome.body) : undefined
}

/** Everything that reads or writes a workspace, once; `send` answers the JSON of an answer. */
const exercise = async (
  tenant: Tenant,
  send: (request: FuzzRequest) => Promise<unknown>,
): Promise<void> => {
  const pool = new Pool()
  for (const { id } of CATALOGUE) pool.learn(await send(operationCall(tenant, id)))
  for (const path of pool.signedPaths.slice(-6)) {
    await send(bare('GET', path))
    await send({ ...bare('GET', path, [['x-sandbox-fault', 'during:delay=3']]), patienceMs: 2_000 })
  }
  const at = `?workspace=${tenant.id}`
  for (const name of ['fixtures', ...RECORD_KINDS.map((kind) => `records/${kind}`), 'export'])
    await send(bare('GET', `/_sandbox/${name}${at}`))
  for (const state of STATES) await send(jsonRequest('POST', `/_sandbox/states/${state}${at}`, {}))
  await send(jsonRequest('POST', `/_sandbox/snapshots${at}`, { name: 'a' }))
}
