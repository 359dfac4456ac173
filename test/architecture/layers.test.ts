import { describe, expect, test } from 'vitest'
import { importsOf, readSource, sourceFiles } from '#test/kit/source-files.ts'

/** Every part may import the table of limits, which imports nothing. */
const LEAF = 'limits.ts'

/** What each part of `src` may import: parts of `src`, and packages. This table is the architecture. */
const MAY_IMPORT: Readonly<Record<string, { parts: string[]; packages: string[] }>> = {
  'limits.ts': { parts: [], packages: [] },
  kernel: { parts: [], packages: [] },
  resources: { parts: ['kernel'], packages: ['@sinclair/typebox'] },
  contract: { parts: ['kernel', 'resources'], packages: ['@sinclair/typebox'] },
  observe: { parts: ['kernel', 'contract'], packages: [] },
  db: { parts: ['kernel'], packages: ['better-sqlite3', 'drizzle-orm'] },
  blobs: { parts: [], packages: [] },
  media: {
    parts: [],
    packages: ['file-type', 'htmlparser2', 'mediabunny', 'mime-types', 'sharp', 'unpdf'],
  },
  domain: {
    parts: ['kernel', 'resources', 'contract', 'db', 'blobs', 'media'],
    packages: ['drizzle-orm'],
  },
  sandbox: {
    parts: ['kernel', 'contract', 'observe', 'db', 'blobs', 'media', 'domain'],
    packages: ['@sinclair/typebox', 'better-sqlite3', 'drizzle-orm'],
  },
  http: {
    parts: ['kernel', 'resources', 'contract', 'observe', 'domain', 'sandbox'],
    packages: [
      '@fastify/cors',
      '@sinclair/typebox',
      'ajv',
      'content-disposition',
      'fastify',
      'fastify-plugin',
      'fresh',
      'range-parser',
    ],
  },
  endpoints: { parts: ['resources', 'domain', 'http'], packages: ['@sinclair/typebox'] },
  companions: {
    parts: ['kernel', 'resources', 'blobs', 'domain', 'http', 'sandbox'],
    packages: ['@fastify/type-provider-typebox', '@sinclair/typebox', 'fastify'],
  },
  control: {
    parts: ['kernel', 'resources', 'contract', 'observe', 'http', 'sandbox'],
    packages: ['@sinclair/typebox'],
  },
  settings: { parts: ['kernel', 'contract'], packages: [] },
  'config.ts': { parts: ['kernel', 'contract', 'settings'], packages: [] },
  start: {
    parts: ['kernel', 'contract', 'settings', 'config.ts', 'sandbox'],
    packages: ['pino', 'pino-pretty'],
  },
  'app.ts': {
    parts: ['config.ts', 'sandbox', 'http', 'endpoints', 'companions', 'control'],
    packages: ['fastify'],
  },
  'run.ts': { parts: ['sandbox', 'config.ts', 'start', 'app.ts'], packages: ['fastify'] },
  'server.ts': {
    parts: ['db', 'sandbox', 'settings', 'config.ts', 'start', 'run.ts'],
    packages: ['pino'],
  },
  client: { parts: [], packages: [] },
  'index.ts': {
    parts: ['sandbox', 'client', 'settings', 'config.ts', 'start', 'run.ts'],
    packages: [],
  },
  cli: {
    parts: ['kernel', 'client', 'settings', 'config.ts', 'start', 'index.ts'],
    packages: ['commander'],
  },
  'media-worker.ts': { parts: ['media'], packages: [] },
  'database-worker.ts': { parts: ['sandbox'], packages: [] },
  'build-templates.ts': { parts: ['sandbox', 'start'], packages: [] },
  print: {
    parts: ['kernel', 'contract', 'settings', 'sandbox', 'endpoints', 'control', 'cli'],
    packages: ['@sinclair/typebox', 'json-schema-to-typescript'],
  },
  'print-docs.ts': { parts: ['print'], packages: [] },
}

const partOf = (path: string): string => path.split('/')[1] ?? ''

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

const isAllowed = (file: string, target: string): boolean => {
  const part = partOf(file)
  const allowed = MAY_IMPORT[part]
  if (!allowed) return false
  if (target.startsWith('node:')) return true
  if (!target.startsWith('src/')) return allowed.packages.includes(packageOf(target))
  return (
    partOf(target) === LEAF || partOf(target) === part || allowed.parts.includes(partOf(target))
  )
}

describe('the layers of src', () => {
  test('refuses every import that the table does not allow', () => {
    const offences = sourceFiles('src').flatMap((file) =>
      importsOf(file)
        .filter((target) => !isAllowed(file, target))
        .map((target) => `${file} imports ${target}`),
    )
    expect(offences).toEqual([])
  })

  test('refuses a table that allows a circle', () => {
    const reaches = (from: string, seen: readonly string[] = []): string[] =>
      (MAY_IMPORT[from]?.parts ?? []).flatMap((part) =>
        seen.includes(part) ? [part] : [part, ...reaches(part, [...seen, part])],
      )
    for (const part of Object.keys(MAY_IMPORT)) expect(reaches(part)).not.toContain(part)
  })

  test('refuses fastify-plugin outside http/plugins, where a wrapped route would leak its guard', () => {
    const users = sourceFiles('src').filter((file) => importsOf(file).includes('fastify-plugin'))
    expect(users.filter((file) => !file.startsWith('src/http/plugins/'))).toEqual([])
  })

  test('refuses a black-box test that imports the server', () => {
    const offences = sourceFiles('test/acceptance').filter((file) =>
      importsOf(file).some((target) => target.startsWith('src')),
    )
    expect(offences).toEqual([])
  })

  test('refuses every disabled rule without a reason beside it', () => {
    const bare = [...sourceFiles('src'), ...sourceFiles('test')].filter((file) =>
      /biome-ignore [^:\n]+:\s*(?:\n|$|<)/.test(readSource(file)),
    )
    expect(bare).toEqual([])
  })
})
