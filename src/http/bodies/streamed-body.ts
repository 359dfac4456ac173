import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { LIMITS } from '../../limits.ts'

const receiving = new WeakSet<Socket>()

/** Runs work that reads the bytes of a file from a request: they may take long, as long as they go on arriving. */
export const whileReceiving = async <T>(
  raw: IncomingMessage,
  work: () => Promise<T>,
): Promise<T> => {
  const { socket } = raw
  receiving.add(socket)
  raw.setTimeout(LIMITS.silentBodyMs.max, () => raw.destroy())
  try {
    return await work()
  } finally {
    raw.setTimeout(0)
    receiving.delete(socket)
  }
}

/** Lets Node set no time limit to the body that arrives on a connection: it may wait, and is judged by its reservation. */
export const timeByHand = (socket: Socket): void => {
  receiving.add(socket)
}

/** Lets Node set the time limit of the next body again. */
export const timeByNode = (socket: Socket): void => {
  receiving.delete(socket)
}

/** Whether the bytes of a file arrive on a connection, which has a time limit of its own. */
export const isReceiving = (socket: Socket): boolean => receiving.has(socket)
