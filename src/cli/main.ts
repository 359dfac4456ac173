import { UnreachableError } from '../client/errors.ts'
import { reportError, run } from './program.ts'

const args = process.argv.slice(2)

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

// A connection that a stopping server drops can leave a fetch of Node 20 unsettled; without this line the process
// would run out of work and end with 0.
const failUnsettled = (): void => {
  const error = new UnreachableError('the server closed the connection without an answer')
  process.exitCode = reportError(error, args, process)
}
process.once('beforeExit', failUnsettled)

void run(args, process).then((code) => {
  process.off('beforeExit', failUnsettled)
  process.exitCode = code
})
