import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const fileOf = (pid: number | string): string => join(tmpdir(), `loop-of-${pid}`)

const EVERY_MS = 5

/** Preloaded by the server: on demand it writes the longest hold of its event loop, ms, into a file, and looks anew. */
const SOURCE = `import{renameSync,writeFileSync}from'node:fs';let last=performance.now(),hold=0;\
const look=()=>{const now=performance.now();hold=Math.max(hold,now-last-${EVERY_MS});last=now};\
setInterval(look,${EVERY_MS}).unref();const file='${fileOf('')}'+process.pid;\
process.on('SIGWINCH',()=>{look();writeFileSync(file+'~',''+hold);renameSync(file+'~',file);hold=0})`

export const PROBE_ENVIRONMENT: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(SOURCE)}`,
}

/** The longest hold of the event loop of a server since the last look, ms. */
export const readHold = async (pid: number): Promise<number> => {
  const file = fileOf(pid)
  process.kill(pid, 'SIGWINCH')
  while (!existsSync(file)) await pause(5)
  const hold = Number(readFileSync(file, 'utf8'))
  rmSync(file)
  return Math.round(hold)
}
