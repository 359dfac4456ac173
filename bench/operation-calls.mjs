// One request for each operation, from the catalogue and the samples of the tests, so that nothing is written twice.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

const load = async (entry) => {
  const folder = mkdtempSync(join(tmpdir(), 'dam-sandbox-calls-'))
  const outfile = join(folder, 'module.cjs')
  try {
    await build({
      absWorkingDir: join(import.meta.dirname, '..'),
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      external: ['better-sqlite3', 'sharp', 'vitest'],
      logLevel: 'error',
    })
    return (await import(outfile)).default
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const headersOf = ({ surface }) => ({
  'content-type': 'application/json',
  'access-token': '00000000-0000-4000-8000-000000000001',
  ...(surface === 'portal'
    ? {
        'x-app-key': '00000000-portal',
        's-sign': 'x',
        's-timestamp': `${Math.round(performance.timeOrigin + performance.now())}`,
        's-nonce': 'n',
      }
    : { 'token-type': 'bearer', 'x-open-api-user': 'owner@example.com' }),
})

/** The requests of a running server; `only` names operations, separated by commas. */
export const operationCalls = async (url, only) => {
  const { CATALOGUE } = await load('src/endpoints/index.ts')
  const unknown = only?.split(',').find((name) => !CATALOGUE.some(({ id }) => id === name))
  if (unknown !== undefined) throw new Error(`"${unknown}" is not an operation; E8 is one`)
  const { samplesOf } = await load('test/kit/samples.ts')
  const samples = samplesOf(await (await fetch(`${url}/_sandbox/fixtures`)).json())
  return CATALOGUE.filter(({ id }) => !only || only.split(',').includes(id)).map((operation) => {
    const param = samples[operation.id]
    const body = JSON.stringify(operation.surface === 'portal' ? param : { param })
    return {
      ...{ id: operation.id, path: operation.path, headers: headersOf(operation), body },
      isRead: operation.access === 'read',
    }
  })
}
