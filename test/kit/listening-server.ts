import { once } from 'node:events'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'

/** A server that gives the same answer to every request; it ends with the test. */
export const listeningServer = async (answer: string): Promise<{ port: string }> => {
  const other = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    other.close()
  })
  await once(other, 'listening')
  const address = other.address()
  return { port: typeof address === 'object' ? String(address?.port) : '' }
}
