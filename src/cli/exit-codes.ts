/** With what the command line ends. */
export const EXIT = {
  ok: 0,
  /** The server refused, or what was looked for is not so. */
  refused: 1,
  usage: 2,
  unreachable: 3,
  notExecutable: 126,
  notFound: 127,
  /** And the number of the signal. */
  signal: 128,
} as const

/** The exit codes as the help explains them. */
export const EXIT_CODES_HELP = `
Exit codes:
  0        done
  1        refused or failed; the line on stderr says why
  2        wrong usage
  3        the server does not answer, or goes away
  126/127  exec: the command cannot be run / is not there
  128+n    exec: the command was ended by signal n
  else     exec: the code of the command`
