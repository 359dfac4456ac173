import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Lets a server listen on a free port of this machine until the test ends; answers the port. */
export const listenUntilEnd = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A server that gives the same answer to every request; it ends with the test. */
export const listeningServer = async (answer: string): Promise<{ port: string }> => {
  const port = await listenUntilEnd(createServer((_request, response) => response.end(answer)))
  return { port: String(port) }
}
