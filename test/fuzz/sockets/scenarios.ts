import type { Random } from '../core/random.ts'
import { ODD_FRAMES } from './framing.ts'
import type { Messages } from './messages.ts'
import type { RawSocket } from './raw-socket.ts'

/** One way to use a connection; answers how many requests it has sent. */
export type Scenario = (socket: RawSocket, messages: Messages, random: Random) => Promise<number>

const many = (count: number, make: () => Buffer): Buffer[] => Array.from({ length: count }, make)

/** Several requests in one write, all answers read. */
const pipeline: Scenario = async (socket, messages, random) => {
  const count = random.pick([2, 5, 20, 100])
  socket.write(Buffer.concat(many(count, () => messages.any(random))))
  await socket.quiet(150)
  return count
}

/** Several requests whose answers are long, the first of them late, and a caller that leaves. */
const leavePipeline: Scenario = async (socket, messages, random) => {
  const count = random.pick([2, 5, 10])
  const first = random.chance(0.5) ? [messages.waiting(random)] : []
  socket.pause()
  socket.write(Buffer.concat([...first, ...many(count, () => messages.long(random))]))
  await socket.wait(random.between(0, 60))
  return count
}

const garbage: Scenario = async (socket, _messages, random) => {
  socket.write(random.bytes(random.pick([1, 10, 1_000, 20_000])))
  await socket.quiet(30)
  return 1
}

const half: Scenario = async (socket, messages, random) => {
  const bytes = messages.any(random)
  socket.write(bytes.subarray(0, random.below(bytes.length)))
  if (random.chance(0.5)) socket.end()
  await socket.quiet(random.between(0, 50))
  return 1
}

const slowly: Scenario = async (socket, messages, random) => {
  const bytes = messages.any(random)
  const size = Math.max(1, Math.ceil(bytes.length / random.pick([2, 5, 20])))
  for (let start = 0; start < bytes.length; start += size) {
    socket.write(bytes.subarray(start, start + size))
    await socket.wait(random.between(0, 5))
  }
  await socket.quiet(50)
  return 1
}

const changed: Scenario = async (socket, messages, random) => {
  const bytes = Buffer.concat(many(random.between(1, 3), () => messages.any(random)))
  for (let count = random.between(1, 6); count > 0; count -= 1)
    bytes[random.below(bytes.length)] = random.below(256)
  socket.write(bytes)
  await socket.quiet(40)
  return 1
}

const framing: Scenario = async (socket, messages, random) => {
  socket.write(Buffer.from(random.pick(ODD_FRAMES), 'latin1'))
  if (random.chance(0.3)) socket.write(messages.any(random))
  await socket.quiet(30)
  return 1
}

const thenGarbage: Scenario = async (socket, messages, random) => {
  socket.write(Buffer.concat([messages.any(random), random.bytes(50), messages.any(random)]))
  await socket.quiet(50)
  return 2
}

const waitAndLeave: Scenario = async (socket, messages, random) => {
  socket.write(messages.waiting(random))
  await socket.wait(random.between(0, 50))
  return 1
}

const resetInAnswer: Scenario = async (socket, messages, random) => {
  socket.write(messages.long(random))
  await socket.firstByte(500)
  socket.reset()
  return 1
}

/** Every scenario. */
export const SCENARIOS = {
  pipeline,
  leavePipeline,
  garbage,
  half,
  slowly,
  changed,
  framing,
  thenGarbage,
  waitAndLeave,
  resetInAnswer,
} satisfies Record<string, Scenario>
