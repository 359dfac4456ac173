import type { FastifyReply, FastifyRequest } from 'fastify'

/** Acts once, when the answer of a call is out or its caller gone. */
export const whenOver = (
  { raw: { socket } }: FastifyRequest,
  { raw }: FastifyReply,
  act: () => void,
): void => {
  if (socket.destroyed) {
    act()
    return
  }
  const actOnce = (): void => {
    raw.off('close', actOnce)
    socket.off('close', actOnce)
    act()
  }
  raw.once('close', actOnce)
  // An answer that waits behind another does not hear when its connection ends.
  socket.once('close', actOnce)
}
