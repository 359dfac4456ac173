import { setTimeout as pause } from 'node:timers/promises'
import type { Route } from '../calls/routes.ts'
import { readMaterial } from '../calls/tester.ts'
import { Client } from '../core/client.ts'
import type { Address } from '../core/connection.ts'
import { routeOf } from '../core/judge.ts'
import { callerOf, encodeRequest, type FuzzRequest } from '../core/request.ts'
import { usageOf } from '../core/server-process.ts'
import type { Session } from '../core/session.ts'
import { createTenant, portalHeaders, type Tenant } from '../core/tenant.ts'
import { storageRequests } from '../sockets/messages.ts'
import { RawSocket } from '../sockets/raw-socket.ts'
import { leftOf, readRest } from '../sockets/rest.ts'

const AT_ONCE = 200
const SHORT_AT_ONCE = 8
/** All of them together are less than the server takes of bodies at once. */
const ARRIVED_BYTES = 512_000
const MAX_RISE_MIB = 200
const HOLD_MS = 100

/** A body that never ends: a JSON text is not refused before its end. */
const PART = Buffer.from(`{"param":{"text":"${'x'.repeat(ARRIVED_BYTES)}`)

const unfinished = (request: FuzzRequest): Buffer => {
  const headers = [...request.headers, ['Content-Length', String(2 * ARRIVED_BYTES)] as const]
  return encodeRequest({ ...request, headers, body: PART })
}

const requestOf = (route: Route, tenant: Tenant): FuzzRequest => ({
  method: route.method,
  path: route.path.replaceAll(/\{\w+\}/g, '1'),
  headers: [
    ['Content-Type', route.contentType ?? 'application/json'],
    ...(route.needs === 'portal'
      ? portalHeaders(tenant)
      : callerOf(tenant.fixtures.app.accessToken)),
  ],
})

/** A request, and the listeners that get it. */
type Target = readonly [request: FuzzRequest, listeners: readonly Address[]]

const targetsOf = async (session: Session): Promise<Target[]> => {
  const { server, run } = session
  const client = new Client(server)
  const tenant = await createTenant(client)
  const { routes } = await readMaterial(session)
  const { listeners } = server
  const ofDocuments = routes.all
    .filter(({ contentType }) => contentType !== undefined)
    .map((route) => requestOf(route, tenant))
  const ofStorage = (await storageRequests(client, tenant)).filter(({ method }) =>
    /^P/.test(method),
  )
  client.close()
  // A short round has no time to send the same to listeners that do not know it.
  const known = run.options.short ? [server.address] : listeners
  return [
    ...ofStorage.map((request) => [request, listeners] as const),
    ...ofDocuments.map((request) => [request, known] as const),
  ]
}

/**
 * Sends the first part of a body to every route and every listener, on many connections at once, and leaves: the memory is
 * bounded meanwhile, and nothing stays.
 */
export const unfinishedBodies = async (session: Session): Promise<string[]> => {
  const { server, watch } = session
  const targets = await targetsOf(session)
  // Hundreds of connections that send at once delay everything; what is judged here is what they keep.
  watch.maxLagMs = Number.POSITIVE_INFINITY
  const before = await readRest(server)
  const baseMiB = usageOf(server.pid).residentMiB
  let peakMiB = baseMiB
  let sent = 0
  for (const [request, listeners] of targets)
    for (const address of listeners) {
      if (!session.goesOn()) break
      peakMiB = Math.max(peakMiB, await holdAndLeave(session, request, address, baseMiB))
      sent += 1
    }
  const left = leftOf(before, await readRest(server, before)).join(', ')
  if (left) session.report({ kind: 'leak', text: `kept of unfinished bodies: ${left}` })
  return [`unfinished bodies, ${sent} kinds: from ${baseMiB} to ${peakMiB} MiB`]
}

/** Answers the resident memory while the bodies are held. */
const holdAndLeave = async (
  session: Session,
  request: FuzzRequest,
  address: Address,
  baseMiB: number,
): Promise<number> => {
  const { server, run, watch } = session
  const connections = run.options.short ? SHORT_AT_ONCE : AT_ONCE
  const what = `${request.method} ${routeOf(request.path)}`
  watch.label = `unfinished bodies to ${what}`
  const sockets = Array.from({ length: connections }, () => new RawSocket(address))
  const bytes = unfinished(request)
  for (const socket of sockets) socket.write(bytes)
  await pause(HOLD_MS)
  const { residentMiB } = usageOf(server.pid)
  if (residentMiB - baseMiB > MAX_RISE_MIB)
    session.report({
      kind: 'memory',
      text: `unfinished bodies take more than ${MAX_RISE_MIB} MiB: ${what}`,
      detail: `from ${baseMiB} to ${residentMiB} MiB with ${connections} connections`,
    })
  for (const socket of sockets) socket.close()
  session.count(connections)
  return residentMiB
}
