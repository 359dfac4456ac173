/** The exit codes of the command line. */
export const EXIT = {
  ok: 0,
  /** The server refused, or an expectation failed. */
  refused: 1,
  /** The command was not carried out: wrong usage, or no server answers. */
  usage: 2,
  notExecutable: 126,
  notFound: 127,
  /** Plus the number of the signal. */
  signal: 128,
} as const

/** The exit codes as the help explains them. */
export const EXIT_CODES_HELP = `
Exit codes:
  0  done
  1  refused or failed; the line on stderr says why
  2  wrong usage, or no server answers
exec ends with the code of its command, 126 when it cannot be run, 127 when it was not found, 128+n after signal n.
With --json stdout is one JSON value, after a failure with "error": { code, message, field, remedy }.`
