// Writes the licenses of the packages whose code is copied into dist: into the console by Vite, and as the viewer of the OpenAPI documents.
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

/** A plugin of Vite that notes the packages of what its scripts have. */
export const notingLicenses = {
  name: 'noting-licenses',
  generateBundle: (_options, bundle) => {
    for (const { modules = {} } of Object.values(bundle))
      for (const path of Object.keys(modules)) noteFile(path)
  },
}

const FILE = /^(?:licen[cs]e|copying|notice)/i

/** What @fastify/swagger-ui has a copy of. */
const SWAGGER_UI = {
  name: 'swagger-ui',
  version: 'as @fastify/swagger-ui has it',
  license: 'Apache-2.0',
  source: 'https://github.com/swagger-api/swagger-ui',
  text: readFileSync(join(root, 'src/routes/viewer/swagger-ui-license.txt'), 'utf8'),
}

const describePackage = (folder) => {
  const { name, version, license, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const texts = readdirSync(folder)
    .filter((file) => FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
  if (texts.length === 0 || !license)
    throw new Error(`${name} has no license; add its text to scripts/licenses.mjs`)
  const source = addressOf(repository?.url ?? repository)
  return { name, version, license, source, text: texts.join('\n\n') }
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

const format = ({ name, version, license, source, text }) =>
  `${LINE}\n${name} ${version}\nLicense: ${license}\nSource: ${source}\n${LINE}\n\n${text.trim()}\n`

/** Writes the names, versions, licenses and their texts of all packages that were noted. */
export const writeLicenses = (file) => {
  noteFile('node_modules/@fastify/swagger-ui/static/swagger-ui-bundle.js')
  const byName = (a, b) => (a.name < b.name ? -1 : 1)
  const parts = [...[...folders].map(describePackage), SWAGGER_UI].sort(byName).map(format)
  const head = `dam-sandbox has code of these ${parts.length} packages in this folder, each under its own license.\n`
  writeFileSync(file, [head, ...parts].join('\n'))
}
