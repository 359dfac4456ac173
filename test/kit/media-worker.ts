import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkerProgram } from '#src/store/media/worker-process.ts'
import { freshFolder } from './process.ts'

/**
 * A stand-in for the program that reads files. It logs every request and answers at once, unless the
 * file's bytes begin with a word: `hang` has no answer, `fill` has none and takes 200 MB,
 * `wait` has one when the test says so, `end` ends the process, and `end once` ends it the first time only.
 */
export interface StandInWorker extends WorkerProgram {
  /** The requests in order: kind and first line of the file. */
  asked(): string[]
  answerWaiting(): void
}

export const standInWorker = (): StandInWorker => {
  const folder = freshFolder()
  const file = join(folder, 'worker.mjs')
  const log = join(folder, 'log')
  const released = join(folder, 'released')
  const ended = join(folder, 'ended')
  writeFileSync(file, programOf({ log, released, ended }))
  return {
    file,
    environment: {},
    asked: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []),
    answerWaiting: () => writeFileSync(released, ''),
  }
}

const programOf = (paths: { log: string; released: string; ended: string }): string => `
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
const { log, released, ended } = ${JSON.stringify(paths)}
const FACTS = { mediaType: 'text/html', width: null, height: null, orientation: 1, durationMs: null, isReadable: true }
const answerTo = (kind) => {
  if (kind === 'detect') return 'text/html'
  if (kind === 'measure') return { ...FACTS, wordNum: process.pid }
  return { bytes: Buffer.from([1]), mediaType: 'image/png', width: 2, height: 2 }
}
process.on('message', ({ kind, given }) => {
  const text = given.path ? readFileSync(given.path, 'utf8') : ''
  appendFileSync(log, kind + ' ' + text.split('\\n')[0] + '\\n')
  const answer = () => process.send({ answer: answerTo(kind) })
  if (text.startsWith('hang')) return
  if (text.startsWith('fill')) {
    globalThis.all = Buffer.alloc(200e6, 1)
    return
  }
  if (text.startsWith('end') && !(text.startsWith('end once') && existsSync(ended))) {
    writeFileSync(ended, '')
    process.exit(1)
  }
  if (!text.startsWith('wait')) return answer()
  const timer = setInterval(() => {
    if (!existsSync(released)) return
    clearInterval(timer)
    answer()
  }, 5)
})
process.on('disconnect', () => process.exit())
process.send({ ready: true })
`
