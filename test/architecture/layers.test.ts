import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, sourceFiles } from '#test/kit/source-files.ts'

/** Every part may import the table of limits, which imports nothing. */
const LEAF = 'limits.ts'

/** A name and what belongs to it in each row; indented lines go on with the row before. */
const table = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    text
      .trim()
      .split(/\n(?=\S)/)
      .map((row) => row.trim().split(/\s+/))
      .map(([name = '', ...entries]) => [name, entries]),
  )

/** Parts of `src` that each part may import. This table is the architecture. */
const PARTS = table(`
client       kernel
kernel
limits.ts
blobs        kernel
contract     kernel
errors       kernel
config       contract errors variation
db           kernel contract errors
faults       kernel contract errors
journal      kernel contract
keys         kernel contract errors db
media        kernel errors
validation   kernel errors
domain       kernel blobs contract errors db media
files        kernel blobs media domain
seeds        kernel blobs contract errors db media validation domain
jobs         kernel errors db media domain seeds
findings     kernel contract errors
coverage     kernel contract errors
variation    kernel contract errors
workspaces   kernel contract errors config db keys faults journal findings coverage variation media
             domain files seeds jobs
http         kernel blobs contract errors config keys faults journal findings coverage variation
             validation domain files workspaces
states       kernel blobs errors db domain seeds workspaces
transfer     kernel blobs contract errors db keys variation validation domain files seeds jobs
             workspaces http
backup       kernel errors blobs db domain transfer workspaces
viewer       routes
console      kernel errors routes client
control      kernel blobs contract errors db keys faults journal findings coverage variation
             validation domain seeds jobs workspaces http states transfer routes viewer console
endpoints    contract domain http
routes       kernel blobs contract errors config domain files workspaces http
storage      kernel blobs contract errors config domain files workspaces http routes
metrics      kernel errors workspaces http
openapi      kernel contract errors config workspaces http control endpoints routes app.ts
app.ts       contract errors config workspaces http control endpoints routes metrics viewer
             console
start        control kernel contract errors config journal workspaces metrics storage
             app.ts
index.ts     client errors config start
interface.ts client
vitest       client config index.ts
server.ts    errors config files start
cli          backup client kernel contract errors config keys coverage validation start index.ts
`)

/** Packages that each part may import. */
const PACKAGES = table(`
client       eventsource-parser tar-stream
contract     @sinclair/typebox
errors       fastest-levenshtein
db           better-sqlite3 drizzle-orm
faults       @sinclair/typebox
journal      @sinclair/typebox
media        file-type htmlparser2 mediabunny mime-types sharp unpdf
validation   @sinclair/typebox ajv
domain       drizzle-orm mime-types
seeds        @sinclair/typebox drizzle-orm
jobs         better-sqlite3 drizzle-orm
findings     @sinclair/typebox
coverage     @sinclair/typebox
variation    @sinclair/typebox
workspaces   better-sqlite3 drizzle-orm
backup       better-sqlite3
http         @fastify/type-provider-typebox @sinclair/typebox fastify
             fastify-plugin
states       drizzle-orm
storage      fastify
transfer     @sinclair/typebox tar-stream
viewer       fastify
console      @preact/signals eventsource-parser fastify preact
control      @fastify/type-provider-typebox @sinclair/typebox content-disposition drizzle-orm
             fastify
endpoints    @sinclair/typebox
routes       @fastify/accept-negotiator @fastify/type-provider-typebox @sinclair/typebox
             content-disposition fastify fresh range-parser
metrics      @sinclair/typebox fastify prom-client
openapi      @fastify/swagger @sinclair/typebox fastify
app.ts       fastify
start        close-with-grace fastify pino
cli          commander
vitest       vitest
`)

const partOf = (path: string): string => path.split('/')[1] ?? ''

const packageOf = (name: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? ''

const isAllowed = (file: string, target: string): boolean => {
  const part = partOf(file)
  const parts = PARTS.get(part)
  if (!parts || target.startsWith('node:')) return parts !== undefined
  if (!target.startsWith('src/')) return PACKAGES.get(part)?.includes(packageOf(target)) ?? false
  return [LEAF, part, ...parts].includes(partOf(target))
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
    expect(inCycles(PARTS)).toEqual([])
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
