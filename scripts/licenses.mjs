// Writes the licenses of the packages whose code is copied into dist.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundle.mjs'

/** Folders of packages that were copied. */
const folders = new Set()

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** Notes the package of a file whose code was copied. */
const noteFile = (path) => {
  const folder = PACKAGE.exec(path.replaceAll('\0', ''))?.[1]
  if (folder !== undefined) folders.add(folder.startsWith('/') ? folder : join(root, folder))
}

/** Notes the packages of what a bundle has, by the metafile of esbuild. */
export const noteBundle = ({ metafile }) => {
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [path, { bytesInOutput }] of Object.entries(inputs))
      if (bytesInOutput > 0) noteFile(path)
}

/** A plugin of Vite that notes the packages of what its scripts have. */
export const notingLicenses = {
  name: 'noting-licenses',
  generateBundle: (_options, bundle) => {
    for (const { modules = {} } of Object.values(bundle))
      for (const path of Object.keys(modules)) noteFile(path)
  },
}

const FILE = /^(?:licen[cs]e|copying|notice)/i

const APACHE = 'node_modules/@opentelemetry/api/LICENSE'

/** Texts of packages that have no file with their license. */
const WITHOUT_FILE = {
  'abstract-logging': () => MIT('James Sumners <james.sumners@gmail.com>'),
  'drizzle-orm': () => readFileSync(join(root, APACHE), 'utf8'),
}

const MIT = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files
(the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify,
merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`

/** Works that a package has copied itself, by its name. */
const WITHIN = {
  '@fastify/swagger-ui': () => ({
    name: 'swagger-ui',
    version: 'as @fastify/swagger-ui has it',
    license: 'Apache-2.0',
    source: 'https://github.com/swagger-api/swagger-ui',
    text: readFileSync(join(root, 'src/routes/viewer/swagger-ui-license.txt'), 'utf8'),
  }),
}

const describePackage = (folder) => {
  const { name, version, license, licenses, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const texts = readdirSync(folder)
    .filter((file) => FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
  const text = texts.length > 0 ? texts.join('\n\n') : WITHOUT_FILE[name]?.()
  const kind = license ?? licenses?.map(({ type }) => type).join(' or ')
  if (!text || !kind)
    throw new Error(`${name} has no license; add its text to scripts/licenses.mjs`)
  const url = repository?.url ?? repository
  return { name, version, license: kind, source: addressOf(url), text }
}

/** Where the source is, as a page: npm allows several forms of it. */
const addressOf = (repository = '') =>
  /^[\w.-]+\/[\w.-]+$/.test(repository)
    ? `https://github.com/${repository}`
    : repository
        .replace(/^git\+/, '')
        .replace(/^(?:git|ssh):\/\/(?:git@)?/, 'https://')
        .replace(/^git@([^:]+):/, 'https://$1/')
        .replace(/^github:/, 'https://github.com/')
        .replace(/\.git$/, '')

const LINE = '-'.repeat(80)

const format = ({ name, version, license, source, text }) => {
  const mpl =
    license === 'MPL-2.0'
      ? `Source: this package is used unchanged. Its source code form is available under the Mozilla Public License 2.0 at\n${source}, and as version ${version} of ${name} in the npm registry.\n`
      : `Source: ${source}\n`
  return `${LINE}\n${name} ${version}\nLicense: ${license}\n${mpl}${LINE}\n\n${text.trim()}\n`
}

/** Writes the names, versions, licenses and their texts of all packages that were noted. */
export const writeLicenses = (file) => {
  noteFile('node_modules/@fastify/swagger-ui/static/swagger-ui-bundle.js')
  const found = [...folders].map(describePackage)
  const within = found.flatMap(({ name }) => WITHIN[name]?.() ?? [])
  const byName = (a, b) => (a.name < b.name ? -1 : 1)
  const parts = [...found, ...within].sort(byName).map(format)
  const head = `dam-sandbox has code of these ${parts.length} packages in this folder, each under its own license.\n`
  writeFileSync(file, [head, ...parts].join('\n'))
}
