import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import {
  type Document,
  type Json,
  type MediaType,
  type Operation,
  operationsOf,
  schemasOf,
  servedDocuments,
} from '#test/kit/documents.ts'
import { injectServer } from '#test/kit/server.ts'

const require = createRequire(import.meta.url)

const read = async () => {
  const texts = await servedDocuments()
  return {
    texts,
    interface: JSON.parse(texts['openapi.json']) as Document,
    control: JSON.parse(texts['control.json']) as Document,
  }
}

const filesOf = (texts: Readonly<Record<string, string>>): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return Object.entries(texts).map(([name, text]) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  })
}

/** The examples of an operation, requests and answers, and whether each is to fit its schema. */
const examplesOf = ({ operationId, requestBody, responses }: Operation) =>
  [requestBody, ...Object.values(responses)]
    .flatMap((part) => Object.values(part?.content ?? {}))
    .flatMap((media) => [
      ...examplesIn(media, 'examples', operationId),
      ...examplesIn(media, 'x-invalid-examples', operationId),
    ])

const examplesIn = (
  media: MediaType,
  key: 'examples' | 'x-invalid-examples',
  operationId: string,
) =>
  Object.entries((media[key] ?? {}) as Record<string, { value: unknown }>).map(
    ([name, { value }]) => ({
      place: `${operationId} ${name}`,
      schema: media.schema,
      value,
      isValid: key === 'examples',
    }),
  )

describe('the served OpenAPI documents', () => {
  test('have no error and no warning by the recommended rules of Redocly', async () => {
    const { texts } = await read()
    const cli = require.resolve('@redocly/cli/bin/cli.js')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [cli, 'lint', ...filesOf(texts), '--config=test/openapi/redocly.yaml', '--format=json'],
      {
        encoding: 'utf8',
        env: {
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
          NO_COLOR: '1',
        },
      },
    )
    const counts = [...stdout.matchAll(/"(?:errors|warnings|ignored)": (\d+)/g)]
    expect(counts.length, stderr).toBeGreaterThanOrEqual(3)
    expect(
      counts.filter(([, count]) => count !== '0'),
      stdout,
    ).toEqual([])
    expect(status, stderr).toBe(0)
    expect(stderr).toMatch(/Your API descriptions are valid/)
  })

  test.each(['openapi.json', 'control.json'] as const)(
    '%s fits the schema of OpenAPI 3.1',
    async (name) => {
      const { texts } = await read()
      const validator = new Validator()
      const judged = await validator.validate(JSON.parse(texts[name]))
      expect(judged.errors).toBeUndefined()
      expect(judged.valid).toBe(true)
      expect(validator.version).toBe('3.1')
    },
  )

  test.each(['interface', 'control'] as const)('describe every property: %s', async (name) => {
    const document = (await read())[name]
    const described = (schema: unknown): boolean => {
      const { description, $ref } = schema as { description?: string; $ref?: string }
      if (description) return true
      const component = document.components.schemas[$ref?.split('/').at(-1) ?? '']
      return component !== undefined && described(component)
    }
    const all = [...schemasOf(document)].flatMap(([place, { properties = {} }]) =>
      Object.entries(properties as object).map(([key, property]) => ({
        property: `${place}.${key}`,
        isDescribed: described(property),
      })),
    )
    expect(all.length).toBeGreaterThan(200)
    expect(all.filter(({ isDescribed }) => !isDescribed)).toEqual([])
  })

  test.each(['interface', 'control'] as const)(
    'describe every tag, operation, parameter and answer: %s',
    async (name) => {
      const document = (await read())[name]
      const tags = document.tags as { name: string; description: string }[]
      expect(tags.filter(({ description }) => !description)).toEqual([])
      const bare = operationsOf(document).filter(
        ({ summary, tags: own, parameters = [], responses }) =>
          !summary ||
          !tags.some((tag) => tag.name === (own as string[])[0]) ||
          [...parameters, ...Object.values(responses)].some(
            (part) => !('description' in part) || !part.description,
          ),
      )
      expect(bare.map(({ operationId }) => operationId)).toEqual([])
      expect(JSON.stringify(document)).not.toContain('Default Response')
    },
  )
})

describe('the OpenAPI document of the interface', () => {
  test('has every operation, their lifecycles and their assumptions', async () => {
    const marked = operationsOf((await read()).interface).filter((one) => 'x-operation' in one)
    const shown = marked.map((operation) => ({
      id: operation['x-operation'],
      lifecycle: operation['x-lifecycle'],
      isDeprecated: operation.deprecated === true,
      assumes: operation['x-assumptions'],
    }))
    const known = CATALOGUE.map(({ id, lifecycle, assumes }) => ({
      id,
      lifecycle,
      isDeprecated: lifecycle === 'not recommended',
      assumes,
    }))
    const byId = (one: { id: unknown }, two: { id: unknown }) =>
      String(one.id).localeCompare(String(two.id))
    expect(shown.sort(byId)).toEqual(known.sort(byId))
  })

  test('has a success, two refusals and all outcomes of every operation among its examples', async () => {
    const { interface: document } = await read()
    const operations = operationsOf(document)
    for (const { id, outcomes } of CATALOGUE) {
      const operation = operations.find((one) => one['x-operation'] === id)
      const request = operation?.requestBody?.content['application/json']
      const answers = Object.keys(
        operation?.responses['200']?.content?.['application/json']?.examples ?? {},
      )
      const listed = (operation?.['x-refusals'] ?? []) as { name: string }[]
      const refusals = listed.map(({ name }) => name)
      expect(Object.keys(request?.examples ?? {}), id).toContain('success')
      expect(answers, id).toContain('success')
      const refused = answers.filter((name) => refusals.includes(name))
      expect(refused.length, id).toBeGreaterThanOrEqual(2)
      // No fixture has a pack without members.
      const told = Object.keys(outcomes).filter((name) => `${id} ${name}` !== 'E10 empty-list')
      expect(answers, id).toEqual(expect.arrayContaining(told))
      const known = new Set(['success', ...Object.keys(outcomes), ...refusals])
      expect(answers.filter((name) => !known.has(name))).toEqual([])
    }
  })

  test('has examples that fit its schemas, and invalid requests that do not', async () => {
    const { interface: document } = await read()
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const examples = operationsOf(document).flatMap(examplesOf)
    for (const { place, schema, value, isValid } of examples) {
      const fits = ajv.compile({ components: document.components, ...schema })(value)
      expect(fits, place).toBe(isValid)
    }
    expect(examples.length).toBeGreaterThan(CATALOGUE.length * 6)
  })

  test('names no credential of a workspace', async () => {
    const { texts } = await read()
    expect(texts['openapi.json']).not.toMatch(
      /00000000-0000-4000-8000|sandbox-key|00000000-sandbox|signature=[0-9a-f]{8}/,
    )
  })
})

describe('the published document', () => {
  test('has no bound but the one that the interface document states, that of E8', async () => {
    const { interface: document } = await read()
    const bounds = [...schemasOf(document)].flatMap(([place, schema]) =>
      Object.entries(schema)
        .filter(([key]) => /^(?:min|max)|^pattern$|^propertyNames$/.test(key))
        .map(([key, bound]) => `${place} ${key} ${bound}`),
    )
    const ofPaths = bounds.filter((bound) => / pattern /.test(bound))
    expect(bounds.filter((bound) => !ofPaths.includes(bound))).toEqual([
      'queryUsersByIdList.param.userIds maxItems 100',
    ])
    expect(ofPaths.filter((bound) => !/^download|^send-part workspace/.test(bound))).toEqual([])
  })

  test('has one refusal from the interface document, 10134011 of E22', async () => {
    const { interface: document } = await read()
    const shown = operationsOf(document).flatMap((operation) =>
      (operation['x-refusals'] as Json[])
        .filter((refusal) => refusal['x-provenance'] === 'document')
        .map(({ code }) => [operation['x-operation'], code]),
    )
    expect(shown).toEqual([['E22', '10134011']])
  })
})

describe('the answers of the published document', () => {
  const answerOf = (document: Document, id: string): Json =>
    operationsOf(document).find((one) => one['x-operation'] === id)?.responses['200']?.content?.[
      'application/json'
    ]?.schema ?? {}

  test('are open in every object, and have any text as their message', async () => {
    const { interface: document } = await read()
    for (const [place, schema] of schemasOf(document))
      expect(schema.additionalProperties, place).not.toBe(false)
    const ajv = new Ajv2020({ strict: false })
    ajv.addSchema({ ...document, $id: 'document' })
    const judge = ajv.compile({ $ref: 'document#/components/schemas/AssetCollection' })
    const { list } = await (await injectServer()).result<{ list: object[] }>('E1', {})
    expect([judge(list[0]), judge({ ...list[0], more: 1 }), judge({})]).toEqual([true, true, false])
    expect(answerOf(document, 'E1').properties).toMatchObject({ message: { type: 'string' } })
    expect(JSON.stringify(document.paths)).not.toContain('"处理成功"]')
  })

  test('are one envelope for success and refusal, inside it as well, whose result may be null', async () => {
    const { interface: document } = await read()
    const judge = (id: string, { anyOf, properties }: Json): Json[] => {
      expect(anyOf, id).toBeUndefined()
      const { code, result } = properties as Record<string, Json>
      expect(code, id).toMatchObject({ type: 'string' })
      expect(code, id).not.toHaveProperty('const')
      expect(result?.anyOf, id).toContainEqual({ type: 'null' })
      return (result?.anyOf ?? []) as Json[]
    }
    for (const { id, shape } of CATALOGUE) {
      if (shape !== 'plain' && shape !== 'nested') continue
      const [inner = {}, ...others] = judge(id, answerOf(document, id))
      expect(others, id).toHaveLength(1)
      if (shape === 'nested') judge(id, inner)
    }
  })

  test('belong to operations whose ids say what they do, each once', async () => {
    const { interface: document } = await read()
    const ids = operationsOf(document).map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('searchAssetCollections')
    expect(ids.filter((id) => /^e\d+$/i.test(id))).toEqual([])
  })
})

describe('a request that a tool makes of the document', () => {
  test('needs no header but those of its security, and none that an importer cannot send', async () => {
    const { interface: document } = await read()
    const headers = operationsOf(document).flatMap(({ operationId, parameters = [] }) =>
      (parameters as Json[])
        .filter((one) => one.in === 'header')
        .map(({ name, required, schema }) => ({ operationId, name, required, ...Object(schema) })),
    )
    expect(headers.filter(({ required }) => required)).toEqual([])
    // Callers have their own values of what else identifies them.
    const sent = headers.filter(({ name }) => !/^(?:X-App-Key|S-)/.test(String(name)))
    expect(sent.length).toBeGreaterThan(CATALOGUE.length)
    for (const { name, ...schema } of sent)
      expect(schema, String(name)).toMatchObject({ default: name === 'Token-type' ? 'bearer' : '' })
    const secured = operationsOf(document).filter((one) => one['x-operation'] === 'E22')
    expect(secured.map(({ security }) => security)).toEqual([[{ accessToken: [], tokenType: [] }]])
  })

  test('has examples with short names, which importers take from descriptions of responses', async () => {
    const { interface: document } = await read()
    for (const { operationId, responses } of operationsOf(document))
      for (const { description } of Object.values(responses))
        expect(description.length, `${operationId}: ${description}`).toBeLessThan(140)
  })

  test('starts its summary with the number by which messages name the operation', async () => {
    const { interface: document } = await read()
    for (const { id, summary } of CATALOGUE)
      expect(operationsOf(document).find((one) => one['x-operation'] === id)?.summary).toBe(
        `${id} ${summary}`,
      )
  })
})
