import type { TSchema } from '@sinclair/typebox'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { OPEN_RESULTS } from '#src/variation/open-results.ts'
import type { OpenValue } from '#src/variation/open-value.ts'

interface Schema {
  type?: string | string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

interface Found {
  lists: Map<string, boolean>
  nullable: Set<string>
  objects: Set<string>
}

const isNull = ({ type }: Schema): boolean => type === 'null'

const acceptsNull = (schema: Schema): boolean =>
  (Array.isArray(schema.type) && schema.type.includes('null')) ||
  (schema.anyOf?.some(isNull) ?? false)

/** Lists and nullable fields of a schema, each by its path. */
const inSchema = (schema: Schema, path: string, found: Found): Found => {
  if (schema.anyOf) for (const one of schema.anyOf) inSchema(one, path, found)
  if (schema.type === 'array') {
    found.lists.set(path, false)
    if (schema.items) inSchema(schema.items, path, found)
  }
  if (schema.properties) found.objects.add(path)
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const below = `${path}.${name}`
    if (acceptsNull(part)) found.nullable.add(below)
    inSchema(part, below, found)
  }
  return found
}

/** The same of a declaration; a list is true where it is declared as ordered or as belonging to another. */
const inDeclaration = (open: OpenValue, path: string, found: Found): Found => {
  if (!open) return found
  if (open.kind === 'list') {
    found.lists.set(path, open.isOrdered === true)
    return inDeclaration(open.of, path, found)
  }
  found.objects.add(path)
  for (const name of [...(open.nullable ?? []), ...(open.kept ?? [])])
    found.nullable.add(`${path}.${name}`)
  for (const name of open.parallel ?? []) found.lists.set(`${path}.${name}`, false)
  for (const [name, part] of open.parts) inDeclaration(part, `${path}.${name}`, found)
  return found
}

const none = (): Found => ({ lists: new Map(), nullable: new Set(), objects: new Set() })

describe('what the document leaves open', () => {
  test('is declared for every operation', () => {
    expect(Object.keys(OPEN_RESULTS)).toEqual(CATALOGUE.map(({ id }) => id))
  })

  test.each(CATALOGUE.map(({ id, result }) => [id, result] as const))(
    'is declared for every list, object and nullable field of %s',
    (id: `E${number}`, result: TSchema) => {
      const shown = inSchema(result as Schema, id, none())
      const declared = inDeclaration(OPEN_RESULTS[id], id, none())
      expect([...declared.lists.keys()].sort()).toEqual([...shown.lists.keys()].sort())
      expect([...declared.objects].sort()).toEqual([...shown.objects].sort())
      // Null while in progress by the document, so that it must be there.
      const promised = ['E5.records.endTime']
      const open = [...shown.nullable].filter((path) => !promised.includes(path))
      expect([...declared.nullable].sort()).toEqual(open.sort())
    },
  )

  test('keeps the order of lists that the document or their places give', () => {
    const ordered = CATALOGUE.flatMap(({ id }) =>
      [...inDeclaration(OPEN_RESULTS[id], id, none()).lists].flatMap(([path, isOrdered]) =>
        isOrdered ? [path] : [],
      ),
    )
    expect(ordered).toEqual(['E5.records', 'E16.assetElementIdList'])
  })
})
