import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

const files = sourceFiles('src/endpoints').filter((file) => /\/e\d\d-/.test(file))

/** Paths of the document, in its order. */
const PATHS = [
  '/open-api/standard/v1/search-material-groups',
  '/open-api/standard/v1/get-social-media-content-stats',
  '/open-api/standard/v1/save-client-track-log',
  '/open-api/standard/v2/asset/detail-list',
  '/open-api/standard/call/get-approval-by-create-time',
  '/portal/open/block/search',
  '/open-api/standard/v1/marketing/crowd/insert',
  '/open-api/standard/v1/query-user-simple-info-list',
  '/open-api/standard/v1/material/create-external-asset-publishing-approval',
  '/open-api/standard/v1/marketing/crowd/list',
  '/portal/open/block/getContent',
  '/open-api/standard/v1/add-notifications',
  '/open-api/standard/v1/file/complete-multipart-upload',
  '/open-api/standard/v1/addPortalAuth',
  '/open-api/standard/v1/creative/update',
  '/open-api/standard/v2/asset-element/upload',
  '/open-api/standard/v1/material-archive/group/list',
  '/open-api/standard/v1/marketing/crowd-pack/delete',
  '/open-api/standard/v1/submitQueryResult',
  '/open-api/standard/v1/metadata/value/update',
  '/open-api/standard/call/material2group',
  '/open-api/standard/v1/asset/collection/add-asset',
]

describe('the catalogue', () => {
  test('answers the 22 operations of the document, by its paths and in its order', () => {
    expect(CATALOGUE.map(({ id }) => id)).toEqual(PATHS.map((_, index) => `E${index + 1}`))
    expect(CATALOGUE.map(({ path }) => path)).toEqual(PATHS)
  })

  test('answers every endpoint file with one line, by the number in its name', () => {
    const named = files.map((file) => `E${Number(basename(file).slice(1, 3))}`)
    expect(named).toEqual(CATALOGUE.map(({ id }) => id))
    const index = readSource('src/endpoints/index.ts')
    for (const file of files) expect(index).toContain(`'./${basename(file)}'`)
    for (const file of files)
      expect(readSource(file)).toContain(`id: 'E${Number(basename(file).slice(1, 3))}'`)
  })

  test('answers every endpoint file with a test file of the same name', () => {
    const tests = sourceFiles('test/endpoints').map((file) => basename(file, '.test.ts'))
    expect(tests).toEqual(files.map((file) => basename(file, '.ts')))
  })

  test('answers no operation with undocumented exports: every export has a doc comment', () => {
    const bare = sourceFiles('src').flatMap((file) =>
      [...readSource(file).matchAll(/(^.*)\n(export (?:const|class|interface|default) .*)/gm)]
        .filter(([, before = '', line = '']) => isBare(before, line, file))
        .map(([, , line]) => `${file}: ${line}`),
    )
    expect(bare).toEqual([])
  })
})

const isBare = (before: string, line: string, file: string): boolean =>
  !(
    before.trimEnd().endsWith('*/') ||
    before.trim().startsWith('//') ||
    line.startsWith('export default fp') ||
    (line.startsWith('export default') && file.startsWith('src/control'))
  )
