import { readdirSync, readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'

const TEXT = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8')

const ENTRIES = [
  'src/server.ts',
  'src/start/library-server.ts',
  'src/cli/main.ts',
  'src/store/media/media-worker.ts',
  'src/seeds/jobs/database-worker.ts',
]

/** Packages that are installed with this one, and parts of Fastify that it never loads here. */
const NOT_COPIED = [
  'better-sqlite3',
  'sharp',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
]

/** The packages that a bundle of an entry copies, by the folders of its inputs. */
const copiedInto = async (entry: string): Promise<string[]> => {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    logLevel: 'silent',
    external: NOT_COPIED,
  })
  const paths = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  )
  const names = paths.map(
    (path) => path.split('node_modules/')[1]?.match(/^(?:@[^/]+\/)?[^/]+/)?.[0],
  )
  return [...new Set(names.filter((name) => name !== undefined))]
}

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version

/** The part about a package: between its heading and the next line of dashes but one. */
const partOf = (name: string, version: string): string =>
  TEXT.split(`\n${name} ${version}\n`)[1]
    ?.split(/^-{80}$/m)
    .slice(0, 2)
    .join('') ?? ''

/** Words of each license that its text must have. */
const WORDS: Readonly<Record<string, RegExp>> = {
  MIT: /without\s+restriction.+SOFTWARE\s+IS\s+PROVIDED\s+['"]AS\s+IS['"]/is,
  ISC: /(fee|free) is hereby granted.+AS IS/is,
  'Apache-2.0': /TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION/,
  'BSD-2-Clause': /Redistribution and use in source and binary forms/,
  'BSD-3-Clause': /Redistribution and use in source and binary forms/,
  'MPL-2.0': /Mozilla Public License Version 2\.0.+3\.2\. Distribution of Executable Form/s,
}

const expectPart = (name: string, version: string): void => {
  const part = partOf(name, version)
  const [, license = 'none'] = /^License: (.+)$/m.exec(part) ?? []
  expect(part, `${name} ${version} under ${license}`).toMatch(WORDS[license] ?? /^no such license$/)
  expect(part).toMatch(/https?:\/\/\S+\/\S+/)
}

describe('the licenses of the packages in the build', () => {
  test.each(ENTRIES)('name each package that %s has, with version and text', async (entry) => {
    const names = await copiedInto(entry)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expectPart(name, versionOf(name))
  })

  test.each(['preact', '@preact/signals', '@preact/signals-core', '@fastify/swagger-ui'])(
    'name %s, which pages have',
    (name) => expectPart(name, versionOf(name)),
  )

  test('name works that a package has copied itself', () => {
    expect(TEXT).toMatch(/^swagger-ui .+\nLicense: Apache-2\.0$/m)
  })

  test('say where the source of a package under the Mozilla license is', () => {
    expect(partOf('mediabunny', versionOf('mediabunny'))).toMatch(
      /source code form is available .+\nhttps:\/\/github\.com\/Vanilagy\/mediabunny/,
    )
  })

  test('name nothing twice, and nothing that is not installed or inside a package', () => {
    const headings = [...TEXT.matchAll(/^-{80}\n(.+)\nLicense: /gm)].map(([, name]) => name)
    expect(new Set(headings).size).toBe(headings.length)
    const scopes = readdirSync('node_modules').filter((name) => name.startsWith('@'))
    const installed = new Set([
      ...readdirSync('node_modules'),
      ...scopes.flatMap((scope) =>
        readdirSync(`node_modules/${scope}`).map((name) => `${scope}/${name}`),
      ),
    ])
    const unknown = headings.filter((heading) => !installed.has(heading?.split(' ')[0] ?? ''))
    expect(unknown.map((heading) => heading?.split(' ')[0])).toEqual(['swagger-ui'])
  })

  test('are in the image, which has the whole folder of the build', () => {
    expect(readFileSync('Dockerfile', 'utf8')).toContain('COPY --from=build /app/dist dist\n')
  })
})
