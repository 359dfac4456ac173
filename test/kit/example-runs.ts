import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import type { Example } from './example-kinds.ts'
import { startProgram } from './process.ts'

/** The folder in which examples run, and the server that they call. */
export interface ExamplePlace {
  readonly folder: string
  readonly url: string
  readonly env: Readonly<Record<string, string>>
}

export interface Printed {
  readonly output: string
  readonly code: number | null
}

/** Ends the output of each block. */
const SEPARATOR = '\u001e'

/** The server's URL in the documents. */
const WRITTEN_HOST = '127.0.0.1:4022'

/** A text of a document with the URL of the test's server and the commands of the folder. */
export const runnable = (text: string, url: string): string =>
  text
    .replaceAll(/(?:127\.0\.0\.1|localhost):4022/g, new URL(url).host)
    .replaceAll(/npm start(?: --)?/g, 'node dist/server.cjs')
    .replaceAll('npx dam-sandbox', 'dam-sandbox')

/** Runs a program to its end; its outputs one after the other. */
export const runProgram = async (
  [program = '', ...args]: readonly string[],
  place: ExamplePlace,
): Promise<Printed> => {
  const { stdout, stderr, code } = await start(program, args, place).ending()
  return { output: stdout + stderr, code }
}

const start = (program: string, args: readonly string[], { env, folder }: ExamplePlace) =>
  startProgram(program, args, { env, cwd: folder, isGroup: true })

/** The outputs of the blocks of one program, each as a document shows it; throws when a block fails. */
const outputsOf = ({ output, code }: Printed, examples: readonly Example[], url: string) => {
  const parts = output.replaceAll(new URL(url).host, WRITTEN_HOST).split(SEPARATOR)
  const failed = examples[parts.length - 1]
  if (failed || code !== 0)
    throw new Error(`${failed?.place ?? 'the end'} failed with code ${code}: ${parts.at(-1)}`)
  return new Map(examples.map((example, index) => [example, parts[index]?.trimEnd() ?? '']))
}

/** Runs shell blocks and requests of a document as one POSIX shell script, so that variables stay. */
export const runShell = async (
  examples: readonly Example[],
  place: ExamplePlace,
): Promise<Map<Example, string>> => {
  const commands = examples.map(
    (example) => `${commandOf(example, place)}\nprintf '${SEPARATOR}'\n`,
  )
  writeFileSync(join(place.folder, 'examples.sh'), `set -eu\nexec 2>&1\n${commands.join('')}`)
  const printed = await runProgram(['sh', 'examples.sh'], place)
  return outputsOf(printed, examples, place.url)
}

const TOKEN = '00000000-0000-4000-8000-000000000001'

const commandOf = (example: Example, { folder, url }: ExamplePlace): string => {
  if (example.kind !== 'request') return runnable(example.text, url)
  const { method, path, text, line } = example
  const file = `body-${line}.json`
  writeFileSync(join(folder, file), text)
  const headers = ['content-type: application/json', `access-token: ${TOKEN}`, 'token-type: bearer']
  const options = headers.map((header) => `-H '${header}'`).join(' ')
  return `curl -sS --fail-with-body -X ${method} '${url}${path}' ${options} -d @${file}`
}

/** The TypeScript blocks of a document as one module. */
export const moduleOf = (examples: readonly Example[], url: string): string =>
  examples
    .map(({ text }) => `${runnable(text, url)}\nprocess.stdout.write('${SEPARATOR}')\n`)
    .join('\n')

/** Runs the TypeScript blocks of a document as one module. */
export const runModule = async (
  examples: readonly Example[],
  place: ExamplePlace,
): Promise<Map<Example, string>> => {
  const { code } = await transform(moduleOf(examples, place.url), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
  })
  writeFileSync(join(place.folder, 'examples.mjs'), code)
  return outputsOf(await runProgram(['node', 'examples.mjs'], place), examples, place.url)
}

/** Starts the server of a block, waits until it listens, and stops it; throws when it does not listen. */
export const runServer = async (example: Example, place: ExamplePlace): Promise<void> => {
  const env = { ...place.env, SANDBOX_PORT: '0', SANDBOX_LOG_FORMAT: 'pretty' }
  const server = start('sh', ['-c', runnable(example.text, place.url)], { ...place, env })
  await server.until(/listens on/)
  server.kill('SIGTERM')
  await server.ending()
}

/** Placeholder in documents for output that varies: part of a line, a whole line or value, or the rest of a list. */
const REST = '…'

/** The text of a document as a pattern: `…` is anything within a line, and alone on a line any lines. */
export const outputPattern = (text: string): RegExp => {
  const lines = text.split('\n')
  const last = lines.length - 1
  const parts = lines.map((line, index) => {
    if (line === REST) return index === last ? ANY_TEXT : ANY_LINES
    const pattern = line.split(REST).map(escapeText).join('[^\\n]*?')
    const isBeforeRest = index === last - 1 && lines[last] === REST
    return index === last || isBeforeRest ? pattern : `${pattern}\\n`
  })
  return new RegExp(`^${parts.join('')}$`)
}

const ANY_LINES = '(?:[^\\n]*\\n)*?'
const ANY_TEXT = '(?:\\n[\\s\\S]*)?'

const escapeText = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** Whether a JSON value is the one of a document; `…` as a value, key or last element matches anything. */
export const isLike = (found: unknown, shown: unknown): boolean => {
  if (shown === REST) return true
  if (typeof shown === 'string')
    return typeof found === 'string' && outputPattern(shown).test(found)
  if (Array.isArray(shown)) return Array.isArray(found) && isLikeList(found, shown)
  if (typeof shown !== 'object' || shown === null) return found === shown
  return typeof found === 'object' && found !== null && isLikeObject(found, shown)
}

const isLikeList = (found: readonly unknown[], shown: readonly unknown[]): boolean => {
  const isOpen = shown.at(-1) === REST
  const elements = isOpen ? shown.slice(0, -1) : shown
  const hasLength = isOpen ? found.length >= elements.length : found.length === elements.length
  return hasLength && elements.every((element, index) => isLike(found[index], element))
}

const isLikeObject = (found: object, shown: object): boolean => {
  const { [REST]: rest, ...wanted } = shown as Record<string, unknown>
  const there = new Map<string, unknown>(Object.entries(found))
  const names = Object.keys(wanted)
  return (
    (rest !== undefined || names.length === there.size) &&
    names.every((name) => there.has(name) && isLike(there.get(name), wanted[name]))
  )
}
