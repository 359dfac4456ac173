// Starts of ours, the bare servers and the peers, in turn: time until the first answer (of ours, until /readyz is 200), and memory at rest.
// node bench/starts.mjs [--rounds 15] [--peer-rounds 5] [--minutes 10] [--json]; Linux and a build
import { setTimeout } from 'node:timers/promises'
import { peerAnswer, recordAnswers } from './answers.mjs'
import { CONTENDERS, startContender, versionOf } from './contenders.mjs'
import { grid } from './grid.mjs'
import { readOptions } from './options.mjs'
import { note, print, runBounded } from './run.mjs'
import { startRows } from './section-rows.mjs'
import { residentMiB } from './server.mjs'
import { spreadOf } from './spread.mjs'

const options = readOptions(import.meta.url, {
  rounds: { type: 'string', default: '15' },
  'peer-rounds': { type: 'string', default: '5' },
  minutes: { type: 'string', default: '10' },
  json: { type: 'boolean', default: false },
})
/** A program that has answered may still load what it did not need for that. */
const REST_MS = 500

const names = Object.keys(CONTENDERS).filter(
  (name) =>
    name !== 'ours at info' &&
    !CONTENDERS[name].isVariant &&
    (!CONTENDERS[name].isPeer || versionOf(name)),
)
const roundsOf = (name) => Number(CONTENDERS[name].isPeer ? options['peer-rounds'] : options.rounds)

const startOnce = async (name, answer, folder) => {
  const server = await startContender(name, answer, folder)
  await setTimeout(REST_MS)
  const found = { ms: server.startMs, cpuMs: server.startCpuMs, restMiB: residentMiB(server.pid) }
  await server.stop()
  return found
}

await runBounded('starts', Number(options.minutes), async (folder) => {
  const answer = peerAnswer(await recordAnswers(folder))
  const found = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < Number(options.rounds); round += 1) {
    note(`starts: round ${round + 1}`)
    for (const name of names)
      if (round < roundsOf(name)) found[name].push(await startOnce(name, answer, folder))
  }
  const programs = Object.fromEntries(
    Object.entries(found).map(([name, starts]) => [
      name,
      Object.fromEntries(
        ['ms', 'cpuMs', 'restMiB'].map((key) => [key, spreadOf(starts.map((one) => one[key]))]),
      ),
    ]),
  )
  print(options.json, { programs }, (result) => grid(startRows(result)))
})
