import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../core/random.ts'
import { oddFrame } from './framing.ts'
import type { Messages } from './messages.ts'
import type { RawSocket } from './raw-socket.ts'

const MAX_COUNT = 200

/** Bytes for one connection, and how many requests they are. */
type Content = (messages: Messages, random: Random) => { bytes: Buffer; count: number }

/** What is written: many requests, broken ones, or no requests at all. */
const CONTENTS = {
  mixed: (messages, random) => {
    const count = random.pick([1, 2, 5, 12, 50, MAX_COUNT])
    return { bytes: messages.mixed(random, count), count }
  },
  behindReset: (messages) => ({ bytes: messages.behindReset(MAX_COUNT), count: MAX_COUNT }),
  resetAnswers: (messages) => ({ bytes: messages.resetAnswers(12), count: 12 }),
  garbage: (_messages, random) => ({
    bytes: random.bytes(random.pick([1, 10, 1_000, 20_000])),
    count: 1,
  }),
  half: (messages, random) => {
    const bytes = messages.any(random)
    return { bytes: bytes.subarray(0, random.below(bytes.length)), count: 1 }
  },
  changed: (messages, random) => {
    const count = random.between(1, 3)
    const bytes = messages.mixed(random, count)
    return { bytes: random.flip(bytes, random.between(1, 6)), count }
  },
  framing: (messages, random) => {
    const frame = oddFrame(random)
    const isAlone = random.chance(0.7)
    return { bytes: isAlone ? frame : Buffer.concat([frame, messages.any(random)]), count: 1 }
  },
} satisfies Record<string, Content>

const WEIGHTS: Readonly<Record<keyof typeof CONTENTS, number>> = {
  mixed: 8,
  behindReset: 4,
  resetAnswers: 2,
  garbage: 2,
  half: 2,
  changed: 3,
  framing: 3,
}

/** A way in which bytes are written, and the connection ends. */
type Ending = (socket: RawSocket, bytes: Buffer, random: Random) => Promise<void>

const ENDINGS = {
  readToTheEnd: async (socket, bytes) => {
    socket.write(bytes)
    await socket.quiet(150)
  },
  slowly: async (socket, bytes, random) => {
    const size = Math.max(1, Math.ceil(bytes.length / random.pick([2, 5, 20])))
    for (let start = 0; start < bytes.length; start += size) {
      socket.write(bytes.subarray(start, start + size))
      await pause(random.between(0, 5))
    }
    await socket.quiet(50)
  },
  endAtOnce: async (socket, bytes) => {
    socket.write(bytes)
    socket.end()
    await socket.quiet(100)
  },
  leave: async (socket, bytes, random) => {
    socket.write(bytes)
    await pause(random.between(0, 50))
  },
  resetInTheMiddle: async (socket, bytes, random) => {
    socket.write(bytes)
    await (random.chance(0.5) ? socket.firstByte(200) : pause(random.between(0, 30)))
    socket.reset()
  },
  leaveInTheAnswer: async (socket, bytes, random) => {
    socket.write(bytes)
    await socket.receive(random.below(random.pick([100, 10_000, 1_000_000])), 200)
  },
  neverRead: async (socket, bytes, random) => {
    socket.pause()
    socket.write(bytes)
    if (random.chance(0.3)) socket.end()
    await pause(random.between(0, 200))
  },
} satisfies Record<string, Ending>

const keysOf = <K extends string>(map: Readonly<Record<K, unknown>>): K[] => Object.keys(map) as K[]

/** Uses a connection in a random way; answers what was done, and how many requests were sent. */
export const useSocket = async (
  socket: RawSocket,
  messages: Messages,
  random: Random,
): Promise<{ what: string; count: number }> => {
  const content = random.weighted(WEIGHTS)
  const { bytes, count } = CONTENTS[content](messages, random)
  const ending = random.pick(keysOf(ENDINGS))
  await ENDINGS[ending](socket, bytes, random)
  return { what: `${content} of ${count}, ${ending}`, count }
}
