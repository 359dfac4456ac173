// The options of a measurement: what is wrong with them is said in one line, and --help prints how it is called.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** The comment at the top of a script, which says what it measures and how it is called. */
const helpOf = (url) => {
  const lines = readFileSync(fileURLToPath(url), 'utf8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .map((line) => `${line.replace(/^\/\/ ?/, '')}\n`)
    .join('')
}

/** Ends the process with status 2 and one line. */
export const refuse = (url, message) => {
  process.stderr.write(
    `bench/${basename(fileURLToPath(url))}: ${message}; --help shows the options\n`,
  )
  process.exit(2)
}

const parse = (url, args, declared, isPositional) => {
  const options = { help: { type: 'boolean', default: false }, ...declared }
  try {
    return parseArgs({ args, options, allowPositionals: isPositional })
  } catch (error) {
    return refuse(url, error.message)
  }
}

/** Options whose default is a number take numbers above 0. */
const wrongNumber = (values, declared) =>
  Object.entries(declared).find(
    ([name, { default: known }]) => Number(known) > 0 && !(Number(values[name]) > 0),
  )?.[0]

/**
 * The options of the script with this URL, and its arguments as `positionals` where it takes some. Ends the process after --help, and
 * with status 2 where an option is unknown or no number.
 */
export const readOptions = (
  url,
  declared,
  { isPositional = false, args = process.argv.slice(2) } = {},
) => {
  const { values, positionals } = parse(url, args, declared, isPositional)
  if (values.help) {
    process.stdout.write(helpOf(url))
    process.exit()
  }
  const wrong = wrongNumber(values, declared)
  if (wrong) refuse(url, `--${wrong} is "${values[wrong]}"; it must be a number above 0`)
  return { ...values, positionals }
}
