import { writeFile } from 'node:fs/promises'
import type { Question } from './work.ts'

process.on('message', (question: Question) => {
  answer(question)
    .catch(() => undefined)
    .then((answered) => process.send?.({ answer: answered }))
    .catch(() => process.exit(1))
})

/** The modules for each kind of question are loaded on first use. */
const answer = async (question: Question): Promise<unknown> => {
  switch (question.kind) {
    case 'detect':
      return (await import('./worker/detect.ts')).detectMediaType(question.given)
    case 'measure':
      return (await import('./worker/measure.ts')).measure(question.given)
    case 'picture':
      return (await import('./worker/pictures.ts')).makePicture(question.given)
    case 'card':
      return (await import('./worker/card.ts')).makeCard(question.given)
  }
}

// Signals of a terminal or a service manager reach every process; the server decides when this ends.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM']) process.on(signal, () => undefined)

process.send?.({ ready: true })

// Without the server no answer is needed. An ordinary exit would wait for a decoder that hangs.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

// Where memory runs out, Linux is to end this process and not the server.
writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined)
