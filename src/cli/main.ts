import { run } from './program.ts'

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
