import { connect } from 'node:net'
import type { Address } from '../core/connection.ts'

const ANNOUNCED_BYTES = 31 * 1_048_576
const SENT = Buffer.alloc(1_048_576, '{},')

/** Opens connections that announce 31 MiB to the token route, send 30 of them and then nothing; answers how to end them. */
export const neverEnding = ({ hostname, port }: Address, count: number): (() => void) => {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, hostname)
    socket.on('error', () => socket.destroy())
    socket.resume()
    socket.write(
      `POST /open-api/oauth/get-token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${ANNOUNCED_BYTES}\r\n\r\n[`,
    )
    for (let sent = 0; sent < 30; sent += 1) socket.write(SENT)
    return socket
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
