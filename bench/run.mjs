// What every long measurement shares: a time limit, an end that leaves no process and no folder behind, and where its result goes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endAll } from './contenders.mjs'

/** A line for the person who waits; results go to the standard output. */
export const note = (line) => process.stderr.write(`${line}\n`)

/** Runs `work` with a fresh folder and ends the process after it, or after so many minutes. */
export const runBounded = async (name, minutes, work) => {
  const folder = mkdtempSync(join(tmpdir(), `dam-sandbox-${name}-`))
  process.once('exit', () => {
    endAll()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  setTimeout(() => {
    note(`not done after ${minutes} minutes; allow more with --minutes`)
    process.exit(1)
  }, minutes * 60_000)
  try {
    await work(folder)
    process.exit()
  } catch (error) {
    note(error.stack)
    process.exit(1)
  }
}

/** Prints a result as JSON, or as text for a person. */
export const print = (isJson, result, textOf) =>
  process.stdout.write(isJson ? `${JSON.stringify(result, null, 2)}\n` : textOf(result))
