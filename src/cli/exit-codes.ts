/** The exit codes of the command line. */
export const EXIT = {
  ok: 0,
  /** The server refused, or an expectation failed. */
  refused: 1,
  usage: 2,
  unreachable: 3,
  notExecutable: 126,
  notFound: 127,
  /** Plus the number of the signal. */
  signal: 128,
} as const

/** The exit codes as the help explains them. */
export const EXIT_CODES_HELP = `
Exit codes:
  0        done
  1        refused or failed; the line on stderr says why
  2        wrong usage
  3        no server answers, or the connection was lost
  126/127  exec: the command cannot be run / was not found
  128+n    exec: signal n ended the command; upload: it interrupted the upload
  other    exec: the exit code of the command`
