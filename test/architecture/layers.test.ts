import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, readSource, sourceFiles } from '#test/kit/source-files.ts'

/** Every part may import the table of limits, which imports nothing. */
const LEAF = 'limits.ts'

/** Parts of `src` and packages that each part may import. This table is the architecture. */
const MAY_IMPORT: Readonly<Record<string, { parts: string[]; packages: string[] }>> = {
  client: { parts: ['kernel'], packages: ['tar-stream'] },
  kernel: { parts: [], packages: [] },
  'limits.ts': { parts: [], packages: [] },
  blobs: { parts: ['kernel'], packages: [] },
  contract: { parts: ['kernel'], packages: ['@sinclair/typebox'] },
  errors: { parts: ['kernel'], packages: ['fastest-levenshtein'] },
  config: { parts: ['contract', 'errors', 'variation'], packages: [] },
  db: { parts: ['kernel', 'errors'], packages: ['better-sqlite3', 'drizzle-orm'] },
  faults: { parts: ['kernel', 'contract', 'errors'], packages: ['@sinclair/typebox'] },
  journal: { parts: ['kernel', 'contract'], packages: ['@sinclair/typebox'] },
  media: {
    parts: ['kernel', 'errors'],
    packages: ['file-type', 'htmlparser2', 'mediabunny', 'mime-types', 'sharp', 'unpdf'],
  },
  validation: { parts: ['kernel', 'errors'], packages: ['@sinclair/typebox', 'ajv'] },
  domain: {
    parts: ['kernel', 'blobs', 'contract', 'errors', 'db', 'media'],
    packages: ['drizzle-orm'],
  },
  files: { parts: ['kernel', 'blobs', 'media', 'domain'], packages: [] },
  seeds: {
    parts: ['kernel', 'blobs', 'contract', 'errors', 'db', 'media', 'validation', 'domain'],
    packages: ['@sinclair/typebox', 'drizzle-orm'],
  },
  jobs: {
    parts: ['kernel', 'errors', 'db', 'media', 'domain', 'seeds'],
    packages: ['better-sqlite3', 'drizzle-orm'],
  },
  findings: { parts: ['kernel', 'contract', 'errors'], packages: ['@sinclair/typebox'] },
  coverage: { parts: ['kernel', 'contract', 'errors'], packages: ['@sinclair/typebox'] },
  variation: { parts: ['kernel', 'contract', 'errors'], packages: ['@sinclair/typebox'] },
  workspaces: {
    parts: [
      'kernel',
      'contract',
      'errors',
      'config',
      'db',
      'faults',
      'journal',
      'findings',
      'coverage',
      'variation',
      'media',
      'domain',
      'files',
      'seeds',
      'jobs',
    ],
    packages: ['better-sqlite3', 'drizzle-orm'],
  },
  http: {
    parts: [
      'kernel',
      'contract',
      'errors',
      'config',
      'faults',
      'journal',
      'findings',
      'coverage',
      'variation',
      'validation',
      'domain',
      'files',
      'workspaces',
    ],
    packages: [
      '@fastify/cors',
      '@fastify/type-provider-typebox',
      '@sinclair/typebox',
      'fastify',
      'fastify-plugin',
    ],
  },
  states: {
    parts: ['kernel', 'blobs', 'errors', 'db', 'domain', 'seeds', 'workspaces'],
    packages: ['drizzle-orm'],
  },
  transfer: {
    parts: [
      'kernel',
      'blobs',
      'contract',
      'errors',
      'db',
      'validation',
      'domain',
      'seeds',
      'jobs',
      'workspaces',
      'http',
    ],
    packages: ['@sinclair/typebox', 'tar-stream'],
  },
  viewer: { parts: ['routes'], packages: ['fastify'] },
  console: {
    parts: ['kernel', 'errors', 'routes', 'client'],
    packages: ['@preact/signals', '@tanstack/virtual-core', 'fastify', 'preact'],
  },
  control: {
    parts: [
      'kernel',
      'blobs',
      'contract',
      'errors',
      'db',
      'faults',
      'journal',
      'findings',
      'coverage',
      'variation',
      'validation',
      'domain',
      'seeds',
      'jobs',
      'workspaces',
      'http',
      'states',
      'transfer',
      'viewer',
      'console',
    ],
    packages: [
      '@fastify/type-provider-typebox',
      '@sinclair/typebox',
      'content-disposition',
      'drizzle-orm',
      'fastify',
    ],
  },
  endpoints: { parts: ['contract', 'domain', 'http'], packages: ['@sinclair/typebox'] },
  routes: {
    parts: [
      'kernel',
      'blobs',
      'contract',
      'errors',
      'config',
      'domain',
      'files',
      'workspaces',
      'http',
    ],
    packages: [
      '@fastify/type-provider-typebox',
      '@sinclair/typebox',
      'content-disposition',
      'fastify',
      'fresh',
      'range-parser',
    ],
  },
  openapi: {
    parts: [
      'kernel',
      'contract',
      'errors',
      'config',
      'workspaces',
      'http',
      'control',
      'endpoints',
      'routes',
      'app.ts',
    ],
    packages: ['@fastify/swagger', '@sinclair/typebox', 'fastify', 'yaml'],
  },
  'app.ts': {
    parts: [
      'contract',
      'errors',
      'config',
      'workspaces',
      'http',
      'control',
      'endpoints',
      'routes',
      'viewer',
      'console',
    ],
    packages: ['fastify'],
  },
  start: {
    parts: ['control', 'kernel', 'contract', 'errors', 'config', 'workspaces', 'app.ts'],
    packages: ['close-with-grace', 'fastify', 'pino'],
  },
  'index.ts': { parts: ['client', 'errors', 'config', 'start'], packages: [] },
  'interface.ts': { parts: ['client'], packages: [] },
  'server.ts': { parts: ['errors', 'config', 'files', 'start'], packages: [] },
  cli: {
    parts: ['client', 'kernel', 'errors', 'config', 'coverage', 'validation', 'start', 'index.ts'],
    packages: ['commander', 'junit-report-builder', 'sarif'],
  },
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

/** The files and folders of a folder, each with those of the same folder that it imports. */
const siblingsIn = (folder: string): Map<string, Set<string>> => {
  const entryOf = (path: string) => path.slice(folder.length + 1).split('/')[0] ?? ''
  const siblings = new Map<string, Set<string>>()
  for (const file of sourceFiles(folder)) {
    const own = entryOf(file)
    const targets = importsOf(file).filter((target) => target.startsWith(`${folder}/`))
    const others = targets.map(entryOf).filter((entry) => entry !== own)
    siblings.set(own, new Set([...(siblings.get(own) ?? []), ...others]))
  }
  return siblings
}

const reachable = (from: string, edges: Map<string, Set<string>>): Set<string> => {
  const seen = new Set<string>()
  const visit = (entry: string): void => {
    for (const next of edges.get(entry) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      visit(next)
    }
  }
  visit(from)
  return seen
}

/** Every entry of the folders below `src` that imports itself through others. */
const cyclesIn = (folders: Iterable<string>): string[] =>
  [...folders].flatMap((folder) => {
    const siblings = siblingsIn(folder)
    return [...siblings.keys()]
      .filter((entry) => reachable(entry, siblings).has(entry))
      .map((entry) => `${folder}/${entry}`)
  })

describe('the layers of src', () => {
  test('fails for an import that the table does not allow', () => {
    const offences = sourceFiles('src').flatMap((file) =>
      importsOf(file)
        .filter((target) => !isAllowed(file, target))
        .map((target) => `${file} imports ${target}`),
    )
    expect(offences).toEqual([])
  })

  test('fails when the table allows a cycle', () => {
    const reaches = (from: string, seen: readonly string[] = []): string[] =>
      (MAY_IMPORT[from]?.parts ?? []).flatMap((part) =>
        seen.includes(part) ? [part] : [part, ...reaches(part, [...seen, part])],
      )
    for (const part of Object.keys(MAY_IMPORT)) expect(reaches(part)).not.toContain(part)
  })

  test('fails for a cycle of files or folders in one folder', () => {
    const folders = new Set(sourceFiles('src').map((file) => dirname(file)))
    expect(folders.size).toBeGreaterThan(20)
    expect(cyclesIn(folders)).toEqual([])
  })

  test('fails for fastify-plugin outside http/plugins, where a wrapped route would leak its guard', () => {
    const users = sourceFiles('src').filter((file) => importsOf(file).includes('fastify-plugin'))
    expect(users.filter((file) => !file.startsWith('src/http/plugins/'))).toEqual([])
  })

  test('fails for a black-box test that imports the server', () => {
    const offences = sourceFiles('test/acceptance').filter((file) =>
      importsOf(file).some((target) => target.startsWith('src')),
    )
    expect(offences).toEqual([])
  })

  test('fails for a disabled lint rule without a reason', () => {
    const bare = [...sourceFiles('src'), ...sourceFiles('test')].filter((file) =>
      /biome-ignore [^:\n]+:\s*(?:\n|$|<)/.test(readSource(file)),
    )
    expect(bare).toEqual([])
  })
})
