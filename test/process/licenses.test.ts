import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { consoleConfig } from '#scripts/build-console.mjs'

const TEXT = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8')

const headings = [...TEXT.matchAll(/^-{80}\n(.+)\nLicense: /gm)].map(([, name = '']) => name)

/** The packages with files in the console, which Vite names. */
const copiedIntoConsole = async (): Promise<string[]> => {
  const built = await build({
    ...consoleConfig('.'),
    logLevel: 'silent',
    build: { write: false },
  })
  const outputs = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  const paths = outputs.flatMap((part) => (part.type === 'chunk' ? Object.keys(part.modules) : []))
  const names = paths.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
  return [...new Set(names.filter((name) => name !== undefined))]
}

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version

/** The part about a package: between its heading and the next line of dashes but one. */
const partOf = (heading: string): string =>
  TEXT.split(`\n${heading}\n`)[1]
    ?.split(/^-{80}$/m)
    .slice(0, 2)
    .join('') ?? ''

/** Words of each license that its text must have. */
const WORDS: Readonly<Record<string, RegExp>> = {
  MIT: /without\s+restriction.+SOFTWARE\s+IS\s+PROVIDED\s+['"]AS\s+IS['"]/is,
  'Apache-2.0': /TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION/,
}

describe('the file of licenses', () => {
  test('lists the packages that are copied into the console and the viewer, and no others', async () => {
    const copied = [...(await copiedIntoConsole()), '@fastify/swagger-ui']
    expect(copied).toContain('preact')
    const expected = copied.map((name) => `${name} ${versionOf(name)}`)
    const own = 'swagger-ui as @fastify/swagger-ui has it'
    expect([...headings].sort()).toEqual([...expected, own].sort())
  })

  test.each(headings)('has the text of the license of %s, and where its source is', (heading) => {
    const part = partOf(heading)
    const [, license = 'none'] = /^License: (.+)$/m.exec(part) ?? []
    expect(part, license).toMatch(WORDS[license] ?? /^no such license$/)
    expect(part).toMatch(/^Source: https:\/\/\S+\/\S+$/m)
  })

  test('is in the image, which has the whole folder of the build', () => {
    expect(readFileSync('Dockerfile', 'utf8')).toContain('COPY --from=build /app/dist dist\n')
  })
})

describe('the bundles', () => {
  const maps = readdirSync('dist').filter((name) => name.endsWith('.map'))

  test.each(maps)('contain only files of src: %s', (name) => {
    const { sources } = JSON.parse(readFileSync(join('dist', name), 'utf8'))
    expect(sources.length).toBeGreaterThan(0)
    // `late:` is an import of a package that is loaded on first use.
    const others = sources.filter((source: string) => !/^(\.\.\/src\/|late:)/.test(source))
    expect(others).toEqual([])
  })
})
