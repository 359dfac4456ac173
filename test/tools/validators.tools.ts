import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { servedDocuments } from '#test/kit/documents.ts'

const MODULES = resolve('test/tools/packages/node_modules')

const VALIDATORS = ['@readme/openapi-parser', '@scalar/openapi-parser']

test.each(VALIDATORS)(
  '%s finds both served documents valid, and notices a defect',
  async (name) => {
    const { validate } = await import(join(MODULES, name, 'dist/index.js'))
    for (const text of Object.values(await servedDocuments())) {
      const judged = await validate(JSON.parse(text))
      expect([judged.valid, judged.errors ?? [], judged.warnings ?? []]).toEqual([true, [], []])
      const broken = JSON.parse(text.replaceAll('"responses":', '"replies":'))
      expect((await validate(broken)).valid).toBe(false)
    }
  },
)
