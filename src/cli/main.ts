import { run } from './program.ts'

// Who reads may stop reading, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
