import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, sourceFiles } from '#test/kit/source-files.ts'

/** A name and what belongs to it in each row; indented lines go on with the row before. */
const table = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    text
      .trim()
      .split(/\n(?=\S)/)
      .map((row) => row.trim().split(/\s+/))
      .map(([name = '', ...entries]) => [name, entries]),
  )

/** What each room of `src` may import. This table is the architecture. */
const ROOMS = table(`
kernel
contract     kernel
client       kernel
console      kernel client
store        kernel contract
instruments  kernel contract
config       kernel contract instruments
domain       kernel contract store
seeds        kernel contract store domain
workspaces   kernel contract store instruments config domain seeds
http         kernel contract store instruments config domain workspaces
endpoints    kernel contract domain http
routes       kernel contract store config domain workspaces http
control      kernel contract store instruments domain seeds workspaces http routes
openapi      kernel contract http endpoints
start        kernel contract instruments config workspaces http endpoints routes control
index.ts     contract client config start
vitest       client config index.ts
server.ts    start
cli          kernel contract client instruments config workspaces control start index.ts
`)

/** Packages that each room may import. */
const PACKAGES = table(`
client       eventsource-parser tar-stream
console      @preact/signals eventsource-parser preact
contract     @sinclair/typebox ajv fastest-levenshtein
store        better-sqlite3 drizzle-orm file-type htmlparser2 mediabunny mime-types sharp
instruments  @sinclair/typebox
domain       mime-types
seeds        @sinclair/typebox better-sqlite3 drizzle-orm
workspaces   better-sqlite3
http         @fastify/type-provider-typebox @sinclair/typebox fastify fastify-plugin
endpoints    @sinclair/typebox
routes       @fastify/accept-negotiator @fastify/type-provider-typebox @sinclair/typebox
             content-disposition fastify fresh prom-client range-parser
control      @fastify/type-provider-typebox @sinclair/typebox better-sqlite3 content-disposition
             fastify tar-stream
openapi      @fastify/swagger @sinclair/typebox fastify
start        close-with-grace fastify pino
cli          commander
vitest       vitest
`)

const roomOf = (path: string): string => path.split('/')[1] ?? ''

const packageOf = (name: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? ''

const isAllowed = (file: string, target: string): boolean => {
  const room = roomOf(file)
  const rooms = ROOMS.get(room)
  if (!rooms || target.startsWith('node:')) return rooms !== undefined
  if (!target.startsWith('src/')) return PACKAGES.get(room)?.includes(packageOf(target)) ?? false
  return [room, ...rooms].includes(roomOf(target))
}

type Edges = ReadonlyMap<string, Iterable<string>>

/** The entries of which each imports another that is left: those of cycles, and those that lead to one. */
const inCycles = (edges: Edges): string[] => {
  const left = new Map(edges)
  for (let size = left.size + 1; left.size < size; ) {
    size = left.size
    for (const [entry, targets] of left)
      if (![...targets].some((target) => left.has(target))) left.delete(entry)
  }
  return [...left.keys()]
}

/** The files and folders of a folder, each with those of the same folder that it imports. */
const siblingsIn = (folder: string): Edges => {
  const entryOf = (path: string) => path.slice(folder.length + 1).split('/')[0] ?? ''
  const siblings = new Map<string, string[]>()
  for (const file of sourceFiles(folder)) {
    const own = entryOf(file)
    const targets = importsOf(file).filter((target) => target.startsWith(`${folder}/`))
    const others = targets.map(entryOf).filter((entry) => entry !== own)
    siblings.set(own, [...(siblings.get(own) ?? []), ...others])
  }
  return siblings
}

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
    expect(inCycles(ROOMS)).toEqual([])
  })

  test('fails for a cycle of files or folders in one folder', () => {
    const folders = [...new Set(sourceFiles('src').map((file) => dirname(file)))]
    expect(folders.length).toBeGreaterThan(20)
    expect(folders.flatMap((folder) => inCycles(siblingsIn(folder)))).toEqual([])
  })

  test('detects a cycle, and what leads to it', () => {
    const edges = { a: ['b'], b: ['c'], c: ['b'], d: [] }
    expect(inCycles(new Map(Object.entries(edges)))).toEqual(['a', 'b', 'c'])
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
})
